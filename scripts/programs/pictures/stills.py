"""The table of still pictures: the log, the view and the gestures of each, and its file."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, ViewportSize

_SETTLED_MS: Final = 1500  # the drawing has faded in, and every card has its points
_GRAPH_IS_DRAWN: Final = (
    "name => window.scopeboard?.scene?.()?.boxes.some(box => box.name.startsWith(name))"
)


@dataclass(frozen=True)
class Still:
    """A picture.

    Args:
        file: its path below `docs`.
        query: the query of the page, from `?` on; empty for the first view of a newcomer.
        show: makes the gestures, and returns when the page shows all of the picture.
        size: of the window, in CSS pixels.
        flags: of the dashboard.
    """

    file: str
    query: str
    show: Callable[[Page], None]
    size: ViewportSize
    flags: tuple[str, ...] = ("--demo",)


def cards(page: Page) -> None:
    """Wait for charts and images."""
    page.locator("[data-tag] canvas, [data-tag] img").first.wait_for()
    page.wait_for_timeout(_SETTLED_MS)


def drawing(page: Page, name: str) -> None:
    """Wait for a graph with a node whose name begins with `name`."""
    page.wait_for_function(_GRAPH_IS_DRAWN, arg=name)
    page.wait_for_timeout(_SETTLED_MS)


def _text(page: Page, text: str) -> None:
    page.get_by_text(text).first.wait_for()
    page.wait_for_timeout(_SETTLED_MS)


def _cards_alone(page: Page) -> None:
    """Collapse the run table."""
    cards(page)
    page.keyboard.press("[")
    page.wait_for_timeout(_SETTLED_MS)


def _curves(page: Page) -> None:
    """Collapse the run table, so that both charts stand side by side."""
    _text(page, "Precision and recall")
    page.keyboard.press("[")
    page.wait_for_timeout(_SETTLED_MS)


def _run_menu(page: Page) -> None:
    """Open the menu of a run, beside its name."""
    _text(page, "accuracy last")
    row = page.get_by_role("row").filter(has_text="lr=0.1")
    row.first.click(button="right", position={"x": 380, "y": 12})
    _text(page, "Archive")


def _image_pair(page: Page) -> None:
    """Open an image beside that of another run."""
    page.get_by_role("article").locator("img").first.click()
    page.get_by_role("button", name="Compare with…").click()
    page.get_by_label("Run of image B").select_option(label="lr=0.1/train")
    page.mouse.move(0, 0)
    page.wait_for_timeout(_SETTLED_MS)
    loaded = (
        "() => [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth)"
    )
    page.wait_for_function(loaded)


def _session_lines(page: Page) -> None:
    page.get_by_role("button", name="learning_rate").wait_for()
    page.wait_for_timeout(_SETTLED_MS)


def _search(page: Page) -> None:
    drawing(page, "layer2")
    page.keyboard.press("f")
    page.keyboard.type("op:MatMul")
    page.keyboard.press("Enter")
    page.wait_for_timeout(_SETTLED_MS)


def _export(page: Page) -> None:
    drawing(page, "layer2")
    page.keyboard.press("e")
    _text(page, "SVG (vector)")


def _keys(page: Page) -> None:
    drawing(page, "layer2")
    page.keyboard.press("?")
    _text(page, "Keyboard shortcuts")


def _comparison(page: Page) -> None:
    """Compare the newer graph with the older one."""
    drawing(page, "stage_3")
    page.get_by_role("button", name="Compare with…").click()
    page.get_by_role("dialog").get_by_role("region", name="plain").get_by_role("button").click()
    page.wait_for_function("() => window.scopeboard.scene().boxes.some(box => box.change)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(_SETTLED_MS)


def _window(width: int, height: int) -> ViewportSize:
    return ViewportSize(width=width, height=height)


_CLASSIFIER: Final = str(Path(__file__).with_name("classifier"))
"""A log of two Keras models: a classifier of images, and the same one with batch normalization in
two of its three stages, an average instead of a flat layer, and dropout."""

_FIRST_LOOK: Final = _window(1280, 800)
_WIDTH: Final = 1000
"""Of most: the guide has a column of 700 pixels, in which its texts can still be read."""

STILLS: Final = (
    Still("images/scalars.webp", "", cards, _FIRST_LOOK),
    Still(
        "images/graph.webp", "?tab=graph&open=layer1", partial(drawing, name="layer1/"), _FIRST_LOOK
    ),
    Still(
        "images/graph-compare.webp",
        "?tab=graph&closed=stage_2",
        _comparison,
        _window(1120, 760),
        ("--logdir", _CLASSIFIER),
    ),
    Still("images/graph-find.webp", "?tab=graph", _search, _window(_WIDTH, 620)),
    Still(
        "images/hot-spots.webp",
        "?tab=graph&colour=compute_time&hot_spots=memory",
        partial(_text, text="layer1/weights"),
        _window(_WIDTH, 620),
    ),
    Still(
        "images/training-metric.webp",
        "?tab=graph&colour=metric&step=500",
        partial(drawing, name="layer1"),
        _window(_WIDTH, 620),
    ),
    Still("images/runs.webp", "?tab=runs", _run_menu, _window(1120, 560)),
    Still(
        "images/distributions.webp",
        "?tab=distributions&tags=layer1/act",
        _cards_alone,
        _window(_WIDTH, 600),
    ),
    Still("images/media.webp", "?tab=media&media.tags=filters", _image_pair, _window(_WIDTH, 560)),
    Still("images/text.webp", "?tab=text", partial(_text, text="learning"), _window(_WIDTH, 560)),
    Still(
        "images/curves.webp",
        "?tab=curves&curves.tags=digit/8",
        _curves,
        _window(_WIDTH, 640),
    ),
    Still(
        "images/projector.webp",
        "?tab=projector&projector.of=lr%3D0.1%2Ftest%230&projector.in=2&projector.point=60",
        partial(_text, text="vectors of 128 dimensions"),
        _window(1120, 620),
    ),
    Still(
        "images/hparams.webp",
        "?tab=hparams&hp.view=parallel",
        _session_lines,
        _window(_WIDTH, 560),
    ),
    Still("images/export.webp", "?tab=graph", _export, _window(_WIDTH, 620)),
    Still("images/keys.webp", "?tab=graph", _keys, _window(_WIDTH, 700)),
    Still(
        "images/nothing-found.webp",
        "",
        partial(_text, text="Watching for new files"),
        _window(_WIDTH, 560),
        ("--logdir", "/home/ada/rnus"),
    ),
)
