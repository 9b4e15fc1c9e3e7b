"""Pages under which notebooks were known before lead to those of today."""

from __future__ import annotations

from pathlib import Path

#: The names of notebooks before release 1.1, and those of today.
FORMER = {
    "01_the_game": "16_the_game",
    "02_whole_board_chromosome": "05_whole_board_chromosome",
    "03_gold_autoplayer": "06_gold_autoplayer",
    "04_nine_colors_six_pegs": "07_nine_colors_six_pegs",
    "05_le_adoga": "08_le_adoga",
    "06_berghman": "11_berghman",
    "07_strategies": "10_strategies",
    "08_table_audit": "17_table_audit",
    "09_early_algorithms": "18_early_algorithms",
    "10_le_adoga_tuning": "09_le_adoga_tuning",
    "11_le_adoga_tables": "19_le_adoga_tables",
    "15_your_own_player": "03_your_own_player",
    "16_play": "01_play",
    "17_luck": "04_luck",
    "18_step_through": "02_step_through",
    "19_the_third_way": "15_the_third_way",
}

#: Such a page.
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Moved</title>
<meta http-equiv="refresh" content="0; url={today}.html">
<p>This notebook is now <a href="{today}.html">{today}</a>.</p></html>
"""


def lead_on(site: Path) -> None:
    """Write a page for each former name of a notebook into a built site."""
    for before, today in FORMER.items():
        page = site / "notebooks" / f"{before}.html"
        page.write_text(PAGE.format(today=today), encoding="utf-8")
