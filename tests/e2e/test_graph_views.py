"""Where somebody looks in a graph is a matter of the browser; choices are for everybody."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scopeboard.wire.graph_pb2 import GraphDef
from tools import writer
from tools.growing import GrowingFile
from tools.served import Dashboard, dashboard, excerpt

from .conftest import OpenPage
from .graph_scene import SceneView, canvas_of, middle_of, read_scene
from .messages import message
from .waiting import comes_to, wait_until

GREEN = "paint=3f9b57:layer2"
NOTE = "Look at the biases."


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Dashboard]:
    logs = tmp_path / "logs"
    writer.write_run(logs, "train", writer.graph_event(excerpt("graph/seed_mnist.pb")))
    with dashboard(str(logs), "--port", "0", "--state_dir", str(tmp_path / "state")) as running:
        running.wait_until_read()
        yield running


def revisit(context: BrowserContext, url: str) -> Page:
    """Open the bare address of the graph tab in a browser that has been there."""
    page = context.new_page()
    page.goto(f"{url}?tab=graph")
    return page


def open_scope(page: Page, name: str) -> None:
    page.mouse.dblclick(*middle_of(page, read_scene(page, name).boxes[name]))
    read_scene(page, f"{name}/")


def zoom(page: Page) -> None:
    canvas = canvas_of(page)
    page.mouse.move(canvas["x"] + 300, canvas["y"] + 200)
    page.mouse.wheel(0, -400)
    page.wait_for_url("**camera=**")


def opened(scene: SceneView) -> set[str]:
    return {name for name, box in scene.boxes.items() if box["open"]}


def wait_until_saved(page: Page, board: Dashboard, text: str) -> None:
    """Wait until the server has the shared state of a graph with a text in it."""

    def is_saved() -> bool:
        with urlopen(f"{board.url}api/state") as answer:
            names = [n for n in json.load(answer)["revisions"] if n.startswith("graph:")]
        parts = []
        for name in names:
            with urlopen(f"{board.url}api/state/part?name={name}") as answer:
                parts.append(answer.read().decode())
        return any(text in part for part in parts)

    wait_until(page, is_saved)


def test_each_browser_has_its_own_view_and_all_share_the_choices(
    board: Dashboard, open_page: OpenPage
) -> None:
    address = f"{board.url}?tab=graph"
    beginning = read_scene(open_page(address), "layer1").camera
    a, b = open_page(address), open_page(address)
    open_scope(a, "layer1")
    page_of_b = read_scene(b, "layer2").boxes
    assert "layer1/weights" not in page_of_b
    open_scope(b, "layer2")
    a.keyboard.press("0")
    a.mouse.click(*middle_of(a, read_scene(a, "layer1/").boxes["layer2"]))
    a.get_by_role("button", name="Add note…").click()
    a.get_by_label("Note", exact=True).fill(NOTE)
    a.get_by_label("Note", exact=True).blur()
    a.get_by_role("button", name="Colour", exact=True).click()
    a.get_by_role("button", name="green").click()
    zoom(a)
    left = read_scene(a, "layer1/").camera
    wait_until_saved(a, board, "3f9b57:layer2")
    zoom(b)

    c = open_page(address)
    scene = read_scene(c, "layer1")
    assert opened(scene) == set()
    assert scene.camera == beginning
    wait_until(c, lambda: GREEN in c.url)
    assert "camera=" not in c.url
    assert "node=" not in c.url
    expect(c.get_by_role("complementary", name="Inspector")).to_have_count(0)
    c.mouse.click(*middle_of(c, scene.boxes["layer2"]))
    expect(c.get_by_label("Note", exact=True)).to_have_value(NOTE)

    again = revisit(a.context, board.url)
    comes_to(again, lambda: opened(read_scene(again, "layer1/")), {"layer1"})
    comes_to(again, lambda: read_scene(again, "layer1/").camera, left)
    expect(again.get_by_label("Note", exact=True)).to_have_value(NOTE)
    other = revisit(b.context, board.url)
    comes_to(other, lambda: opened(read_scene(other, "layer2/")), {"layer2"})
    a.reload()
    comes_to(a, lambda: read_scene(a, "layer1/").camera, left)


def test_choices_arrive_in_an_open_page_and_leave_what_it_looks_at(
    board: Dashboard, open_page: OpenPage
) -> None:
    address = f"{board.url}?tab=graph"
    a, b = open_page(address), open_page(address)
    beginning = opened(read_scene(a, "layer1"))
    open_scope(b, "layer2")
    b.mouse.click(*middle_of(b, read_scene(b, "layer2/").boxes["layer2/MatMul"]))
    b.keyboard.press("-")
    b.wait_for_url("**camera=**")
    before = read_scene(b, "layer2/").camera["scale"]

    a.mouse.click(*middle_of(a, read_scene(a, "layer1").boxes["layer1"]))
    expect(a.get_by_role("complementary", name="Inspector")).to_be_visible()
    choose(a, "layer1", message("graph.removeFromMain"))
    a.get_by_role("button", name="Add note…").click()
    a.get_by_label("Note", exact=True).fill(NOTE)
    a.get_by_label("Note", exact=True).blur()
    a.get_by_role("button", name="Colour", exact=True).click()
    a.get_by_role("button", name="green").click()

    wait_until(b, lambda: read_scene(b, "layer1").boxes["layer1"]["role"] != "main")
    b.wait_for_url("**paint=3f9b57:layer1**")
    assert "choice=exclude:name:layer1" in b.url
    after = read_scene(b, "layer2/")
    assert "layer2" in opened(after)
    assert after.camera["scale"] == before
    assert b.evaluate("() => window.scopeboard.selected()") == "layer2/MatMul"
    assert opened(read_scene(a, "layer1")) == beginning
    b.keyboard.press("0")
    b.mouse.click(*middle_of(b, read_scene(b, "layer1").boxes["layer1"]))
    expect(b.get_by_label("Note", exact=True)).to_have_value(NOTE)

    # What one takes back is taken back for the other, too; a beginning is the viewer's own.
    b.keyboard.press("Shift+H")
    wait_until(b, lambda: opened(read_scene(b, "layer1")) == beginning)
    assert "choice=exclude:name:layer1" in b.url
    choose(b, "layer1", message("graph.addToMain"))
    wait_until(a, lambda: read_scene(a, "layer1").boxes["layer1"]["role"] == "main")
    assert a.evaluate("() => window.scopeboard.selected()") == "layer1"


def choose(page: Page, name: str, item: str) -> None:
    """Choose from the menu of a node."""
    page.mouse.click(*middle_of(page, read_scene(page, name).boxes[name]), button="right")
    page.get_by_role("menuitem", name=item).click()


def test_starting_afresh_leads_to_the_beginning_and_resetting_is_for_all(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph&choice=exclude:name:train_step")
    first = read_scene(page, "layer1")
    open_scope(page, "layer1")
    zoom(page)
    page.keyboard.press("Shift+H")
    wait_until(page, lambda: opened(read_scene(page, "layer1")) == opened(first))
    expect(page).not_to_have_url(re.compile("open=|&node=|camera="))
    assert "choice=exclude" in page.url
    page.get_by_role("button", name=message("graph.expandScopes")).click()
    page.get_by_role("menuitem", name=message("graph.late.resetShared")).click()
    expect(page).not_to_have_url(re.compile("choice="))
    page.keyboard.press("Control+z")
    expect(page).to_have_url(re.compile("choice=exclude"))


def test_storage_that_is_lost_leads_to_the_beginning(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph")
    open_scope(page, "layer1")
    zoom(page)
    context = page.context
    page.close()
    bare = context.new_page()
    bare.goto(f"{board.url}?tab=runs")
    bare.evaluate("localStorage.clear()")
    bare.close()
    again = revisit(context, board.url)
    assert opened(read_scene(again, "layer1")) == set()


def test_a_camera_that_an_earlier_version_shared_is_not_applied(
    board: Dashboard, open_page: OpenPage
) -> None:
    with urlopen(f"{board.url}api/graphs") as answer:
        (graph,) = json.load(answer)["graphs"]
    value = {
        "version": 1,
        "choices": {"paint": ["3f9b57:layer2"], "direction": ["left-to-right"]},
        "view": {"open": ["layer1"], "node": "layer1/weights", "camera": "-4000,-4000,3"},
    }
    change = json.dumps({"based_on": 0, "value": value}).encode()
    url = f"{board.url}api/state/part?name=graph:{graph['fingerprint']}"
    headers = {"Content-Type": "application/json", "Origin": board.url.rstrip("/")}
    urlopen(Request(url, change, headers, method="PUT")).close()
    page = open_page(f"{board.url}?tab=graph")
    scene = read_scene(page, "layer1")
    assert opened(scene) == set()
    wait_until(page, lambda: GREEN in page.url)
    assert "camera=" not in page.url
    assert "direction=" not in page.url


def test_the_view_of_a_newer_graph_is_that_of_the_one_before(
    tmp_path: Path, open_page: OpenPage
) -> None:
    graph = GraphDef.FromString(excerpt("graph/seed_mnist.pb"))
    first = writer.graph_event(graph.SerializeToString())
    graph.node.add(name="brand_new", op="NoOp")
    newer = writer.graph_event(graph.SerializeToString())
    file = GrowingFile(
        tmp_path / "logs" / "train" / "events.out.tfevents.1", first + newer, [len(first)]
    )
    file.grow()
    flags = ("--port", "0", "--reload_interval", "0.5", "--read_only")
    with dashboard(str(tmp_path / "logs"), *flags) as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=graph")
        open_scope(page, "layer1")
        page.wait_for_function("() => Object.keys(localStorage).some(key => key.includes('view'))")
        context = page.context
        page.goto(f"{board.url}?tab=runs")
        file.grow()
        again = revisit(context, board.url)
        read_scene(again, "brand_new")
        comes_to(again, lambda: opened(read_scene(again, "layer1/")), {"layer1"})
