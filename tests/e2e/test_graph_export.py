"""What can be taken away of a graph: pictures and data, whatever the names in it hold."""

import io
import json
import re
import struct
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from playwright.sync_api import Page, expect

from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .graph_scene import read_scene
from .messages import message

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)<!--&\"'"
PNG_SIZE = slice(16, 24)  # width and height in the IHDR chunk, big-endian


def take(page: Page, item: str, path: Path) -> bytes:
    """Choose an entry of the export menu and return what was saved."""
    page.keyboard.press("e")
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=item).first.click()
    download.value.save_as(path)
    expect(page.get_by_role("menu")).to_have_count(0)
    return path.read_bytes()


def parsed(svg: bytes) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own page has just written it


def texts_of(svg: ET.Element) -> list[str]:
    return [text.text or "" for text in svg.iter(f"{SVG}text")]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_svg_shows_the_drawing_in_light_colours(
    board: Dashboard, open_page: OpenPage, tmp_path: Path, theme: str
) -> None:
    page = open_page(f"{board.url}?tab=graph&open=layer1", theme=theme)
    scene = read_scene(page, "layer1/weights")
    svg = parsed(take(page, message("graph.export.svgVector"), tmp_path / "a.svg"))
    texts = texts_of(svg)
    assert {"layer1", "layer2", "moving_average", "weights"} <= set(texts)
    assert {"train", "Name scope", "Control dependency"} <= set(texts)
    grounds = [rect.get("fill") for rect in svg.iter(f"{SVG}rect") if rect.get("fill")]
    assert grounds[0] == "#fbfcfd"
    width, height = float(svg.get("width", 0)), float(svg.get("height", 0))
    view = [float(number) for number in svg.get("viewBox", "").split()]
    assert view[2:] == pytest.approx([width, height], abs=1)
    wide = max(box["x"] + box["width"] for box in scene.boxes.values()) - min(
        box["x"] for box in scene.boxes.values()
    )
    assert width >= wide / scene.camera["scale"]
    assert not any("style" in element.attrib for element in svg.iter())


def test_an_svg_of_the_selected_scope_holds_nothing_else(
    board: Dashboard, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(f"{board.url}?tab=graph&open=layer1&node=layer1")
    read_scene(page, "layer1/weights")
    page.keyboard.press("e")
    page.get_by_role("menuitemradio", name=message("graph.export.onlyNode", "layer1")).click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=message("graph.export.svgVector")).click()
    download.value.save_as(tmp_path / "a.svg")
    assert download.value.suggested_filename == "train-layer1.svg"
    texts = texts_of(parsed((tmp_path / "a.svg").read_bytes()))
    assert "weights" in texts
    assert "accuracy" not in texts


def test_graphml_and_gexf_have_the_ops_of_the_selected_scope(
    board: Dashboard, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(f"{board.url}?tab=graph&open=layer1&node=layer1")
    read_scene(page, "layer1/weights")
    graphml = take(page, message("graph.export.graphml"), tmp_path / "a.graphml")
    gexf = take(page, message("graph.export.gexfGephi"), tmp_path / "a.gexf")
    graphs = nx.read_graphml(io.BytesIO(graphml)), nx.read_gexf(io.BytesIO(gexf))
    assert "layer1/MatMul" in graphs[0]
    assert {name.partition("/")[0] for name in graphs[0]} == {"layer1"}
    assert {*graphs[0]} == {*graphs[1]}


def test_a_png_is_as_large_as_asked_for(
    board: Dashboard, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(f"{board.url}?tab=graph", theme="dark")
    read_scene(page, "layer1")
    svg = parsed(take(page, message("graph.export.svgVector"), tmp_path / "a.svg"))
    width, height = float(svg.get("width", 0)), float(svg.get("height", 0))
    for scale in (1, 3):
        png = take(page, message("graph.export.pngAt", scale), tmp_path / "a.png")
        assert png.startswith(b"\x89PNG")
        size = struct.unpack(">II", png[PNG_SIZE])
        assert size == pytest.approx((scale * width, scale * height), abs=scale + 1)


def test_a_png_that_is_too_large_is_drawn_smaller_and_told(
    tmp_path: Path, open_page: OpenPage
) -> None:
    kinds = ["Relu", "Tanh", "Abs"]
    scopes = [f"{letter}_part" for letter in "abcdefghijklmnopqrstuvwxyz"]
    names = [f"{scope}/n{i}" for scope in scopes for i in range(30)]
    chain = [
        NodeDef(name=name, op=kinds[i % 3], input=names[i - 1 : i]) for i, name in enumerate(names)
    ]
    graph = GraphDef(node=chain).SerializeToString()
    writer.write_run(tmp_path / "logs", "long", writer.graph_event(graph))
    with dashboard(str(tmp_path / "logs"), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=graph&{'&'.join(f'open={scope}' for scope in scopes)}")
        read_scene(page, "z_part/n[0,3,…,27]")
        png = take(page, message("graph.export.pngAt", 4), tmp_path / "a.png")
        size: Any = struct.unpack(">II", png[PNG_SIZE])
        assert max(size) <= 16_384
        assert size[0] * size[1] <= 2**26
        expect(page.get_by_text(re.compile("^Too large for 4× PNG"))).to_be_visible()


def test_what_is_drawn_is_taken_as_json_and_dot(
    board: Dashboard, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(f"{board.url}?tab=graph&open=layer1")
    scene = read_scene(page, "layer1/weights")
    view = json.loads(take(page, message("graph.export.jsonCoordinates"), tmp_path / "a.json"))
    assert {node["name"] for node in view["nodes"]} == set(scene.boxes)
    assert len(view["edges"]) == len(scene.edges)
    flows = {
        (edge["source"], edge["target"])
        for edge in view["edges"]
        if edge["scope"] == ""
        and isinstance(edge["source"], str)
        and isinstance(edge["target"], str)
    }
    assert ("loss_function", "train_step") in flows
    dot = take(page, message("graph.export.dotGraphviz"), tmp_path / "a.dot").decode()
    assert 'subgraph "cluster layer1" {' in dot
    assert re.search(r'"loss_function" -> "train_step" \[style=solid, label="4 tensors"', dot)


def test_names_of_a_log_are_never_markup(tmp_path: Path, open_page: OpenPage) -> None:
    nodes = [NodeDef(name=HOSTILE, op="Relu"), NodeDef(name="b\\N\n", op="Add", input=[HOSTILE])]
    graph = GraphDef(node=nodes).SerializeToString()
    writer.write_run(tmp_path / "logs", "odd", writer.graph_event(graph))
    with dashboard(str(tmp_path / "logs"), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=graph")
        page.wait_for_function("() => window.scopeboard?.scene?.()?.boxes.length >= 2")
        svg = parsed(take(page, message("graph.export.svgVector"), tmp_path / "a.svg"))
        assert not list(svg.iter(f"{SVG}script"))
        assert any("script" in text for text in texts_of(svg))
        view = json.loads(take(page, message("graph.export.jsonCoordinates"), tmp_path / "a.json"))
        assert len(view["nodes"]) == len(page.evaluate("() => window.scopeboard.scene().boxes"))
        assert '\\"' in take(page, message("graph.export.dotGraphviz"), tmp_path / "a.dot").decode()


def test_a_print_has_the_picture_on_a_page_of_its_own(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph", theme="dark")
    read_scene(page, "layer1")
    # The page is put on paper while the dialog would be open.
    page.evaluate("() => { window.print = () => { window.printed = new Promise(() => {}); }; }")
    page.evaluate(
        """() => {
            const remove = Element.prototype.remove;
            Element.prototype.remove = function () {
                if (!this.classList.contains("graph-print-image")) remove.call(this);
            };
        }"""
    )
    page.keyboard.press("e")
    page.get_by_role("menuitem", name=message("graph.export.print")).click()
    picture = page.locator(".graph-print-image")
    picture.wait_for(state="attached")
    expect(picture).not_to_be_visible()
    page.emulate_media(media="print")
    expect(picture).to_be_visible()
    expect(page.locator(".graph-toolbar")).not_to_be_visible()
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") == 1
    assert b"/Font" in pdf
