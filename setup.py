"""What pyproject.toml cannot say.

A package index shows the README without the files that it links. A wheel takes along
what the notebooks need, which a checkout keeps outside of the package.
"""

import json
import re
import shutil
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

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


class WithNotebooks(build_py):
    """Builds the package with the notebooks, their stored results, and their pages.

    Outputs stay behind: whoever runs a notebook makes them.
    """

    def run(self) -> None:
        """Build, and take along what is no part of a checkout's package."""
        super().run()
        if self.editable_mode:
            return
        package = Path(self.build_lib) / "mmlib"
        notebooks = package / "notebooks"
        notebooks.mkdir(parents=True, exist_ok=True)
        for path in sorted((HERE / "notebooks").glob("*.ipynb")):
            notebook = json.loads(path.read_text(encoding="utf-8"))
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code":
                    cell |= {"outputs": [], "execution_count": None}
            text = json.dumps(notebook, indent=1, ensure_ascii=False)
            (notebooks / path.name).write_text(text + "\n", encoding="utf-8")
        for page in ("start_here.md", "exercises.md"):
            shutil.copy(HERE / "docs" / page, notebooks)
        results = HERE / "data" / "results"
        shutil.copytree(results, package / "results", dirs_exist_ok=True)


if __name__ == "__main__":
    setup(
        long_description=readme(),
        long_description_content_type="text/markdown",
        cmdclass={"build_py": WithNotebooks},
    )
