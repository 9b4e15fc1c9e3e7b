"""What a report's kernels run before the notebook.

By it, every table that a cell shows comes along as data. A table is a data frame, or an
object that keeps one in `frame`, as what `mmlib.table` makes does, or in `ranking`.
CSV has all values with all digits; Markdown and LaTeX have what is shown.
"""


def install():
    """Add one more form to what the kernel sends of an object."""
    import pandas as pd
    from IPython import get_ipython
    from IPython.core.formatters import BaseFormatter
    from traitlets import ObjectName, Unicode

    import mmlib
    from mmlib.report.tables import Table

    class Tables(BaseFormatter):
        """A table as CSV, Markdown and LaTeX."""

        format_type = Unicode("application/vnd.mmlib.table+json")
        print_method = ObjectName("_repr_mmlib_table_")
        _return_type = dict

    def as_data(shown):
        frame = shown
        if not isinstance(frame, pd.DataFrame):
            frame = getattr(shown, "frame", None)
        if not isinstance(frame, pd.DataFrame):  # a ranking keeps it there
            frame = getattr(shown, "ranking", None)
        if not isinstance(frame, pd.DataFrame):
            return None
        if isinstance(frame.columns, pd.MultiIndex):
            frame = frame.set_axis(
                [" ".join(map(str, names)).strip() for names in frame.columns], axis=1
            )
        if frame.index.names != [None] or not frame.index.equals(
            pd.RangeIndex(len(frame))
        ):
            frame = frame.reset_index(
                names=[name or "" for name in frame.index.names], allow_duplicates=True
            )
        csv = frame.to_csv(index=False, lineterminator="\n")
        if not isinstance(shown, Table):
            shown = mmlib.table(frame.set_axis(map(str, frame), axis=1))
        written = {form: shown.written(form) + "\n" for form in ("markdown", "latex")}
        return {"csv": csv} | written

    formatter = Tables(parent=get_ipython().display_formatter)
    formatter.for_type(object, as_data)
    get_ipython().display_formatter.formatters[formatter.format_type] = formatter


install()
del install
