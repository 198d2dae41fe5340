"""Whether everybody can use the page: axe-core on each tab, in both themes, wide and narrow."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer
from tools.every_kind import write_every_kind
from tools.media_events import strings
from tools.served import Dashboard, dashboard, excerpt

from .axe import findings
from .conftest import OpenPage
from .graph_scene import canvas_of, read_scene
from .messages import message
from .waiting import comes_to

LOOKS = [(theme, size) for theme in ("light", "dark") for size in ((1440, 900), (390, 844))]
ENTRIES = Path(__file__).parents[2] / "frontend" / "src" / "app" / "tabs" / "tabs.ts"
TABS = re.findall(r'^    id: "(\w+)",$', ENTRIES.read_text(), re.MULTILINE)
looks = pytest.mark.parametrize(("theme", "size"), LOOKS)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs: Path = tmp_path_factory.mktemp("logs")
    graph = writer.graph_event(excerpt("graph/seed_mnist.pb"))
    for run in ("train", "test"):
        writer.write_run(logs, run, graph + writer.scalar_file({"loss": [3, 2, 1], "rate": [1, 1]}))
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


@looks
def test_the_graph(
    board: Dashboard, open_page: OpenPage, theme: str, size: tuple[int, int]
) -> None:
    page = open_page(f"{board.url}?tab=graph&open=layer1", *size, theme)
    read_scene(page, "layer1/weights")
    assert findings(page) == []
    page.keyboard.press("f")
    page.keyboard.type("weights")
    expect(page.get_by_role("status").filter(has_text=" matches")).to_be_visible()
    assert findings(page) == []
    page.keyboard.press("Enter")
    expect(page.locator(".app-inspector")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Outline", exact=True).click()
    expect(
        page.locator(".graph-outline-row[aria-selected=true] .graph-outline-count")
    ).to_be_visible()
    assert findings(page) == []


@looks
def test_the_scalars(
    board: Dashboard, open_page: OpenPage, theme: str, size: tuple[int, int]
) -> None:
    page: Page = open_page(f"{board.url}?tab=scalars", *size, theme)
    expect(page.locator("canvas").first).to_be_visible()
    assert findings(page) == []


@looks
def test_the_runs(board: Dashboard, open_page: OpenPage, theme: str, size: tuple[int, int]) -> None:
    page = open_page(f"{board.url}?tab=runs&by=directory&rows=t:.", *size, theme)
    expect(page.locator('[data-run="test"]')).to_be_visible()
    page.get_by_role("button", name=message("runs.settingsLabel")).click()
    expect(page.get_by_role("button", name="min of loss")).to_be_visible()
    page.get_by_label("Filter runs").fill("(")
    assert findings(page) == []
    page.locator('[data-run="test"]').click(button="right")
    expect(page.get_by_role("menu")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("menuitem", name=message("runs.openDetails")).click()
    expect(page.locator(".app-inspector")).to_be_visible()
    assert findings(page) == []


@pytest.fixture(scope="module")
def full_board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """Runs with something for every tab."""
    logs: Path = tmp_path_factory.mktemp("full")
    write_every_kind(logs)
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


# A tab, and what stands on it when all of it is there.
DRAWN = {
    "overview": "[role=main] svg path[d^=M], main svg path[d^=M]",
    "distributions": "article[aria-label=weights] canvas",
    "media": "article[aria-label=digits] img",
    "text": "article .text-content strong",
    "hparams": ".hparams-session-table td",
    "curves": "article[aria-label=pr] table",
    "custom": "article[aria-label=both] canvas",
    "projector": "[role=img][aria-label*=vectors]",
    "tensors": "main tbody tr",
}


@looks
@pytest.mark.parametrize("tab", DRAWN)
def test_every_other_tab(
    full_board: Dashboard, open_page: OpenPage, tab: str, theme: str, size: tuple[int, int]
) -> None:
    page = open_page(f"{full_board.url}?tab={tab}&runs=all", *size, theme)
    expect(page.locator(DRAWN[tab]).first).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert findings(page) == []


@pytest.fixture(scope="module")
def long_texts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """Texts that scroll: nested JSON that differs, and a long one."""
    logs: Path = tmp_path_factory.mktemp("texts")
    for run, rate in (("a", 1), ("b", 2)):
        nested = {f"part_{at}": {"rate": rate, "sizes": [1, 2], "deep": {}} for at in range(40)}
        args = writer.event(0, strings("args", "text", json.dumps(nested).encode(), shape=()))
        data = args + writer.event(0, strings("log", "text", b"line  \n" * 90, shape=()))
        writer.write_run(logs, run, data + writer.scalar_file({"loss": [3, 2, 1]}))
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


@looks
@pytest.mark.parametrize("form", ["rendered", "raw", "difference"])
def test_texts_that_scroll(
    long_texts: Dashboard, open_page: OpenPage, form: str, theme: str, size: tuple[int, int]
) -> None:
    page = open_page(f"{long_texts.url}?tab=text&runs=all&text.as={form}", *size, theme)
    expect(page.locator(".text-content").filter(has_text="rate").first).to_be_visible()
    expect(page.get_by_text("Loading")).to_have_count(0)
    assert findings(page) == []


@looks
@pytest.mark.parametrize(
    ("view", "drawn"),
    [
        ("tab=scalars&card=loss", ".ui-full-screen canvas"),
        ("tab=runs&comparison=columns", ".run-comparison-table"),
    ],
)
def test_a_view_over_the_whole_tab(
    long_texts: Dashboard,
    open_page: OpenPage,
    view: str,
    drawn: str,
    theme: str,
    size: tuple[int, int],
) -> None:
    page = open_page(f"{long_texts.url}?{view}&runs=all", *size, theme)
    expect(page.locator(drawn).first).to_be_visible()
    assert findings(page) == []


def test_every_tab_of_the_page_is_looked_at() -> None:
    assert sorted([*DRAWN, "graph", "runs", "scalars"]) == sorted(TABS)


def test_the_outline_is_walked_with_keys_in_step_with_the_drawing(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    read_scene(page, "layer1")
    tree = page.get_by_role("tree")
    tree.focus()
    page.keyboard.press("Home")
    row = page.locator(".graph-outline-row.active")
    walk_down_to(page, row, "layer1")
    assert tree.get_attribute("aria-activedescendant") == row.get_attribute("id")
    expect(row).to_contain_text("layer1, 58 ops, from moving_average: 2 tensors, from input: ?×784")
    assert (row.get_attribute("aria-level"), row.get_attribute("aria-expanded")) == ("1", "false")
    page.keyboard.press("ArrowRight")
    assert read_scene(page, "layer1/weights").boxes["layer1"]["open"]
    expect(row).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowRight")
    expect(row).to_have_attribute("aria-level", "2")
    expect(row).to_have_attribute("aria-posinset", "1")
    page.keyboard.press("Enter")
    selected = row.get_attribute("data-node") or ""
    expect(page.get_by_role("treeitem", selected=True)).to_have_attribute("data-node", selected)
    drawing = page.get_by_role("application")
    active = drawing.get_attribute("aria-activedescendant")
    node = drawing.locator(f'[id="{active}"]')
    expect(node).to_have_attribute("aria-label", re.compile(f"^{selected}"))
    walk_down_to(page, row, "layer1/biases")
    page.keyboard.press("ArrowRight")
    expect(row).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Backspace")
    expect(row).to_have_attribute("data-node", "layer1")
    page.keyboard.press("ArrowLeft")
    expect(row).to_have_attribute("aria-expanded", "false")


def walk_down_to(page: Page, row: Locator, name: str) -> None:
    """Press the arrow until a row has the keys."""
    for _ in range(100):
        if row.get_attribute("data-node") == name:
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(name)


def test_an_outline_of_thousands_has_the_rows_in_view(tmp_path: Path, open_page: OpenPage) -> None:
    nodes = [NodeDef(name=f"n{i}", op=f"Op{i}") for i in range(4000)]
    graph = writer.graph_event(GraphDef(node=nodes).SerializeToString())
    writer.write_run(tmp_path, "a", graph)
    with dashboard(str(tmp_path), "--port", "0", "--read_only") as running:
        page = open_page(f"{running.url}?tab=graph")
        read_scene(page, "n0")
        tree = page.get_by_role("tree")
        tree.focus()
        page.keyboard.press("End")
        row = page.locator(".graph-outline-row.active")
        expect(row).to_have_attribute("aria-posinset", "4000")
        expect(row).to_be_in_viewport()
        assert page.get_by_role("treeitem").count() < 200


def test_the_drawing_is_two_keys_away_and_walked_by_keys(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    read_scene(page, "layer1")
    drawing = page.get_by_role("application")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(drawing).to_be_focused()

    def said() -> str:
        active = drawing.get_attribute("aria-activedescendant")
        return drawing.locator(f'[id="{active}"]').get_attribute("aria-label") or ""

    def expect_said(text: str) -> None:
        comes_to(page, lambda: said().startswith(text), wanted=True)

    page.keyboard.press("ArrowDown")
    first = read_scene(page, "layer1").rows()[0][0]
    expect_said(first)
    page.keyboard.press("f")
    page.keyboard.type("layer1")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("node=layer1"))
    page.keyboard.press("Escape")
    drawing.focus()
    page.keyboard.press("Shift+Enter")
    expect_said("layer1 · 58 ops, expanded")
    read_scene(page, "layer1/weights")
    page.keyboard.press("Shift+Enter")
    inside = read_scene(page, "layer1/weights").rows("layer1")
    expect_said(inside[0][0])
    is_inside = re.compile("node=layer1%2F|node=layer1/")
    for key in ("ArrowDown", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
        expect(page).to_have_url(is_inside)
        comes_to(page, lambda: is_selected_in_view(page), wanted=True)
    page.keyboard.press("Backspace")
    expect_said("layer1 · 58 ops, expanded")
    page.keyboard.press("Enter")
    expect_said("layer1 · 58 ops, collapsed")


def is_selected_in_view(page: Page) -> bool:
    canvas = canvas_of(page)
    name = page.evaluate("() => window.scopeboard.selected()")
    box = read_scene(page, name).boxes[name]
    return all(
        box[start] >= 0 and box[start] + box[length] <= canvas[length]
        for start, length in (("x", "width"), ("y", "height"))
    )


def test_a_toolbar_is_one_stop_of_the_tab_key(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph")
    read_scene(page, "layer1")
    tools = page.get_by_role("toolbar", name=message("graph.graph"))
    outline = tools.get_by_role("button", name=message("graph.outline"), exact=True)
    outline.focus()
    page.keyboard.press("End")
    last = tools.get_by_role("button", name=message("graph.fitGraph"), exact=False)
    expect(last).to_be_focused()
    page.keyboard.press("Tab")
    expect(tools.locator(":focus")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(last).to_be_focused()
