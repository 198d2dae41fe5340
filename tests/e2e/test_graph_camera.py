"""The camera: what a person opens, finds, selects or moves is in sight, and beside all panels."""

from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tools.served import Dashboard

from .conftest import OpenPage
from .graph_scene import canvas_of, middle_of, read_scene
from .waiting import comes_to

MARGIN = 1  # px
PADDING = 16  # px
MIN_SHOWN = 24  # px
READABLE = 0.8
# The panels over the drawing, in CSS pixels of the canvas.
PANELS = """() => {
  const canvas = document.querySelector(".graph-canvas").getBoundingClientRect();
  const panels = document.querySelectorAll(".graph-drawing [data-covers], .graph-minimap");
  return [...panels].map(panel => {
    const { x, y, width, height } = panel.getBoundingClientRect();
    return { x: x - canvas.x, y: y - canvas.y, width, height };
  });
}"""


def is_in_sight(page: Page, name: str) -> bool:
    """Return whether all of a node's box is on the canvas, with no panel over it."""
    boxes = page.evaluate("() => window.scopeboard.scene()")["boxes"]
    box = next((one for one in boxes if one["name"] == name), None)
    if box is None:
        return False
    canvas = canvas_of(page)
    inside = (
        box["x"] >= -MARGIN
        and box["y"] >= -MARGIN
        and box["x"] + box["width"] <= canvas["width"] + MARGIN
        and box["y"] + box["height"] <= canvas["height"] + MARGIN
    )
    return inside and not any(overlap(box, panel) for panel in page.evaluate(PANELS))


def is_shown_open(page: Page, name: str) -> bool:
    """Return whether an open scope is in sight; if it is too large to be read, its first nodes."""
    scene, canvas = read_scene(page, name), canvas_of(page)
    box, scale = scene.boxes[name], scene.camera["scale"]
    is_large = any(
        box[length] / scale * READABLE > canvas[length] - 2 * PADDING
        for length in ("width", "height")
    )
    wanted = scene.rows(name)[0] if is_large and scale == READABLE else [name]
    return box["open"] and scale >= READABLE and any(is_in_sight(page, one) for one in wanted)


def is_main(page: Page, name: str) -> bool:
    """Return whether a node is in the main graph."""
    return bool(read_scene(page, name).boxes[name]["role"] == "main")


def selected(page: Page) -> str:
    """Return the name of the selected node, from the address."""
    return parse_qs(urlsplit(page.url).query).get("node", [""])[0]


def box_of(board: Dashboard, name: str) -> str:
    """Return the node that shows a match of the search; of the tag of a summary another one."""
    (graph,) = board.answer("api/graphs")["graphs"]
    answer = board.answer(f"api/graphs/{graph['id']}/search?q=weights&limit=100")
    return next((match["node"] for match in answer["matches"] if match["name"] == name), "")


def overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two rectangles share area."""
    return all(
        one[start] < other[start] + other[length] and other[start] < one[start] + one[length]
        for start, length in (("x", "width"), ("y", "height"))
    )


@pytest.mark.parametrize("size", [(1440, 900), (1200, 800)], ids=["1440", "1200"])
def test_each_scope_that_is_opened_is_in_sight(
    board: Dashboard, open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(f"{board.url}?tab=graph", *size)
    boxes = read_scene(page, "layer1").boxes
    scopes = [name for name, box in boxes.items() if box["kind"] == "metanode"]
    assert len(scopes) > 5
    for name in scopes:
        page = open_page(f"{board.url}?tab=graph", *size)
        read_scene(page, name)
        if not is_in_sight(page, name):  # a small canvas has not all of it at first
            page.keyboard.press("0")
            comes_to(page, partial(is_in_sight, page, name), wanted=True)
        page.mouse.dblclick(*middle_of(page, read_scene(page, name).boxes[name]))
        read_scene(page, f"{name}/")
        expect(page.get_by_role("complementary", name="Inspector")).to_be_visible()
        comes_to(page, partial(is_shown_open, page, name), wanted=True)


def test_each_match_is_in_the_middle_and_large_enough(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    read_scene(page, "layer1")
    page.keyboard.press("f")
    field = page.get_by_role("textbox", name="Find nodes")
    field.fill("weights")
    expect(page.get_by_text("76 matches")).to_be_visible()
    # By hand out of the drawing as it opens: from then on nothing fits it again.
    page.mouse.move(400, 500)
    page.mouse.wheel(0, 600)
    for nth in range(1, 13):
        field.press("Enter")
        expect(page.get_by_text(f"{nth} of 76")).to_be_visible()
        comes_to(page, lambda: is_in_sight(page, box_of(board, selected(page))), wanted=True)
        name = box_of(board, selected(page))
        assert read_scene(page, name).boxes[name]["height"] >= MIN_SHOWN
        inspector = page.get_by_role("complementary", name="Inspector")
        expect(inspector.locator(".graph-info-card")).to_be_visible()


def test_the_selection_stays_in_sight(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph&open=layer1&camera=100,-500,1")
    boxes = read_scene(page, "layer1/MatMul").boxes
    canvas = canvas_of(page)
    inside = [
        box
        for box in boxes.values()
        if not box["open"]
        and 0 < box["x"] < canvas["width"] - box["width"]
        and 0 < box["y"] < canvas["height"] - box["height"]
        and is_in_sight(page, box["name"])  # so that a click meets it, and not the minimap
    ]
    assert len(inside) > 2
    for box in inside:
        page.goto(f"{board.url}?tab=graph&open=layer1&camera=100,-500,1")
        read_scene(page, box["name"])
        page.mouse.click(*middle_of(page, box))
        comes_to(page, partial(is_in_sight, page, box["name"]), wanted=True)
    for key in ("ArrowUp",) * 4 + ("ArrowDown",) * 8:
        page.keyboard.press(key)
        comes_to(page, lambda: is_in_sight(page, selected(page)), wanted=True)


def test_what_leaves_the_main_graph_and_comes_back_stays_in_sight(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    boxes = read_scene(page, "layer1").boxes
    for name in ("train_step", "input", "Mean"):
        for action in ("Remove from main graph", "Add to main graph"):
            page.mouse.click(*middle_of(page, boxes[name]), button="right")
            page.get_by_role("menuitem", name=action).click()
            comes_to(
                page,
                partial(is_main, page, name),
                wanted=action == "Add to main graph",
            )
            comes_to(page, partial(is_in_sight, page, name), wanted=True)
            boxes = read_scene(page, name).boxes


def test_zooms_to_the_selection_by_key_by_menu_and_by_its_title(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph&open=layer1&node=layer1&camera=-900,-900,3")
    read_scene(page, "layer1/MatMul")
    page.keyboard.press("z")
    comes_to(page, lambda: is_in_sight(page, "layer1"), wanted=True)
    by_key = read_scene(page, "layer1").camera
    box = read_scene(page, "layer1").boxes["layer1"]
    canvas = canvas_of(page)
    assert max(box["width"] / canvas["width"], box["height"] / canvas["height"]) > 0.7  # filled
    page.keyboard.press("0")
    assert read_scene(page, "layer1").camera != by_key
    box = read_scene(page, "layer1").boxes["layer1"]
    x, y = canvas["x"] + box["x"] + 24, canvas["y"] + box["y"] + 8  # where its name stands
    page.mouse.dblclick(x, y)
    comes_to(page, lambda: read_scene(page, "layer1").camera, wanted=by_key)
    page.keyboard.press("0")
    page.mouse.click(x, y, button="right")
    page.get_by_role("menuitem", name="Zoom to selection").click()
    comes_to(page, lambda: read_scene(page, "layer1").camera, wanted=by_key)
    assert read_scene(page, "layer1").boxes["layer1"]["open"]
