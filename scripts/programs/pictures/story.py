"""The animation of the README: a scope opens in place, and a chart zooms to its last points."""

from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Locator, Page, ViewportSize

from programs.pictures.animation import Frame
from programs.pictures.stills import cards, drawing

SIZE: Final = ViewportSize(width=1120, height=700)
_LOOK_MS: Final = 1500
_MOVE_MS: Final = 80
_SCOPE: Final = "layer2"
_CHART: Final = "[data-tag]"
_STARTS: Final = (0.75, 0.7)
"""Where each drag begins, as a share of the plot's width; it ends at the right edge."""
_HAND_STEPS: Final = 3


def told(page: Page, url: str) -> Iterator[Frame]:
    """Yield the frames, as fast as the browser gives them."""
    yield from _opened_scope(page, url)
    yield from _zoomed_chart(page, url)


def _opened_scope(page: Page, url: str) -> Iterator[Frame]:
    page.goto(f"{url}?tab=graph")
    drawing(page, _SCOPE)
    yield _frame(page, _LOOK_MS)
    box: dict[str, Any] = page.evaluate(
        "name => window.scopeboard.scene().boxes.find(box => box.name === name)", _SCOPE
    )
    canvas = _place(page.locator("canvas").first)
    page.mouse.dblclick(
        canvas["x"] + box["x"] + box["width"] / 2, canvas["y"] + box["y"] + box["height"] / 2
    )
    for _ in range(6):
        yield _frame(page, _MOVE_MS)
    drawing(page, f"{_SCOPE}/")
    yield _frame(page, _LOOK_MS)


def _zoomed_chart(page: Page, url: str) -> Iterator[Frame]:
    page.goto(f"{url}?tab=scalars")
    cards(page)
    chart = page.locator(_CHART).first
    chart.focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(_LOOK_MS)
    yield _frame(page, _LOOK_MS)
    # The card in the grid is still there, behind the one that fills the window.
    plots = map(_place, page.locator(".chart-plot:visible").all())
    plot = max(plots, key=lambda place: place["width"])
    y, right = plot["y"] + plot["height"] / 2, plot["x"] + plot["width"] - 2
    for share in _STARTS:
        left = plot["x"] + share * plot["width"]
        page.mouse.move(left, y)
        page.mouse.down()
        for step in range(1, _HAND_STEPS + 1):
            page.mouse.move(left + (right - left) * step / _HAND_STEPS, y)
            yield _frame(page, 2 * _MOVE_MS)
        page.mouse.up()
        page.wait_for_timeout(_LOOK_MS)
        yield _frame(page, _LOOK_MS)


def _frame(page: Page, milliseconds: int) -> Frame:
    return Frame(page.screenshot(), milliseconds)


def _place(what: Locator) -> dict[str, float]:
    box = what.bounding_box()
    if box is None:
        raise RuntimeError("what the animation shows is not on the page")
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}
