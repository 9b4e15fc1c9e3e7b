"""What pyproject.toml cannot say: the README as a package index shows it.

An index has no files for its links.
"""

import re
import tomllib
from pathlib import Path

from setuptools import setup

#: The folder of the project.
HERE = Path(__file__).resolve().parent

#: A link or a picture of Markdown whose address names a file of the project.
RELATIVE = re.compile(r"(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)")


def readme() -> str:
    """Return the README with whole addresses.

    They are those of this version's files in the project's home.
    """
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    home = project["project"]["urls"]["Home"]
    package = (HERE / "mmlib" / "__init__.py").read_text(encoding="utf-8")
    version = re.search(r'^__version__ = "(.*?)"', package, re.MULTILINE)[1]

    def whole(link: re.Match) -> str:
        picture, text, path = link.groups()
        shown = "raw" if picture else "blob"
        return f"{picture}{text}({home}/{shown}/v{version}/{path})"

    return RELATIVE.sub(whole, (HERE / "README.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    setup(long_description=readme(), long_description_content_type="text/markdown")
