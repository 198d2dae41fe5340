"""Moving about a graph: minimap, path, back and forward, opening many scopes, two fingers."""

import re
from collections.abc import Iterator
from functools import partial
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .graph_scene import canvas_of, middle_of, read_scene
from .messages import message
from .waiting import comes_to, wait_until

CAMERA = "() => window.scopeboard.scene().camera"
READABLE = 0.8  # the zoom from which names are read
SETTLED = 700  # milliseconds; a camera is saved when nothing has changed for 400


def camera_of(page: Page) -> dict[str, float]:
    found: dict[str, float] = page.evaluate(CAMERA)
    return found


def names_of(page: Page) -> set[str]:
    found = page.evaluate("() => window.scopeboard.scene().boxes.map(({ name }) => name)")
    return set(found)


def wait_for_names(page: Page, count: int) -> None:
    page.wait_for_function("n => window.scopeboard.scene().boxes.length === n", arg=count)


def test_the_minimap_comes_when_the_drawing_is_larger_than_the_view(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    read_scene(page, "layer1")
    minimap = page.locator(".graph-minimap")
    expect(minimap).to_have_count(0)
    for _ in range(5):
        page.keyboard.press("+")
    expect(minimap).to_be_visible()
    assert minimap.get_attribute("aria-hidden") == "true"
    page.keyboard.press("0")
    expect(minimap).to_have_count(0)


def test_the_frame_of_the_minimap_can_be_dragged(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph&camera=0,0,2")
    read_scene(page, "layer1")
    frame = page.locator(".graph-minimap-frame").bounding_box()
    assert frame
    before = camera_of(page)
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    # Taking hold of the frame moves nothing by itself.
    assert camera_of(page) == pytest.approx(before, abs=1)
    page.mouse.move(x + 20, y + 10)
    page.mouse.up()
    after = camera_of(page)
    assert after["scale"] == before["scale"]
    assert after["x"] < before["x"]
    assert after["y"] < before["y"]
    wanted = pytest.approx((frame["x"] + 20, frame["y"] + 10), abs=1.5)
    comes_to(page, lambda: frame_position(page), wanted)


def frame_position(page: Page) -> tuple[float, float]:
    frame = page.locator(".graph-minimap-frame").bounding_box()
    assert frame
    return frame["x"], frame["y"]


def test_there_is_no_minimap_in_a_narrow_window(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph&camera=0,0,2", 390, 844)
    read_scene(page, "layer1")
    expect(page.locator(".graph-minimap")).to_have_count(0)


def test_the_outline_gives_way_to_what_was_chosen_in_a_narrow_window(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph", 390, 844)
    read_scene(page, "layer1")
    pinned = page.locator(".graph-outline.pinned")
    page.get_by_role("button", name=message("graph.outline"), exact=True).click()
    pinned.get_by_role("treeitem", name="layer2").first.click()
    expect(pinned).to_have_count(0)
    expect(page.get_by_role("tree", name=message("graph.outlineLabel"))).not_to_be_focused()
    box = read_scene(page, "layer2").boxes["layer2"]
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 390


def test_the_path_leads_to_the_scopes_around(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(
        f"{board.url}?tab=graph&open=layer1&open=layer1/weights&node=layer1/weights/read"
    )
    read_scene(page, "layer1/weights/read")
    path = page.get_by_role("navigation", name=message("graph.breadcrumbs"))
    expect(path.get_by_role("listitem")).to_have_text(["layer1", "weights", "read"])
    path.get_by_role("button", name="layer1").click()
    expect(path.get_by_role("listitem")).to_have_text(["layer1"])
    assert "layer1/weights/read" in names_of(page)


def test_j_and_k_walk_the_rows_of_the_outline(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph&open=layer1")
    read_scene(page, "layer1/weights")
    rows = page.get_by_role("tree", name=message("graph.outlineLabel")).get_by_role("treeitem")
    expect(rows.nth(3)).to_be_visible()
    names = [row.get_attribute("data-node") for row in rows.all()]
    selected = rows.and_(page.locator("[aria-selected=true]"))
    for keys, at in (("j", 0), ("jjj", 3), ("k", 2), ("kk", 0), ("k", 0)):
        for key in keys:
            page.keyboard.press(key)
        expect(selected).to_have_attribute("data-node", names[at] or "")


def test_the_inspector_folds_away_while_nodes_are_walked(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph&node=layer1")
    read_scene(page, "layer1")
    inspector = page.get_by_role("complementary", name="Inspector")
    path = page.get_by_role("navigation", name=message("graph.breadcrumbs"))
    expect(inspector.get_by_text("name scope")).to_be_visible()
    width = canvas_of(page)["width"]
    page.keyboard.press("]")
    expect(inspector.get_by_text("name scope")).to_have_count(0)
    expect(path).to_contain_text("layer1")
    wait_until(page, lambda: canvas_of(page)["width"] > width)
    page.keyboard.press("k")
    expect(path).not_to_contain_text("layer1")
    inspector.get_by_role("button", name="Show the inspector").click()
    expect(inspector.get_by_role("heading", level=2)).to_have_text(path.inner_text())
    page.keyboard.press("Escape")
    expect(inspector).to_have_count(0)
    page.keyboard.press("]")
    expect(inspector).to_contain_text(message("app.nothingInspected"))


def test_back_and_forward_restore_what_was_viewed(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph")
    first = names_of_settled(page)
    page.mouse.dblclick(*middle_of(page, read_scene(page, "layer2").boxes["layer2"]))
    read_scene(page, "layer2/")
    opened = names_of_settled(page)
    opened_camera = camera_of(page)
    for _ in range(4):
        page.keyboard.press("+")
    page.wait_for_timeout(SETTLED)
    zoomed_camera = camera_of(page)

    page.keyboard.press("Alt+ArrowLeft")
    expect_camera(page, opened_camera)
    assert names_of(page) == opened
    back = page.get_by_role("button", name=message("graph.back"), exact=True)
    while len(names_of(page)) > len(first) and back.is_enabled():
        back.click()
        page.wait_for_timeout(SETTLED)
    assert names_of(page) == first
    assert "open=" not in page.url

    forward = page.get_by_role("button", name=message("graph.forward"), exact=True)
    while forward.is_enabled():
        forward.click()
        page.wait_for_timeout(SETTLED)
    assert names_of(page) == opened
    expect_camera(page, zoomed_camera)


def names_of_settled(page: Page) -> set[str]:
    read_scene(page, "layer1")
    page.wait_for_timeout(SETTLED)
    return names_of(page)


def expect_camera(page: Page, camera: dict[str, float]) -> None:
    page.wait_for_function(
        """wanted => { const now = window.scopeboard.scene().camera;
            return ["x", "y", "scale"].every((key) => Math.abs(now[key] - wanted[key]) < 1); }""",
        arg=camera,
    )


def test_scopes_open_to_a_depth_and_all_close(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph")
    read_scene(page, "layer1")
    top = names_of(page)
    before = read_scene(page, "layer1")
    choose(page, message("graph.expandScopes"), message("graph.topLevel"))
    expect(page.get_by_text(re.compile("^Expanded "))).to_be_visible()
    read_scene(page, "layer1/weights")
    one = names_of(page)
    assert all(name.count("/") <= 1 for name in one)
    after = read_scene(page, "layer1/weights")
    assert after.camera["scale"] >= READABLE
    # Too large to be read as a whole: what was in the middle is in view, opened.
    canvas = canvas_of(page)
    middle = min(before.boxes.values(), key=partial(distance_to_middle, canvas))
    wait_until_in_view(page, middle["name"])
    choose(page, message("graph.expandScopes"), "2")
    read_scene(page, "layer1/weights/read")
    assert names_of(page) > one
    page.get_by_text(message("graph.fitToView"), exact=True).click()
    expect(page.get_by_text(re.compile("^Expanded "))).to_have_count(0)
    wait_until_all_in_view(page)
    choose(page, message("graph.expandScopes"), message("graph.collapseAll"))
    wait_for_names(page, len(top))
    assert names_of(page) == top


def distance_to_middle(canvas: dict[str, float], box: dict[str, Any]) -> float:
    """Return how far a box is from the middle of the canvas."""
    across, down = (
        max(box[start] - middle, middle - box[start] - box[length], 0)
        for start, length, middle in (
            ("x", "width", canvas["width"] / 2),
            ("y", "height", canvas["height"] / 2),
        )
    )
    return hypot(across, down)


def wait_until_in_view(page: Page, name: str) -> None:
    page.wait_for_function(
        """({ name, width, height }) => window.scopeboard.scene().boxes.some((box) =>
            (box.name === name || box.scope === name) && box.x >= 0 && box.y >= 0 &&
            box.x + box.width <= width && box.y + box.height <= height)""",
        arg={**canvas_of(page), "name": name},
    )


def wait_until_all_in_view(page: Page) -> None:
    canvas = canvas_of(page)
    page.wait_for_function(
        """({ width, height }) => window.scopeboard.scene().boxes.every((box) =>
            box.x >= 0 && box.y >= 0 &&
            box.x + box.width <= width && box.y + box.height <= height)""",
        arg=canvas,
    )


def choose(page: Page, menu: str, item: str) -> None:
    page.get_by_role("button", name=menu).click()
    page.get_by_role("menuitem", name=item).first.click()


def test_all_below_a_scope_opens_in_view(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph")
    box = read_scene(page, "layer1").boxes["layer1"]
    page.mouse.click(*middle_of(page, box))
    page.keyboard.press("Shift+E")
    scene = read_scene(page, "layer1/weights/read")
    inside = [box for name, box in scene.boxes.items() if name.startswith("layer1/")]
    is_auxiliary = {box["name"]: box["role"] != "main" for box in inside}
    assert is_auxiliary["layer1/summaries"]
    # Auxiliary nodes stay closed, as the main graph is what is to be read.
    assert all(box["open"] or box["kind"] == "op" or is_auxiliary[box["name"]] for box in inside)
    assert not scene.boxes["layer2"]["open"]
    wait_until_in_view(page, "layer1")
    # Again when everything is open there and out of view.
    page.mouse.wheel(0, 3000)
    page.keyboard.press("Shift+E")
    wait_until_in_view(page, "layer1")


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A graph with more inside than is ever opened at once."""
    logs: Path = tmp_path_factory.mktemp("wide")
    kinds = ["Relu", "Add", "Mul", "Sub"]
    nodes = [
        NodeDef(name=f"part{scope}_x/{kinds[i % 4]}{i}q", op=kinds[i % 4])
        for scope in range(40)
        for i in range(100)
    ]
    writer.write_run(logs, "wide", writer.graph_event(GraphDef(node=nodes).SerializeToString()))
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


def test_no_more_is_opened_than_can_be_seen(wide: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{wide.url}?tab=graph&series=0")
    read_scene(page, "part0_x")
    choose(page, message("graph.expandScopes"), message("graph.allLevels"))
    told = page.get_by_text("stay collapsed")
    expect(told).to_be_visible()
    page.wait_for_function("() => window.scopeboard.scene().boxes.length > 100")
    assert len(names_of(page)) <= 3000
    assert "the limit of 3,000 nodes" in told.inner_text()


def test_two_fingers_zoom_about_the_point_between_them(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    read_scene(page, "layer1")
    canvas = canvas_of(page)
    x, y = canvas["x"] + 400, canvas["y"] + 300
    before = camera_of(page)
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *apart: float) -> None:
        points = [{"x": x + side, "y": y, "id": i} for i, side in enumerate(apart)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", -50, 50)
    for apart in (60, 80, 100):
        send("touchMove", -apart, apart)
    send("touchEnd")
    after = camera_of(page)
    assert after["scale"] == pytest.approx(2 * before["scale"], rel=0.02)
    for axis, at in (("x", 400), ("y", 300)):
        world = (at - before[axis]) / before["scale"]
        assert world * after["scale"] + after[axis] == pytest.approx(at, abs=2)
    assert "node=" not in page.url


def test_the_wheel_zooms_at_the_pointer(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph")
    read_scene(page, "layer1")
    canvas = canvas_of(page)
    before = camera_of(page)
    page.mouse.move(canvas["x"] + 200, canvas["y"] + 150)
    page.mouse.wheel(0, -200)
    page.wait_for_function("s => window.scopeboard.scene().camera.scale > s", arg=before["scale"])
    after = camera_of(page)
    for axis, at in (("x", 200), ("y", 150)):
        world = (at - before[axis]) / before["scale"]
        assert world * after["scale"] + after[axis] == pytest.approx(at, abs=1)


@pytest.mark.parametrize("menu", ["graph.expandScopes", "graph.exportLabel"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_menus_stay_in_the_window_and_have_their_keys(
    board: Dashboard, open_page: OpenPage, menu: str, width: int, height: int
) -> None:
    page = open_page(f"{board.url}?tab=graph", width, height)
    read_scene(page, "layer1")
    button = page.get_by_role("button", name=message(menu))
    button.click()
    box: Any = page.get_by_role("menu", name=message(menu)).bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height
    page.keyboard.press("End")
    page.keyboard.press("ArrowDown")
    focused = "() => document.activeElement.textContent"
    first = page.get_by_role("menu").locator("[role^=menuitem]").first.inner_text()
    assert page.evaluate(focused) == first
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(button).to_be_focused()


def test_scopes_in_view_open_without_a_question(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph")
    page.wait_for_function(
        """() => performance.getEntriesByType("resource")
            .some(({ name }) => name.endsWith("/scopes?name=layer2"))"""
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.mouse.dblclick(*middle_of(page, read_scene(page, "layer2").boxes["layer2"]))
    read_scene(page, "layer2/")
    wait_until(page, lambda: any("/node?name=layer2" in url for url in asked))
    assert not any(url.endswith("/scopes?name=layer2") for url in asked)
