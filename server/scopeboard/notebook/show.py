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
from scopeboard.logs.opening import open as open_log
from scopeboard.logs.server.address import SCHEMES
from scopeboard.logs.server.reader import ServerReader
from scopeboard.logs.view import LogReader
from scopeboard.notebook.board import Board
from scopeboard.notebook.local_board import LocalBoard
from scopeboard.notebook.server_board import ServerBoard

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
    follows the log. That of a server is shown likewise: the kernel passes its requests on, so the
    browser need not reach the server. `widget.selected_runs`, `widget.step` and `widget.node` are
    what is selected.

    Args:
        logs: a log of `scopeboard.open`, the address of a running dashboard, or what
            `scopeboard.serve` accepts.
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
        UnavailableError: the server does not answer.
    """
    if isinstance(logs, str) and logs.lower().startswith(SCHEMES) and not settings:
        logs = open_log(logs)  # what answers there decides what it is
    if not isinstance(logs, Log):
        found = settings_of(_CALL, logs, settings, APPLICATION_KEYWORDS)
        return show_settings(found, view, height, saves=save)
    return show_board(board_of(logs.reader, settings), view, height, saves=save)


def board_of(reader: LogReader, settings: ApplicationSettings | None = None) -> Board:
    """Return what shows a log that is open in Python.

    Raises:
        SettingsError: a setting is invalid, or the log is that of a server, which has its own.
        TypeError: there is no such setting.
    """
    keywords: ApplicationSettings = settings or {}
    if isinstance(reader, ServerReader):
        if keywords:
            names = ", ".join(keywords)
            raise SettingsError(f"{_CALL}: {reader.address} has its own settings, without {names}.")
        return ServerBoard(reader.server)
    if isinstance(reader, IndexReader):
        keywords = {**_settings_of_log(reader), **keywords}
        return LocalBoard(settings_of(_CALL, reader.places, keywords, APPLICATION_KEYWORDS))
    raise TypeError(f"{_CALL} cannot show what {type(reader).__name__} reads.")


def _settings_of_log(reader: IndexReader) -> ApplicationSettings:
    """Return the settings with which an application reads what a log reads."""
    settings: ApplicationSettings = {}
    if reader.index_directory is None:
        settings["no_index"] = True
    else:
        settings["index_dir"] = reader.index_directory
    if reader.state_dir is not None:
        settings["state_dir"] = reader.state_dir
    return settings


def show_settings(
    settings: Settings, view: str, height: int, *, saves: bool = True
) -> "BoardWidget":
    """Return the widget of settings; see `show`.

    Raises:
        ImportError: anywidget is not installed.
        SettingsError: there is no such view.
    """
    return show_board(LocalBoard(settings), view, height, saves=saves)


def show_board(
    board: Board, view: str, height: int, *, saves: bool = True, is_card: bool = False
) -> "BoardWidget":
    """Return the widget of a log; see `show`. `is_card` is whether it is charts alone.

    Raises:
        ImportError: anywidget is not installed.
        SettingsError: there is no such view.
        UnavailableError: the server does not answer.
    """
    try:
        from scopeboard.notebook.widget import BoardWidget  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ImportError(_NOT_INSTALLED) from error
    search = board.find_view(view).search
    return BoardWidget(board, f"?{search}" if search else "", height, saves=saves, is_card=is_card)
