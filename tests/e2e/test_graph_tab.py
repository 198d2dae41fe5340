"""The graph of a real TensorFlow program on the page."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import writer
from served import Dashboard, dashboard, excerpt

from .conftest import OpenPage
from .graph_scene import SceneView, read_scene


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs: Path = tmp_path_factory.mktemp("logs")
    writer.write_run(logs, "train", writer.graph_event(excerpt("graph/seed_mnist.pb")))
    with dashboard(str(logs), "--port", "0") as running:
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
        "accuracy",
        "Variable",
        "Merge",
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


def test_a_scope_opens_in_place_on_a_click_and_nothing_else_changes_its_order(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    before = read_scene(page, "layer1")
    page.get_by_role("treeitem", name="layer1").first.wait_for(state="attached")
    box = before.boxes["layer1"]
    canvas = page.locator("canvas").first.bounding_box()
    assert canvas
    page.mouse.dblclick(
        canvas["x"] + box["x"] + box["width"] / 2, canvas["y"] + box["y"] + box["height"] / 2
    )
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


def test_the_outline_tells_the_same_graph(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph")
    scene = read_scene(page, "layer1")
    names = page.locator("[data-node]").evaluate_all("nodes => nodes.map(n => n.dataset.node)")
    assert set(names) == set(scene.boxes)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_fits_the_window(
    board: Dashboard, open_page: OpenPage, width: int, height: int, theme: str
) -> None:
    page = open_page(f"{board.url}?tab=graph", width, height, theme)
    read_scene(page, "layer1")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
