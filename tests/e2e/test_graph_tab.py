"""The graph of a real TensorFlow program on the page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer
from tools.served import Dashboard, dashboard, excerpt

from .conftest import OpenPage
from .graph_scene import (
    Mouse,
    SceneView,
    canvas_of,
    middle_of,
    read_scene,
    read_still_scene,
)
from .messages import message
from .waiting import wait_until

# The links in the inspector scroll.
CONTROLS = ":is(button, select, summary, canvas):visible:not(.app-inspector-body *)"


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs: Path = tmp_path_factory.mktemp("logs")
    graph = writer.graph_event(excerpt("graph/seed_mnist.pb"))
    # A scalar too, so that there is another tab to go to.
    scalar = writer.event(1, writer.tf1_scalar("loss", 0.5))
    writer.write_run(logs, "train", graph + scalar)
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


@pytest.fixture
def top(board: Dashboard, open_page: OpenPage) -> SceneView:
    return read_scene(open_page(f"{board.url}?tab=graph"), "layer1")


def test_the_top_level_shows_the_scopes(top: SceneView) -> None:
    assert set(top.boxes) >= {
        "input",
        "layer1",
        "layer2",
        "moving_average",
        "loss_function",
        "train_step",
        "input_reshape",
        "Variable",
        "ArgMax",
        "ArgMax_1",
        "Cast",
        "Equal",
        "Mean",
    }


def test_edges_say_what_flows(top: SceneView) -> None:
    assert top.edge("input", "layer1")["label"] == "?×784"
    assert top.edge("layer1", "layer2")["label"] == "?×500"
    assert top.edge("layer2", "train_step")["label"] == "6 tensors"
    assert not top.edge("input", "layer1")["dashed"]


def test_a_control_dependency_is_dashed_and_carries_nothing(top: SceneView) -> None:
    assert top.edge("moving_average", "train_step", "control")["dashed"]
    assert ("moving_average", "train_step", "data") not in top.edges


def test_what_carries_more_is_thicker(top: SceneView) -> None:
    thin, thick = top.edge("layer2", "train_step"), top.edge("layer1", "moving_average")
    assert thin["width"] < thick["width"]


@pytest.mark.parametrize("is_slow", [False, True])
@pytest.mark.parametrize("name", ["layer1", "moving_average", "Variable"])
def test_a_scope_opens_on_a_double_click_however_slow(
    board: Dashboard, open_page: OpenPage, name: str, is_slow: bool
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    mouse = Mouse(page, *middle_of(page, read_scene(page, "layer1").boxes[name]))
    inspector = page.get_by_role("complementary", name="Inspector")
    mouse.click(1, after=0)
    if is_slow:
        inspector.wait_for()
    mouse.click(2, after=450 if is_slow else 60)
    assert read_scene(page, f"{name}/").boxes[name]["open"]
    expect(inspector.get_by_text(name).first).to_be_visible()


def test_a_click_leaves_the_drawing_where_it_is(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph")
    boxes = read_scene(page, "layer1").boxes.values()
    before = min(boxes, key=lambda box: float(box["x"]))  # far from where the inspector opens
    page.mouse.click(*middle_of(page, before))
    page.get_by_role("complementary", name="Inspector").wait_for()
    assert read_scene(page, "layer1").boxes[before["name"]] == pytest.approx(before)


def test_a_clicked_box_is_not_left_below_the_inspector(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    scene = read_scene(page, "layer1")
    rightmost = max(scene.boxes.values(), key=lambda box: float(box["x"] + box["width"]))
    page.mouse.click(*middle_of(page, rightmost))
    page.get_by_role("complementary", name="Inspector").wait_for()

    def is_in_view() -> bool:
        box = read_scene(page, "layer1").boxes[rightmost["name"]]
        return bool(0 <= box["x"] <= canvas_of(page)["width"] - box["width"])

    wait_until(page, is_in_view)


def test_a_tab_that_is_scrolled_to_stands_clear_of_the_fading(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph", 320, 844)
    read_scene(page, "layer1")
    page.locator(".app-tabs").evaluate("tabs => tabs.scrollTo(tabs.scrollWidth, 0)")
    page.keyboard.press("g")
    page.keyboard.press("s")
    page.locator('.app-tabs [aria-current]:text("Scalars")').wait_for()
    fade = 15  # pixels, of 16: rows scroll by whole ones

    def is_clear() -> bool:
        tabs = page.get_by_role("navigation", name="Tabs").bounding_box()
        chosen = page.locator(".app-tabs [aria-current]").bounding_box()
        assert tabs
        assert chosen
        right, edge = chosen["x"] + chosen["width"], tabs["x"] + tabs["width"]
        return tabs["x"] + fade <= chosen["x"] and right <= edge - fade

    wait_until(page, is_clear)


def test_a_double_tap_opens_a_scope_on_a_phone(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph", 390, 844)
    mouse = Mouse(page, *middle_of(page, read_scene(page, "layer1").boxes["loss_function"]))
    mouse.click(1, after=0)
    page.get_by_role("complementary", name="Inspector").wait_for()

    def is_above() -> bool:
        inspector = page.get_by_role("complementary", name="Inspector").bounding_box()
        drawing = canvas_of(page)
        assert inspector
        assert drawing["height"] > 250
        return drawing["y"] + drawing["height"] <= inspector["y"]

    wait_until(page, is_above)
    mouse.click(2, after=200)
    assert read_scene(page, "loss_function/").boxes["loss_function"]["open"]


def test_opening_a_scope_moves_nothing_past_another(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph")
    before = read_scene(page, "layer1")
    page.get_by_role("treeitem", name="layer1").first.wait_for(state="attached")
    page.mouse.dblclick(*middle_of(page, before.boxes["layer1"]))
    after = read_scene(page, "layer1/weights")
    assert after.boxes["layer1"]["open"]
    assert "open=layer1" in page.url
    inside, outer = after.boxes["layer1/weights"], after.boxes["layer1"]
    assert outer["x"] <= inside["x"]
    assert inside["x"] + inside["width"] <= outer["x"] + outer["width"]
    assert outer["y"] <= inside["y"]
    assert inside["y"] + inside["height"] <= outer["y"] + outer["height"]
    assert after.rows() == before.rows()


def test_a_link_restores_what_was_open(board: Dashboard, open_page: OpenPage) -> None:
    scene = read_scene(open_page(f"{board.url}?tab=graph&open=layer1"), "layer1/weights")
    assert scene.boxes["layer1"]["open"]


def test_a_link_to_a_node_that_is_not_there_leads_to_what_is_nearest(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph&node=layer1/weights/gone/too")
    read_scene(page, "layer1/weights")
    missing = message(
        "graph.canvas.nodeMissingWithMatch", "layer1/weights/gone/too", "layer1/weights"
    )
    told = page.get_by_role("status").filter(has_text=missing)
    expect(told).to_be_visible()
    inspector = page.get_by_role("complementary", name="Inspector")
    expect(inspector.get_by_role("heading", name="weights", exact=True)).to_be_visible()
    told.get_by_role("button", name=message("graph.dismiss")).click()
    expect(told).to_have_count(0)


def test_a_link_to_a_node_in_a_closed_scope_shows_its_card(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph&node=layer1/MatMul")
    scene = read_scene(page, "layer1")
    inspector = page.get_by_role("complementary", name="Inspector")
    expect(inspector.get_by_role("heading", name="MatMul", exact=True)).to_be_visible()
    assert "layer1/MatMul" not in scene.boxes


def test_what_is_odd_in_a_graph_is_told(tmp_path: Path, open_page: OpenPage) -> None:
    odd = GraphDef(node=[NodeDef(name="a", op="Relu", input=["nobody"])]).SerializeToString()
    writer.write_run(tmp_path, "odd", writer.graph_event(odd))
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=graph")
        read_scene(page, "a")
        page.get_by_text(message("graph.canvas.warningCount", 1)).click()
        expect(page.get_by_text("names no op")).to_be_visible()


def test_the_outline_tells_the_same_graph(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph")
    scene = read_scene(page, "layer1")
    listed = page.locator("[data-node]")
    expect(listed).to_have_count(len(scene.boxes))
    names = listed.evaluate_all("nodes => nodes.map(n => n.dataset.node)")
    assert set(names) == set(scene.boxes)


def test_the_tip_keeps_its_shape_at_the_right_edge_and_goes_when_the_drawing_moves(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    scene = read_scene(page, "layer1")
    rightmost = max(scene.boxes.values(), key=lambda box: float(box["x"] + box["width"]))
    page.mouse.move(*middle_of(page, rightmost))
    tip = page.locator(".graph-tip")
    tip.wait_for()
    box, drawing = tip.bounding_box(), canvas_of(page)
    assert box
    assert box["width"] > box["height"]
    assert box["x"] + box["width"] <= drawing["x"] + drawing["width"]
    page.keyboard.press("+")
    tip.wait_for(state="detached")


def test_the_drawing_is_as_it_was_after_a_look_at_another_tab(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    fitted = read_scene(page, "layer1").camera
    page.mouse.move(*middle_of(page, read_scene(page, "layer1").boxes["layer1"]))
    page.mouse.wheel(0, -300)
    page.wait_for_function("x => window.scopeboard.scene().camera.scale > x", arg=fitted["scale"])
    moved = read_scene(page, "layer1").camera
    with page.expect_response("**/api/scalars?*"):
        page.get_by_role("button", name="Scalars").click()
    page.wait_for_function("() => window.scopeboard?.scene === undefined")
    page.get_by_role("button", name="Graph").click()
    assert read_scene(page, "layer1").camera == pytest.approx(moved, rel=1e-3, abs=0.5)
    page.wait_for_url("**camera=**")
    page.reload()
    assert read_scene(page, "layer1").camera == pytest.approx(moved, rel=1e-3, abs=0.5)


def test_going_back_to_an_open_scope_leaves_it_where_it_was(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    page.mouse.dblclick(*middle_of(page, read_still_scene(page, "layer2").boxes["layer2"]))
    camera = read_still_scene(page, "layer2/").camera
    with page.expect_response("**/api/scalars?*"):
        page.get_by_role("button", name="Scalars").click()
    page.get_by_role("button", name="Graph").click()
    read_scene(page, "layer2/")
    page.go_back()
    page.wait_for_function("() => window.scopeboard?.scene === undefined")
    page.go_back()
    assert read_still_scene(page, "layer2/").camera == pytest.approx(camera, rel=1e-3, abs=0.5)


def test_a_layout_worker_that_does_not_start_is_said_and_can_be_tried_again(
    board: Dashboard, browser: Browser
) -> None:
    page = browser.new_page()
    page.route("**/layout.worker*", lambda route: route.abort())
    page.goto(f"{board.url}?tab=graph")
    retry = page.get_by_role("button", name=message("ui.retry"))
    retry.wait_for()
    page.unroute("**/layout.worker*")
    retry.click()
    assert "layer1" in read_scene(page, "layer1").boxes
    page.close()


@pytest.mark.parametrize(
    ("width", "height", "share"), [(1440, 900, 0.45), (1000, 640, 0.4), (390, 844, 0.3)]
)
def test_the_legend_takes_one_line_and_the_drawing_most_of_the_room(
    board: Dashboard, open_page: OpenPage, width: int, height: int, share: float
) -> None:
    page = open_page("about:blank")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{board.url}?tab=graph&node=layer1&colour=op_type")
    read_scene(page, "layer1")
    bar = page.get_by_role("region", name=message("graph.legend"), exact=True)
    expect(bar.get_by_text("Identity").first).to_be_attached()
    box, drawing = bar.bounding_box(), canvas_of(page)
    assert box is not None
    assert box["height"] <= 36
    assert drawing["width"] * drawing["height"] > share * width * height
    bar.get_by_role("button", name=message("graph.legend")).click()
    panel = page.get_by_role("dialog", name=message("graph.legend"))
    expect(panel.get_by_text("Identity")).to_be_visible()
    expect(panel.get_by_text(message("graph.bridgeEdge"))).to_be_visible()


def test_the_line_of_the_legend_explains_the_colour_of_most_nodes(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph&open=layer1&node=layer1&colour=op_type")
    read_scene(page, "layer1")
    bar = page.get_by_role("region", name=message("graph.legend"), exact=True)
    expect(bar.get_by_text(re.compile(r"^\d+ others"))).to_be_visible()
    page.get_by_role("combobox", name=message("graph.overlays.colourBy")).select_option("structure")
    expect(bar.get_by_text("1 repeated structure in view")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_fits_the_window(
    board: Dashboard, open_page: OpenPage, width: int, height: int, theme: str
) -> None:
    page = open_page(f"{board.url}?tab=graph&node=layer1", width, height, theme)
    read_scene(page, "layer1")
    for control in page.locator(CONTROLS).all():
        box = control.bounding_box()
        assert box
        assert box["x"] >= 0, control
        assert box["x"] + box["width"] <= width, control
        assert box["y"] + box["height"] <= height, control
