"""Two graphs beside each other on one page: each has its own camera, search, selection and undo."""

import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tasks.environment import PYTHON
from tasks.node import get_node
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import message

FRONTEND: Final = Path(__file__).parents[2] / "frontend"
VITE: Final = FRONTEND / "node_modules/vite/bin/vite.js"
DOCUMENT: Final = """<!doctype html>
<html lang="en">
  <base href="/">
  <title>Two graphs</title>
  <link rel="stylesheet" href="/two-graphs/style.css">
  <script type="module" src="/two-graphs/page.js"></script>
</html>"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the page, from its sources."""
    folder = tmp_path_factory.mktemp("two-graphs")
    config = ["--config", "vite.two-graphs.config.ts", "--outDir", str(folder)]
    node = str(get_node(PYTHON).programs / "node")
    subprocess.run([node, str(VITE), "build", *config], cwd=FRONTEND, check=True)
    return folder


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A server of two graphs in files."""
    folder = tmp_path_factory.mktemp("graphs")
    graphs = {
        "one": ["encoder/a", "loss"],
        "other": ["encoder/x", "decoder/y", "loss"],
    }
    files = []
    for name, ops in graphs.items():
        nodes = [NodeDef(name=ops[0], op="Add")]
        nodes += [NodeDef(name=op, op="Mul", input=[before]) for before, op in pairwise(ops)]
        file = folder / f"{name}.pb"
        file.write_bytes(GraphDef(node=nodes).SerializeToString())
        files += ["--graph", str(file)]
    with dashboard("--port", "0", *files) as running:
        yield running


@pytest.fixture
def page(open_page: OpenPage, served: Dashboard, built: Path) -> Page:
    """The page, served beside that of the server."""

    def answer(route: Route) -> None:
        path = route.request.url.split("/two-graphs/", 1)[1]
        if path == "":
            route.fulfill(body=DOCUMENT, content_type="text/html")
        else:
            route.fulfill(path=built / path)

    def prepare(page: Page) -> None:
        page.route("**/two-graphs/**", answer)

    return open_page(f"{served.url}two-graphs/", prepare=prepare)


@pytest.fixture
def panes(page: Page) -> tuple[Locator, Locator]:
    """The two graphs, once both are drawn."""
    one, other = (page.get_by_role("region", name=f"{name}.pb") for name in ("one", "other"))
    for pane, count in ((one, 2), (other, 3)):
        expect(rows(pane)).to_have_count(count)
        pane.get_by_role("button", name="Outline").click()
    return one, other


def rows(pane: Locator) -> Locator:
    return pane.get_by_role("treeitem")


def row(pane: Locator, name: str) -> Locator:
    return pane.locator(f"[role=treeitem][data-node='{name}']")


def pixels(pane: Locator) -> str:
    """Return what is drawn on the canvas of a graph."""
    picture: str = pane.locator("canvas.graph-canvas").evaluate("canvas => canvas.toDataURL()")
    return picture


def zoom(pane: Locator) -> str | None:
    return pane.locator(".graph-zoom").text_content()


def test_each_opens_its_own_scopes_and_undoes_them(panes: tuple[Locator, Locator]) -> None:
    one, other = panes
    before = pixels(other)
    row(one, "encoder").dblclick()
    expect(row(one, "encoder/a")).to_be_attached()
    expect(rows(other)).to_have_count(3)
    assert pixels(other) == before
    row(other, "decoder").dblclick()
    expect(row(other, "decoder/y")).to_be_attached()
    one.get_by_role("button", name="Undo").click()
    expect(rows(one)).to_have_count(2)
    expect(one.get_by_role("button", name="Undo")).to_be_disabled()
    expect(other.get_by_role("button", name="Undo")).to_be_enabled()
    expect(row(other, "decoder/y")).to_be_attached()


def test_each_has_its_own_camera(page: Page, panes: tuple[Locator, Locator]) -> None:
    one, other = panes
    before, zoomed = pixels(one), zoom(one)
    other.locator("canvas.graph-canvas").hover()
    page.mouse.wheel(0, -400)
    expect(other.locator(".graph-zoom")).not_to_have_text(zoomed or "")
    one.locator("canvas.graph-canvas").focus()
    page.keyboard.press("-")
    expect(one.locator(".graph-zoom")).not_to_have_text(zoomed or "")
    after = zoom(other)
    page.keyboard.press("0")
    expect(one.locator(".graph-zoom")).to_have_text(zoomed or "")
    assert zoom(other) == after
    assert pixels(one) == before


def test_each_has_its_own_search_and_selection(page: Page, panes: tuple[Locator, Locator]) -> None:
    one, other = panes
    one.locator("canvas.graph-canvas").focus()
    page.keyboard.press("f")
    page.keyboard.type("op:Add")
    expect(one.get_by_role("search").get_by_role("status")).to_have_text(
        message("graph.late.foundCount", 1)
    )
    expect(other.get_by_role("search")).to_have_count(0)
    row(other, "decoder").click()
    expect(other.get_by_role("navigation")).to_have_text("decoder")
    expect(one.get_by_role("navigation")).to_have_count(0)
    other.locator("canvas.graph-canvas").focus()
    page.keyboard.press("f")
    expect(other.get_by_role("search").get_by_role("textbox")).to_have_value("")
    expect(one.get_by_role("search").get_by_role("textbox")).to_have_value("op:Add")


def test_no_id_is_there_twice(page: Page, panes: tuple[Locator, Locator]) -> None:
    for pane in panes:
        pane.get_by_role("button", name="Find nodes").click()
        row(pane, "encoder").dblclick()
        expect(pane.locator("[role=treeitem][data-node^='encoder/']").first).to_be_attached()
    ids = page.eval_on_selector_all("[id]", "all => all.map(({ id }) => id)")
    assert len(ids) > 4
    assert len(set(ids)) == len(ids)
