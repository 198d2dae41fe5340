"""Show a log in a cell of a notebook."""

from typing import TYPE_CHECKING, Final, Unpack

from scopeboard.config.keyword_settings import (
    APPLICATION_KEYWORDS,
    ApplicationSettings,
    Logs,
    settings_of,
)
from scopeboard.config.settings import Settings
from scopeboard.errors import SettingsError
from scopeboard.logs.index.reader import IndexReader
from scopeboard.logs.log import Log
from scopeboard.notebook.board import search_of

if TYPE_CHECKING:
    from scopeboard.notebook.widget import BoardWidget

_CALL: Final = "scopeboard.show"
HEIGHT: Final = 640
_NOT_INSTALLED: Final = (
    "A page in a notebook needs anywidget: pip install 'scopeboard[notebook]', and then restart "
    "the kernel."
)


def show(
    logs: Log | Logs | None = None,
    view: str = "",
    *,
    height: int = HEIGHT,
    save: bool = True,
    **settings: Unpack[ApplicationSettings],
) -> "BoardWidget":
    """Return the page as a widget; as the last value of a cell, it is shown there.

    Its requests come through the kernel's own channel: it needs no port, no proxy and no cookie. It
    follows the log. `widget.selected_runs`, `widget.step` and `widget.node` are what is selected.

    Args:
        logs: a log of `scopeboard.open`, or what `scopeboard.serve` accepts.
        view: what to show: a query such as `?tab=graph&open=encoder`, a link that was copied from
            the page, or the name of a saved view.
        height: the height in pixels.
        save: whether the view stays in the notebook as HTML, of 2 MB at most, which is readable
            without a kernel.
        **settings: those of the command's flags, under the same names; see `ApplicationSettings`.

    Raises:
        ImportError: anywidget is not installed.
        NotFoundError: the log has been removed.
        SettingsError: a setting is invalid, two contradict each other, or there is no such view.
        TypeError: there is no such setting.
    """
    if isinstance(logs, Log):
        reader = logs.reader
        if not isinstance(reader, IndexReader):
            raise SettingsError(
                f"{_CALL}: a log of a server is shown by its own page, {reader.address}."
            )
        settings = {**settings_of_log(reader), **settings}
        logs = reader.places
    found = settings_of(_CALL, logs, settings, APPLICATION_KEYWORDS)
    return show_settings(found, view, height, saves=save)


def settings_of_log(reader: IndexReader) -> ApplicationSettings:
    """Return the settings with which an application reads what a log reads."""
    settings: ApplicationSettings = {}
    if reader.index_directory is None:
        settings["no_index"] = True
    else:
        settings["index_dir"] = reader.index_directory
    if reader.state_directory is not None:
        settings["state_dir"] = reader.state_directory
    return settings


def show_settings(
    settings: Settings, view: str, height: int, *, saves: bool = True, is_card: bool = False
) -> "BoardWidget":
    """Return the widget of settings; see `show`. `is_card` is whether it is charts alone.

    Raises:
        ImportError: anywidget is not installed.
        SettingsError: there is no such view.
    """
    try:
        from scopeboard.notebook.widget import BoardWidget  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ImportError(_NOT_INSTALLED) from error
    search = search_of(settings, view)
    return BoardWidget(
        settings, f"?{search}" if search else "", height, saves=saves, is_card=is_card
    )
