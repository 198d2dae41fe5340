"""The table of pictures that stand still: what of the demo each shows, and where it is used."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from playwright.sync_api import Page, ViewportSize

_SETTLED_MS: Final = 1500  # the drawing has faded in, and every card has its points
_GRAPH_IS_DRAWN: Final = (
    "name => window.scopeboard?.scene?.()?.boxes.some(box => box.name.startsWith(name))"
)


def cards(page: Page) -> None:
    """Wait for charts and pictures."""
    page.locator("[data-tag] canvas, [data-tag] img").first.wait_for()
    page.wait_for_timeout(_SETTLED_MS)


def drawing(page: Page, name: str) -> None:
    """Wait for a graph with a node whose name begins so."""
    page.wait_for_function(_GRAPH_IS_DRAWN, arg=name)
    page.wait_for_timeout(_SETTLED_MS)


@dataclass(frozen=True)
class Still:
    """A picture.

    Args:
        file: its path below `docs`.
        query: the query of the page, from `?` on; empty for what a newcomer sees.
        wait: returns when the page shows all of it.
        size: of the window, in CSS pixels.
    """

    file: str
    query: str
    wait: Callable[[Page], None]
    size: ViewportSize


_WINDOW: Final = ViewportSize(width=1280, height=800)

STILLS: Final = (
    Still("images/scalars.png", "", cards, _WINDOW),
    Still("images/graph.png", "?tab=graph&open=layer1", partial(drawing, name="layer1/"), _WINDOW),
)
