"""What a report's kernels run before the notebook: every table that a cell shows comes along as data.

A table is a data frame, an object that keeps one in `table`, or rows that tabulate made HTML of.
"""


def install():
    """Add one more form to what the kernel sends of an object."""
    import functools
    from collections.abc import Mapping

    import pandas as pd
    import tabulate
    from IPython import get_ipython
    from IPython.core.formatters import BaseFormatter
    from traitlets import ObjectName, Unicode

    class Tables(BaseFormatter):
        """A table as CSV and Markdown, with all its digits."""

        format_type = Unicode("application/vnd.mmlib.table+json")
        print_method = ObjectName("_repr_mmlib_table_")
        _return_type = dict

    class Shown(str):
        """HTML that keeps the table it was made of."""

        __slots__ = ("table",)

        def _repr_html_(self):
            return str(self)

    def frame_of(rows, headers, showindex):
        if isinstance(rows, pd.DataFrame):
            return rows if showindex is not False else rows.reset_index(drop=True)
        if isinstance(rows, Mapping) or (rows and isinstance(rows[0], Mapping)):
            return pd.DataFrame(rows)
        frame = pd.DataFrame(rows)
        names = [] if isinstance(headers, str) else list(headers)
        return frame.set_axis([""] * (frame.shape[1] - len(names)) + names, axis=1)

    @functools.wraps(tabulate.tabulate)
    def keeping(tabular_data, headers=(), tablefmt="simple", *arguments, **options):
        if tablefmt != "html":
            return plain(tabular_data, headers, tablefmt, *arguments, **options)
        rows = tabular_data if isinstance(tabular_data, pd.DataFrame | Mapping) else list(tabular_data)
        shown = Shown(plain(rows, headers, tablefmt, *arguments, **options))
        shown.table = frame_of(rows, headers, options.get("showindex"))
        return shown

    def as_data(shown):
        frame = shown if isinstance(shown, pd.DataFrame) else getattr(shown, "table", None)
        if not isinstance(frame, pd.DataFrame):
            return None
        if isinstance(frame.columns, pd.MultiIndex):
            frame = frame.set_axis([" ".join(map(str, names)).strip() for names in frame.columns], axis=1)
        if frame.index.names != [None] or not frame.index.equals(pd.RangeIndex(len(frame))):
            frame = frame.reset_index(names=[name or "" for name in frame.index.names], allow_duplicates=True)
        options = {"headers": "keys", "tablefmt": "github", "showindex": False, "disable_numparse": True}
        return {
            "csv": frame.to_csv(index=False, lineterminator="\n"),
            "markdown": plain(frame.astype(object), **options) + "\n",
        }

    plain = tabulate.tabulate
    tabulate.tabulate = keeping
    formatter = Tables(parent=get_ipython().display_formatter)
    formatter.for_type(object, as_data)
    get_ipython().display_formatter.formatters[formatter.format_type] = formatter


install()
del install
