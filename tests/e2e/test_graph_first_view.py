"""What is open when a graph is first shown, and how a viewer leaves it and comes back."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Request

from scopeboard.wire.graph_pb2 import GraphDef
from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .graph_scene import SceneView, canvas_of, read_scene
from .messages import message
from .waiting import wait_until

LAYERS = 9


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Dashboard]:
    graph = GraphDef()
    graph.node.add(name="x", op="Placeholder")
    for layer in range(LAYERS):
        before = graph.node[-1].name
        graph.node.add(name=f"net/model/layer{layer}/relu", op="Relu", input=[before])
    logs = tmp_path / "logs"
    writer.write_run(logs, "train", writer.graph_event(graph.SerializeToString()))
    with dashboard(str(logs), "--port", "0", "--state_dir", str(tmp_path / "state")) as running:
        running.wait_until_read()
        yield running


def opened(scene: SceneView) -> set[str]:
    return {name for name, box in scene.boxes.items() if box["open"]}


def collapse_all(page: Page) -> None:
    page.get_by_role("button", name=message("graph.expandScopes")).click()
    page.get_by_role("menuitem", name=message("graph.collapseAll")).click()


def test_wrappers_are_open_until_they_are_closed(board: Dashboard, open_page: OpenPage) -> None:
    address = f"{board.url}?tab=graph"
    page = open_page(address)
    assert opened(read_scene(page, "net/model/layer0")) == {"net", "net/model"}
    assert "open" not in parse_qs(urlsplit(page.url).query)
    collapse_all(page)
    wait_until(page, lambda: opened(read_scene(page, "net")) == set())
    page.wait_for_url("**closed=**")
    page.reload()
    assert opened(read_scene(page, "net")) == set()
    other = page.context.new_page()
    other.goto(address)
    assert opened(read_scene(other, "net")) == set()
    canvas = canvas_of(page)
    page.mouse.click(canvas["x"] + 8, canvas["y"] + canvas["height"] - 8)
    page.keyboard.press("Shift+H")
    assert opened(read_scene(page, "net/model/layer0")) == {"net", "net/model"}
    assert "closed" not in parse_qs(urlsplit(page.url).query)


def test_undo_leads_back_to_the_first_view(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph")
    read_scene(page, "net/model/layer0")
    collapse_all(page)
    wait_until(page, lambda: opened(read_scene(page, "net")) == set())
    page.keyboard.press("Control+z")
    assert opened(read_scene(page, "net/model/layer0")) == {"net", "net/model"}


def test_the_first_drawing_takes_one_request(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=scalars")
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/scope" in request.url:
            asked.append(request.url)

    page.on("request", note)
    page.goto(f"{board.url}?tab=graph")
    read_scene(page, "net/model/layer0")
    first = [url for url in asked if "first_view" in url]
    assert len(first) == 1
    assert not any("name=net" in url and "layer" not in url for url in asked)
