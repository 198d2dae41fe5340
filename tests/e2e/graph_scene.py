"""What is on the graph's canvas, as plain data from the page's hook for tests."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from served import PATIENCE


@dataclass(frozen=True)
class SceneView:
    """The boxes by name and the edges by their ends and kind, in CSS pixels of the canvas."""

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
    """Return the scene once it holds a node of this name."""
    page.wait_for_function(
        "name => window.scopeboard?.scene()?.boxes.some(box => box.name === name)",
        arg=holding,
        timeout=PATIENCE * 1000,
    )
    scene = page.evaluate("() => window.scopeboard.scene()")
    return SceneView(
        {box["name"]: box for box in scene["boxes"]},
        {(edge["source"], edge["target"], edge["kind"]): edge for edge in scene["edges"]},
    )
