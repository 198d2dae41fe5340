"""A run that writes a newer graph while somebody looks at the one before."""

from pathlib import Path

from playwright.sync_api import expect

from scopeboard.wire.graph_pb2 import GraphDef
from tools import writer
from tools.growing import GrowingFile
from tools.served import dashboard, excerpt

from .conftest import OpenPage
from .graph_scene import read_scene

LOOK = "open=layer1&open=layer2&choice=exclude:name:train_step&paint=3f9b57:layer2"
WHERE = "camera=-40,-180,0.75&node=layer1/mul/x"


def renamed(graph: bytes, before: str, after: str) -> bytes:
    """Return a graph in which a scope has another name, with one op more."""
    found = GraphDef.FromString(graph)
    for node in found.node:
        node.name = node.name.replace(before, after)
        node.input[:] = [name.replace(before, after) for name in node.input]
    found.node.add(name="brand_new", op="NoOp")
    return found.SerializeToString()


def test_a_newer_graph_takes_the_place_of_the_one_on_show(
    tmp_path: Path, open_page: OpenPage
) -> None:
    graph = excerpt("graph/seed_mnist.pb")
    first = writer.graph_event(graph)
    newer = writer.graph_event(renamed(graph, "layer2/", "dense2/"))
    path = tmp_path / "logs" / "train" / "events.out.tfevents.1"
    file = GrowingFile(path, first + newer, [len(first), 1000])
    file.grow()
    flags = ("--port", "0", "--reload_interval", "0.5", "--state_dir", str(tmp_path / "state"))
    with dashboard(str(tmp_path / "logs"), *flags) as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=graph&{LOOK}&{WHERE}")
        before = read_scene(page, "layer2/MatMul").boxes
        page.keyboard.press("f")
        file.grow()  # a torn record is not yet a graph
        page.wait_for_timeout(1500)
        assert "layer2" in read_scene(page, "layer1").boxes
        file.grow()
        after = read_scene(page, "dense2").boxes
        assert "brand_new" in after
        for kept in ("layer1/weights", "layer1/MatMul", "layer1/Relu"):
            assert abs(before[kept]["x"] - after[kept]["x"]) < 1
            assert abs(before[kept]["y"] - after[kept]["y"]) < 1
        assert after["train_step"]["role"] == "in_extract"
        inspector = page.get_by_role("complementary", name="Inspector")
        expect(inspector.get_by_role("heading", name="x = 1e-04", exact=True)).to_be_visible()
        expect(page.get_by_role("textbox", name="Find nodes")).to_be_focused()
        expect(page.get_by_text("2 settings no longer apply")).to_be_visible()
        page.get_by_role("button", name="2 settings without a node").click()
        expect(page.locator(".graph-stale-options li")).to_have_text(
            ["open scope: layer2", "colour: layer2"]
        )
        assert "layer2" not in page.url
