"""Nodes whose names begin alike are one box: by themselves, ungrouped by a press, on request."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scopeboard.wire.graph_pb2 import GraphDef
from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .graph_scene import SceneView, middle_of, read_scene, read_still_scene
from .messages import message
from .waiting import wait_until

BLOCKS = [f"conv{stage}_block{block}" for stage in (2, 3, 4) for block in (1, 2, 3)]
PARTS = ("pad", "conv", "bn", "relu", "add", "out")
LAYERS = [f"{block}_{part}" for block in BLOCKS for part in PARTS]
STAGES = {"input", "conv2_*", "conv3_*", "conv4_*", "predictions"}


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Dashboard]:
    graph = GraphDef()
    for name in ("input", *LAYERS, "predictions"):
        before = [graph.node[-1].name] if graph.node else []
        graph.node.add(name=name, op="Relu" if before else "Placeholder", input=before)
    logs = tmp_path / "logs"
    writer.write_run(logs, "train", writer.graph_event(graph.SerializeToString()))
    with dashboard(str(logs), "--port", "0", "--state_dir", str(tmp_path / "state")) as running:
        running.wait_until_read()
        yield running


def names_in(scene: SceneView, scope: str = "") -> set[str]:
    return {name for name, box in scene.boxes.items() if box["scope"] == scope}


def test_flat_names_are_grouped_until_a_press_ungroups_them(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    scene = read_scene(page, "predictions")
    blocks = {f"{block}_*" for block in BLOCKS}
    assert names_in(scene) == STAGES
    shown = {name for name, box in scene.boxes.items() if not box["open"]}
    assert shown == {"input", "predictions", *blocks}  # eight boxes show a model, five do not
    notice = page.get_by_role("status").filter(has_text="Grouped by name prefix: 12 groups")
    said, drawing = notice.bounding_box(), page.locator(".graph-canvas").bounding_box()
    assert said is not None
    assert drawing is not None
    assert said["y"] + said["height"] <= drawing["y"]  # it covers nothing
    notice.get_by_role("button", name=message("graph.canvas.ungroup")).click()
    assert {"input", *LAYERS} <= names_in(read_scene(page, LAYERS[0]))
    page.wait_for_url("**prefixes=none**")
    expect(notice).to_be_hidden()
    page.keyboard.press("Control+z")
    wait_until(page, lambda: names_in(read_scene(page, "conv2_*")) == STAGES)


def test_a_link_opens_groups_and_a_viewer_ungroups_one(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph&open=conv3_block2_*")
    scene = read_scene(page, "conv3_block2_add")
    assert names_in(scene, "conv3_block2_*") == {f"conv3_block2_{part}" for part in PARTS}
    _menu(page, "conv2_block1_*")
    page.get_by_role("menuitem", name="Ungroup conv2_block1_*").click()
    wait_until(page, lambda: "conv2_block1_add" in names_in(read_scene(page, "conv2_*"), "conv2_*"))
    page.wait_for_url("**ungroup=conv2_block1_***")


def test_a_group_that_the_default_grouping_has_not_opens_without_an_error(
    tmp_path: Path, open_page: OpenPage
) -> None:
    graph = GraphDef()
    graph.node.add(name="input", op="Placeholder")
    for name in ("add_1", "add_2", "add_3"):
        graph.node.add(name=name, op="Add", input=[graph.node[-1].name])
    writer.write_run(tmp_path / "logs", "train", writer.graph_event(graph.SerializeToString()))
    with dashboard(str(tmp_path / "logs"), "--port", "0") as board:
        board.wait_until_read()
        page = open_page("about:blank")
        statuses: list[int] = []
        page.on("response", lambda response: statuses.append(response.status))
        with page.expect_response(
            lambda each: "name=add_" in each.url and "series" not in each.url
        ) as of_default:
            page.goto(f"{board.url}?tab=graph&series=3")
            page.mouse.dblclick(*middle_of(page, read_scene(page, "add_[1-3]").boxes["add_[1-3]"]))
        assert of_default.value.json()["missing"] == ["add_[1-3]"]
        assert names_in(read_scene(page, "add_1"), "add_[1-3]") == {"add_1", "add_2", "add_3"}
        assert not [status for status in statuses if status >= 400]


def test_a_scope_is_grouped_by_a_key_and_for_everybody(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph&prefixes=none")
    read_scene(page, LAYERS[0])
    _menu(page, LAYERS[0])
    page.get_by_role("menuitem", name=message("graph.late.groupByPrefix")).click()
    wait_until(page, lambda: names_in(read_scene(page, "input")) == STAGES)
    page.wait_for_url("**group=***")
    other = page.context.browser
    assert other is not None
    visitor = other.new_page()
    visitor.goto(f"{board.url}?tab=graph")
    assert names_in(read_scene(visitor, "conv2_*")) == STAGES
    visitor.get_by_role("button", name="Graph structure").click()
    expect(visitor.get_by_role("radio", name="Nowhere")).to_be_checked()
    visitor.close()


def _menu(page: Page, name: str) -> None:
    """Right click on a node, beside its button."""
    x, y = middle_of(page, read_still_scene(page, name).boxes[name])
    page.mouse.click(x + 8, y, button="right")
    expect(page.get_by_role("menu")).to_be_visible()
