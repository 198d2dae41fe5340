"""Points of scalars as charts in a cell."""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from scopeboard.logs.page_view import filter_of_tags, keys_of_runs
from scopeboard.logs.scalars import Scalars
from scopeboard.logs.view import LogReader
from scopeboard.notebook.show import board_of, show_board

if TYPE_CHECKING:
    from scopeboard.notebook.widget import BoardWidget

_HEIGHT: Final = 560
_MAX_RUNS: Final = 200  # named in a view; all runs are shown if there are more


def card_of(points: Scalars) -> "BoardWidget | None":
    """Return charts of the tags and runs of points; None for those of no log, or no widgets."""
    reader = points.reader
    if not isinstance(reader, LogReader) or not len(points) or find_spec("anywidget") is None:
        return None
    return show_board(board_of(reader), card_view(points), _HEIGHT, is_card=True)


def card_view(points: Scalars) -> str:
    """Return the view of the tags and runs of points; of all tags if there are too many to name."""
    view = {
        "tab": "scalars",
        "tags": filter_of_tags(points.tag.names),
        "cards": "L",
        "runs": keys_of_runs(points.run.names, _MAX_RUNS),
    }
    return f"?{urlencode({key: value for key, value in view.items() if value}, doseq=True)}"


def display_card(points: Scalars) -> bool:
    """Show charts in the cell that runs; return False where no notebook is."""
    if not _is_in_notebook():
        return False
    card = card_of(points)
    if card is not None:
        card._ipython_display_()
    return card is not None


def _is_in_notebook() -> bool:
    """Return whether a kernel runs this: IPython on a terminal has none."""
    try:
        from IPython import get_ipython  # noqa: PLC0415 - the notebook has imported it
    except ImportError:
        return False
    return getattr(get_ipython(), "kernel", None) is not None
