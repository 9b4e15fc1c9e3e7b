"""Make the stored results in data/results again; goes on where it was stopped.

make data                                     # all of them
python -m tools.measure two_phase_4x6         # one of them
"""

from __future__ import annotations

import argparse
import importlib

#: The experiments in the order of `make data`; each is a file of this folder, which
#: stores one result or several.
EXPERIMENTS = [
    "two_phase_4x6",
    "one_step_6x9",
    "evolutionary_players",
    "bottleneck",
    "bottleneck_controls",
    "evo_drawn",
    "evolutions_part",
    "best_missed",
    "nine_colors",
    "larger_boards",
    "larger_boards_map",
    "ten_pegs",
    "first_codes",
    "gold_games",
    "le_adoga_sweeps",
    "le_adoga_choice",
    "le_adoga_search",
    "le_adoga_fresh",
    "berghman_settings",
    "berghman_drawn",
    "whole_board_causes",
    "whole_board_pygad_releases",
    "whole_board_stock",
    "least_by_turn",
    "evolving_boards",
    "evolving_elsewhere",
    "evolving_rivals",
    "evolving_arms",
    "openings",
    "far_sighted",
    "best_trees",
    "proved_optima",
    "without_repeats",
    "lower_bounds",
    "null_models",
    "null_games",
    "record_trees",
    "one_rule",
    "libraries",
    "baselines",
]


def main() -> None:
    """Measure one experiment, or all."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.measure", description="Make the stored results again."
    )
    parser.add_argument(
        "name",
        nargs="?",
        choices=EXPERIMENTS,
        metavar="NAME",
        help=", ".join(EXPERIMENTS),
    )
    chosen = parser.parse_args().name
    for name in [chosen] if chosen else EXPERIMENTS:
        importlib.import_module(f"tools.measure.{name}").measure()


if __name__ == "__main__":
    main()
