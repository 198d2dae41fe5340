"""What a viewer chooses of a graph: by menu, by keys, by rules; kept, undone, shared."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import Page, Route, expect

from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer
from tools.served import Dashboard, dashboard, excerpt

from .conftest import OpenPage
from .graph_scene import canvas_of, choose_graph, middle_of, read_scene
from .messages import message
from .painting import picture
from .waiting import comes_to

Start = Callable[[], AbstractContextManager[Dashboard]]
PANEL = "Graph structure"
KEPT = "Saved for everyone who opens this graph."


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Return what starts a server on a log directory that keeps its state; each has its own."""
    logs = tmp_path / "logs"
    writer.write_run(logs, "train", writer.graph_event(excerpt("graph/seed_mnist.pb")))
    return lambda: dashboard(str(logs), "--port", "0", "--state_dir", str(tmp_path / "state"))


@pytest.fixture
def board(start: Start) -> Iterator[Dashboard]:
    with start() as running:
        running.wait_until_read()
        yield running


@pytest.fixture
def page(board: Dashboard, open_page: OpenPage) -> Page:
    opened = open_page(f"{board.url}?tab=graph")
    read_scene(opened, "layer1")
    return opened


def ask_for_menu(page: Page, name: str) -> None:
    """Right click on a node, beside its button."""
    x, y = middle_of(page, read_scene(page, name).boxes[name])
    page.mouse.click(x + 8, y, button="right")
    expect(page.get_by_role("menu")).to_be_visible()


def choose(page: Page, name: str, item: str) -> None:
    ask_for_menu(page, name)
    page.get_by_role("menuitem", name=item).click()


def wait_for_role(page: Page, name: str, role: str) -> None:
    page.wait_for_function(
        """([name, role]) => window.scopeboard?.scene?.()?.boxes
            .some(box => box.name === name && box.role === role)""",
        arg=[name, role],
    )


def open_panel(page: Page) -> None:
    page.get_by_role("button", name=PANEL).click()
    page.get_by_role("complementary", name=PANEL).wait_for()


def wait_until_kept(page: Page) -> None:
    """The server has been told; the panel says so."""
    expect(page.get_by_text(KEPT)).to_be_visible()


def wait_for_flow(page: Page, condition: str) -> None:
    """Wait until `input` (as `a`) and `layer1` (as `b`), which it feeds, stand in a certain way."""
    page.wait_for_function(
        f"""() => {{
            const boxes = window.scopeboard?.scene?.()?.boxes ?? [];
            const [a, b] = ["input", "layer1"].map(name => boxes.find(box => box.name === name));
            return a && b && {condition};
        }}"""
    )


def test_the_drawing_is_turned_and_stays_so(page: Page) -> None:
    wait_for_flow(page, "a.y > b.y + b.height")
    page.get_by_role("button", name=message("graph.layout")).click()
    page.get_by_role("menuitemradio", name=message("graph.leftToRight")).click()
    wait_for_flow(page, "a.x + a.width < b.x")
    page.keyboard.press("Escape")
    expect(page.locator("canvas.graph-canvas")).to_have_attribute(
        "aria-label", re.compile(message("graph.leftToRight"))
    )
    page.reload()
    wait_for_flow(page, "a.x + a.width < b.x")
    page.get_by_role("button", name=message("graph.layout")).click()
    page.get_by_role("menuitemradio", name=message("graph.topToBottom")).click()
    wait_for_flow(page, "a.y + a.height < b.y")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    wait_for_flow(page, "a.x + a.width < b.x")


def test_a_node_leaves_the_main_graph_and_comes_back(page: Page) -> None:
    page.mouse.dblclick(*middle_of(page, read_scene(page, "layer1").boxes["layer1"]))
    read_scene(page, "layer1/weights")
    page.get_by_role("complementary", name="Inspector").wait_for()
    # With room around it: a fitted drawing is fitted again where it comes to be larger.
    page.keyboard.press("0")
    page.keyboard.press("-")
    before = read_scene(page, "layer1/weights")
    choose(page, "train_step", message("graph.removeFromMain"))
    wait_for_role(page, "train_step", "in_extract")
    after = read_scene(page, "layer1/weights")
    assert after.boxes["layer1"]["open"]
    assert after.camera["scale"] == before.camera["scale"]
    assert "layer2" in after.boxes["train_step"]["before"].split("\n")
    assert "train_step" in after.boxes["layer2"]["after"].split("\n")
    assert ("layer2", "train_step", "data") not in after.edges
    assert "choice=exclude:name:train_step" in page.url
    page.keyboard.press("Control+z")
    wait_for_role(page, "train_step", "main")
    page.keyboard.press("Control+Shift+z")
    wait_for_role(page, "train_step", "in_extract")
    page.keyboard.press("0")
    choose(page, "train_step", message("graph.addToMain"))
    wait_for_role(page, "train_step", "main")


def test_the_menu_is_a_matter_of_keys_too(page: Page) -> None:
    page.mouse.click(*middle_of(page, read_scene(page, "Mean").boxes["Mean"]))
    page.keyboard.press("Shift+F10")
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(menu.get_by_role("menuitem").nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(page.locator("canvas.graph-canvas")).to_be_focused()
    page.wait_for_url("**node=Mean*")
    page.keyboard.press("ContextMenu")
    page.get_by_role("menuitem", name=message("graph.addNote")).press("Enter")
    expect(page.get_by_label(message("graph.inspector.note"), exact=True)).to_be_focused()


def test_a_finger_that_rests_asks_for_the_menu(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph", 390, 844)
    x, y = middle_of(page, read_scene(page, "layer1").boxes["loss_function"])
    touch = page.context.new_cdp_session(page)
    finger = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    touch.send("Input.dispatchTouchEvent", finger)
    expect(
        page.get_by_role("menu", name=message("graph.late.actionsFor", "loss_function"))
    ).to_be_visible()
    box = page.get_by_role("menu").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(100)
    expect(page.get_by_role("menu")).to_be_visible()


def test_a_cut_edge_leads_to_its_other_end(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph&choice=exclude:name:train_step&camera=80,20,1")
    scene = read_scene(page, "train_step")
    box = scene.boxes["layer2"]
    canvas = canvas_of(page)
    beside = box["after"].split("\n")
    row = beside.index("train_step") + 0.5 - len(beside) / 2
    page.mouse.click(
        canvas["x"] + box["x"] + box["width"] + 24,
        canvas["y"] + box["y"] + box["height"] / 2 + row * 13,
    )
    expect(page.get_by_role("complementary", name="Inspector")).to_contain_text("train_step")
    expect(page.get_by_text(message("graph.inspector.auxiliaryRole", "by rule"))).to_be_visible()


def test_hidden_kinds_are_told_and_come_back(page: Page) -> None:
    page.mouse.click(*middle_of(page, read_scene(page, "Mean").boxes["Mean"]))
    page.keyboard.press("h")
    page.wait_for_function(
        "() => window.scopeboard.scene().boxes.every(({ name }) => name !== 'Mean')"
    )
    expect(page.get_by_text("1 node hidden")).to_be_visible()
    page.get_by_role("button", name="Show ops of type Mean").click()
    read_scene(page, "Mean")


def test_rules_tell_what_they_move_before_they_are_in_force(page: Page) -> None:
    open_panel(page)
    page.get_by_label("Match by").select_option("regex")
    field = page.get_by_label("Type, pattern or name")
    field.fill("layer[")
    expect(page.get_by_text(re.compile("^Invalid pattern /"))).to_be_visible()
    expect(page.get_by_role("button", name="Add rule")).to_be_disabled()
    field.fill("^layer[12]$")
    expect(page.get_by_text("2 nodes", exact=True)).to_be_visible()
    field.press("Enter")
    wait_for_role(page, "layer1", "out_extract")
    page.get_by_role("button", name=re.compile("^Delete: Remove names that match")).click()
    wait_for_role(page, "layer1", "main")


def test_thresholds_go_back_to_their_defaults(page: Page) -> None:
    open_panel(page)
    field = page.get_by_label("Minimum series length")
    field.fill("2")
    field.press("Enter")
    page.wait_for_url("**series=2**")
    page.get_by_role("button", name="Reset to 5").click()
    page.wait_for_url(lambda url: "series=" not in url)


def test_what_was_chosen_is_there_the_next_time_and_an_address_wins(
    start: Start, open_page: OpenPage
) -> None:
    with start() as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=graph")
        read_scene(page, "layer1")
        choose(page, "train_step", message("graph.removeFromMain"))
        wait_for_role(page, "train_step", "in_extract")
        page.mouse.click(*middle_of(page, read_scene(page, "layer2").boxes["layer2"]))
        card = page.get_by_role("toolbar", name=message("graph.inspector.actions"))
        card.get_by_role("button", name=message("graph.addNote")).click()
        page.get_by_label(message("graph.inspector.note"), exact=True).fill("Look at the biases.")
        page.get_by_label(message("graph.inspector.note"), exact=True).blur()
        card.get_by_role("button", name=message("graph.inspector.colour")).click()
        page.get_by_role("button", name="green").click()
        open_panel(page)
        wait_until_kept(page)
        page.close()
    with start() as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=graph")
        wait_for_role(page, "train_step", "in_extract")
        assert "paint=3f9b57:layer2" in page.url
        page.mouse.click(*middle_of(page, read_scene(page, "layer2").boxes["layer2"]))
        expect(page.get_by_label(message("graph.inspector.note"), exact=True)).to_have_value(
            "Look at the biases."
        )
        other = open_page(f"{board.url}?tab=graph&node=layer2")
        assert read_scene(other, "train_step").boxes["train_step"]["role"] == "main"
        expect(other.get_by_label(message("graph.inspector.note"), exact=True)).to_have_value(
            "Look at the biases."
        )
        page.close()
        other.close()


def graph_of(*names: str) -> bytes:
    nodes = [NodeDef(name=name, op="Relu") for name in names]
    return writer.graph_event(GraphDef(node=nodes).SerializeToString())


def test_a_changed_graph_keeps_what_matches_and_lists_what_does_not(
    tmp_path: Path, open_page: OpenPage
) -> None:
    arguments = (str(tmp_path / "logs"), "--port", "0", "--state_dir", str(tmp_path / "state"))
    run = writer.write_run(tmp_path / "logs", "a", graph_of("stays", "goes", "other"))
    with dashboard(*arguments) as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=graph")
        choose(page, "stays", "Remove from main graph")
        choose(page, "goes", "Remove from main graph")
        wait_for_role(page, "goes", "in_extract")
        open_panel(page)
        wait_until_kept(page)
        page.wait_for_timeout(1200)  # the camera is saved a moment after the options
        page.close()
    for file in (tmp_path / "logs").rglob("*tfevents*"):
        file.unlink()
    writer.write_run(tmp_path / "logs", "a", graph_of("stays", "new", "other"))
    assert run
    with dashboard(*arguments) as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=graph")
        read_scene(page, "new")
        wait_for_role(page, "stays", "in_extract")
        expect(page.get_by_role("button", name=f"{PANEL}: 1 setting without")).to_be_visible()
        expect(page.get_by_text("rule: goes")).to_be_visible()
        page.close()


def test_a_series_is_taken_apart_and_put_together(tmp_path: Path, open_page: OpenPage) -> None:
    logs = tmp_path / "logs"
    writer.write_run(logs, "a", graph_of(*(f"add_{number}" for number in range(1, 7))))
    with dashboard(str(logs), "--port", "0", "--read_only") as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=graph")
        assert read_scene(page, "add_[1-6]").boxes["add_[1-6]"]["kind"] == "series"
        choose(page, "add_[1-6]", message("graph.ungroupSeries"))
        read_scene(page, "add_6")
        choose(page, "add_3", message("graph.late.groupSeries", "add_[1-6]"))
        assert list(read_scene(page, "add_[1-6]").boxes) == ["add_[1-6]"]
        page.close()


def test_choices_stay_with_their_graph(tmp_path: Path, open_page: OpenPage) -> None:
    logs = tmp_path / "logs"
    writer.write_run(logs, "one", graph_of("a", "b"))
    writer.write_run(logs, "two", graph_of("a", "c"))
    with dashboard(str(logs), "--port", "0", "--state_dir", str(tmp_path / "state")) as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=graph")
        choose_graph(page, "one", "Run graph")
        choose(page, "a", "Remove from main graph")
        wait_for_role(page, "a", "in_extract")
        choose_graph(page, "two", "Run graph")
        read_scene(page, "c")
        wait_for_role(page, "a", "main")
        assert "choice=" not in page.url
        choose_graph(page, "one", "Run graph")
        read_scene(page, "b")
        wait_for_role(page, "a", "in_extract")
        page.close()


def test_views_have_names(page: Page) -> None:
    views = page.get_by_role("button", name="Views", exact=True)
    page.mouse.dblclick(*middle_of(page, read_scene(page, "layer1").boxes["layer1"]))
    read_scene(page, "layer1/weights")
    views.click()
    page.get_by_label("Name for this view").fill("weights")
    page.get_by_role("button", name="Save").click()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => !window.scopeboard.scene().boxes.some(({ open }) => open)")
    views.click()
    page.get_by_role("button", name="weights", exact=True).click()
    seen = read_scene(page, "layer1/weights")
    assert seen.boxes["layer1"]["open"]
    page.keyboard.press("+")
    views.click()
    page.get_by_role("button", name="weights", exact=True).click()
    comes_to(page, lambda: read_scene(page, "layer1/weights").camera, seen.camera)
    views.click()
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("New name for weights").fill("first layer")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="first layer", exact=True)).to_be_visible()
    page.get_by_role("button", name="Delete first layer").click()
    expect(page.get_by_text(message("app.noSavedViews"))).to_be_visible()


def test_choices_leave_and_come_back_as_a_file(page: Page, tmp_path: Path) -> None:
    choose(page, "train_step", message("graph.removeFromMain"))
    wait_for_role(page, "train_step", "in_extract")
    open_panel(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export", exact=True).last.click()
    path = tmp_path / "choices.json"
    download.value.save_as(path)
    assert json.loads(path.read_text())["choices"] == {"choice": ["exclude:name:train_step"]}
    page.get_by_role("button", name="Reset all").click()
    wait_for_role(page, "train_step", "main")
    page.get_by_label("Settings file").set_input_files(path)
    wait_for_role(page, "train_step", "in_extract")
    path.write_text("{}")
    page.get_by_label("Settings file").set_input_files(path)
    expect(page.get_by_text(message("graph.noSettingsInFile"))).to_be_visible()


def late(route: Route) -> None:
    """Answer after the drawing has ceased to wait for further scopes."""
    sleep(0.6)
    route.continue_()


def middle_of_view(page: Page) -> list[float]:
    """Return what the camera looks at once `layer1` is open, in world units, and the zoom."""
    camera, canvas = read_scene(page, "layer1/").camera, canvas_of(page)
    sides = (("x", "width"), ("y", "height"))
    middle = [(canvas[size] / 2 - camera[start]) / camera["scale"] for start, size in sides]
    return [*middle, camera["scale"]]


def test_scopes_that_come_late_are_seen_from_where_they_were_left(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    page.mouse.dblclick(*middle_of(page, read_scene(page, "layer1").boxes["layer1"]))
    read_scene(page, "layer1/")
    canvas = canvas_of(page)
    page.mouse.move(canvas["x"] + 300, canvas["y"] + 200)
    page.mouse.wheel(0, -400)
    page.wait_for_url("**camera=**")
    left = middle_of_view(page)
    again = page.context.new_page()
    page.close()
    again.route("**/scopes?name=layer1", late)
    again.goto(f"{board.url}?tab=graph")
    comes_to(again, lambda: middle_of_view(again), pytest.approx(left, abs=1))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_refresh_gives_the_same_pixels(board: Dashboard, open_page: OpenPage, theme: str) -> None:
    page = open_page(f"{board.url}?tab=graph", theme=theme)
    choose(page, "train_step", message("graph.removeFromMain"))
    wait_for_role(page, "train_step", "in_extract")
    for name in ("layer1", "layer2", "loss_function"):
        page.keyboard.press("0")  # the camera is at the scope that was opened last
        page.mouse.dblclick(*middle_of(page, read_scene(page, name).boxes[name]))
        read_scene(page, f"{name}/")
    canvas = canvas_of(page)
    page.mouse.move(canvas["x"] + 300, canvas["y"] + 300)
    page.mouse.wheel(0, -170)
    page.mouse.move(2, 2)
    page.wait_for_url("**camera=**")
    drawing = page.locator(".graph-drawing")
    before = picture(page, drawing)
    page.reload()
    read_scene(page, "loss_function/")
    assert picture(page, drawing) == before
