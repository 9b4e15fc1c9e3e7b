"""What the sources printed.

Each table can be read, and the page beside them names its place.
"""

import re

import pytest

import mmlib as mm
from mmlib.report.published import FOLDER

#: The page beside the tables.
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")

#: The file names of the tables.
TABLES = sorted(path.name for path in FOLDER.iterdir() if path.name.endswith(".csv"))


def test_published_page_has_a_row_for_each_table_and_no_other():
    assert (
        sorted(re.findall(r"^\| `([a-z0-9_]+\.csv)` \|", PAGE, re.MULTILINE)) == TABLES
    )


@pytest.mark.parametrize("table", TABLES)
def test_published_tables_can_be_read(table):
    assert len(getattr(mm.published, table.removesuffix(".csv")))
