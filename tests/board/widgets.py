"""What tests do with widgets: find one, and press Enter in a field."""


def find(widget, name):
    """A part of a widget by what stands on it, in it, or beside it."""
    if name in (
        getattr(widget, "description", None),
        getattr(widget, "placeholder", None),
    ):
        return widget
    return next(
        (
            found
            for child in getattr(widget, "children", ())
            if (found := find(child, name))
        ),
        None,
    )


def press_enter(field):
    field._handle_custom_msg({"event": "submit"}, [])


def catch_up(field):
    """What a browser does with the numbers that a field sends."""
    while field.returned.value != field.sent.value:
        field.returned.value = field.sent.value
