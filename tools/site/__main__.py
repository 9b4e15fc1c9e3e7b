"""Build the website from what is stored, and check what was built."""

from __future__ import annotations

import re
import shutil
import sys
import time
from pathlib import Path

from tools.report import MARKER
from tools.reproduce import ROOT
from tools.site.check import defects
from tools.site.former_names import lead_on
from tools.site.pages import PAGES, lay_out

#: The folder of what is built.
BUILD = ROOT / "build"


def build(site: Path, sources: Path, report: Path) -> int:
    """Build the site, with the report if there is one.

    Returns 0 if Sphinx had nothing to complain of.
    """
    from sphinx.cmd.build import main  # slow to import, and not needed to check a site

    if site.exists() and any(site.iterdir()) and not (site / ".buildinfo").exists():
        raise ValueError(
            f"site: {site} holds something that is not a site; name another folder"
        )
    doctrees = sources / ".doctrees"  # by which a folder of sources is known
    if sources.exists() and any(sources.iterdir()) and not doctrees.is_dir():
        raise ValueError(
            f"site: its sources go to {sources}, which holds something else; name "
            "another folder"
        )
    for folder in (site, sources):
        shutil.rmtree(folder, ignore_errors=True)
    doctrees.mkdir(parents=True)
    with_report = (report / MARKER).exists()
    lay_out(sources, [*PAGES, "report"] if with_report else PAGES)
    options = [
        "--quiet",
        "--fail-on-warning",
        "--jobs=2",
        f"--conf-dir={ROOT / 'docs'}",
    ]
    failed = main([*options, f"--doctree-dir={doctrees}", str(sources), str(site)])
    # else GitHub would leave out the folders that begin with an underscore
    (site / ".nojekyll").touch()
    lead_on(site)
    if with_report:
        add_report(report, site)
    return failed


def add_report(report: Path, site: Path) -> None:
    """Copy a report into a site, whose pages stand for its copies of the notebooks.

    These pages do not name their cells.
    """
    shutil.copytree(
        report, site / "report", ignore=lambda _, names: {"notebooks"} & {*names}
    )
    index = site / "report" / "index.html"
    text = re.sub(
        r'href="notebooks/([^"#]*)(#cell-id=[^"]*)?"',
        r'href="../notebooks/\1"',
        index.read_text(encoding="utf-8"),
    )
    index.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    start = time.perf_counter()
    site = Path(sys.argv[1]) if sys.argv[1:] else BUILD / "site"
    failed = build(site, site.with_name(f"{site.name}-sources"), BUILD / "report")
    found = defects(site)
    print(*found, sep="\n", end="\n" if found else "")
    files = [path for path in site.rglob("*") if path.is_file()]
    pages = sum(path.suffix == ".html" for path in files)
    size = sum(path.stat().st_size for path in files) / 1e6
    print(
        f"{site}: {pages} pages, {size:.0f} MB, {time.perf_counter() - start:.0f} s, "
        f"{len(found)} defects"
    )
    sys.exit(failed or bool(found))
