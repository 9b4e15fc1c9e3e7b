"""The list of all players as a data frame, which a terminal shows whole."""

import pandas as pd
from tabulate import tabulate

#: Widths of the columns in signs; longer texts are wrapped. With two signs between
#: the columns a line has at most 100.
WIDTHS = [17, 24, 6, 15, 30]


class PlayerList(pd.DataFrame):
    """A data frame that prints all its columns. What is made of it is a plain one."""

    def __repr__(self) -> str:
        """All rows and columns as text, long ones wrapped."""
        cells = self.astype(object).where(self.notna(), "")
        return tabulate(cells, "keys", "simple", showindex=False, maxcolwidths=WIDTHS)
