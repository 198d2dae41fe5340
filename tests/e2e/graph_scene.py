"""What is on the graph's canvas, as plain data from the page's hook for tests."""

from dataclasses import dataclass
from time import monotonic, time
from typing import Any

from playwright.sync_api import Page

from tools.served import PATIENCE

STANDING = 200  # ms; a layout in the worker, and what the toolbar says of it, come sooner


@dataclass(frozen=True)
class SceneView:
    """The boxes by name and the edges by their ends and kind, in CSS pixels of the canvas."""

    camera: dict[str, float]
    boxes: dict[str, dict[str, Any]]
    edges: dict[tuple[str, str, str], dict[str, Any]]

    def edge(self, source: str, target: str, kind: str = "data") -> dict[str, Any]:
        """Return an edge of the top level."""
        return self.edges[(source, target, kind)]

    def rows(self, scope: str = "") -> list[list[str]]:
        """Return the names in a scope by rows from the top, each from left to right."""
        inside = [box for box in self.boxes.values() if box["scope"] == scope]
        rows: dict[int, list[dict[str, Any]]] = {}
        for box in inside:
            rows.setdefault(round(box["y"] + box["height"] / 2), []).append(box)
        return [
            [box["name"] for box in sorted(rows[y], key=lambda box: float(box["x"]))]
            for y in sorted(rows)
        ]


def read_scene(page: Page, holding: str) -> SceneView:
    """Return the scene once it holds a node of this name, or below it when it ends in `/`."""
    page.wait_for_function(
        """wanted => window.scopeboard?.scene?.()?.boxes.some(
            ({ name }) => wanted.endsWith("/") ? name.startsWith(wanted) : name === wanted)""",
        arg=holding,
        timeout=PATIENCE * 1000,
    )
    scene = page.evaluate("() => window.scopeboard.scene()")
    return SceneView(
        scene["camera"],
        {box["name"]: box for box in scene["boxes"]},
        {(edge["source"], edge["target"], edge["kind"]): edge for edge in scene["edges"]},
    )


def read_still_scene(page: Page, holding: str) -> SceneView:
    """Return the scene once it holds a node and stands: bars that come late move the drawing."""
    before = None
    deadline = monotonic() + PATIENCE
    while (found := (read_scene(page, holding), canvas_of(page))) != before:
        assert monotonic() < deadline, "the drawing never stands"
        before = found
        page.wait_for_timeout(STANDING)
    return found[0]


def choose_graph(page: Page, run: str, row: str) -> None:
    """Choose a graph from the list above the drawing."""
    page.get_by_role("button", name="Graph: ").click()
    panel = page.get_by_role("dialog", name="Graph")
    group = panel.get_by_role("region", name=run, exact=True)
    group.get_by_role("button", name=row).first.click()


def canvas_of(page: Page) -> dict[str, float]:
    """Return where the drawing is in the window."""
    box = page.locator("canvas").first.bounding_box()
    assert box
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def middle_of(page: Page, box: dict[str, Any]) -> tuple[float, float]:
    """Return the middle of a box of the scene, in the window."""
    canvas = canvas_of(page)
    return canvas["x"] + box["x"] + box["width"] / 2, canvas["y"] + box["y"] + box["height"] / 2


class Mouse:
    """Clicks at times of its own, which are what the page goes by, however slow the machine is."""

    def __init__(self, page: Page, x: float, y: float) -> None:
        page.mouse.move(x, y)
        self._point = {"x": x, "y": y, "button": "left"}
        self._browser = page.context.new_cdp_session(page)
        self._started_at = time()

    def click(self, count: int, after: float) -> None:
        """Press and release for the first or second time, milliseconds after the beginning."""
        event = {**self._point, "clickCount": count, "timestamp": self._started_at + after / 1000}
        for kind in ("mousePressed", "mouseReleased"):
            self._browser.send("Input.dispatchMouseEvent", {**event, "type": kind})
