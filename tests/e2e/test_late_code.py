"""Keys pressed and files dropped before the code for them is there have their full effect later."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tools import writer
from tools.served import PATIENCE, Dashboard, dashboard, excerpt

from .conftest import OpenPage
from .graph_scene import read_scene
from .test_graph_files import hold_over
from .waiting import wait_until

GRAPH_LATE = "**/graph-late-*.js"
IS_DRAWN = """() => {
    const canvas = document.querySelector("canvas");
    if (!canvas?.width || !canvas.height) return false;
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Uint32Array(data.buffer);
    return pixels.some((pixel) => pixel >>> 24 && pixel !== pixels[0]);
}"""
"""Whether anything but the ground is on the canvas."""


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs: Path = tmp_path_factory.mktemp("logs")
    writer.write_run(logs, "train", writer.graph_event(excerpt("graph/seed_mnist.pb")))
    with dashboard(str(logs), "--port", "0") as running:
        running.wait_until_read()
        yield running


class Held:
    """Requests for scripts that wait until they are released."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.routes: list[Route] = []
        self.is_released = False

    def prepare(self, page: Page) -> None:
        page.route(self.pattern, self._hold)

    def _hold(self, route: Route) -> None:
        if self.is_released:
            route.continue_()
        else:
            self.routes.append(route)

    def release(self, page: Page) -> None:
        wait_until(page, lambda: len(self.routes) > 0)
        self.is_released = True
        for route in self.routes:
            route.continue_()


def open_held(open_page: OpenPage, url: str) -> tuple[Page, Callable[[], None]]:
    """Open a graph whose late code is held back; return what releases it."""
    held = Held(GRAPH_LATE)
    page = open_page(url, prepare=held.prepare)
    page.wait_for_function(IS_DRAWN, timeout=PATIENCE * 1000)  # `read_scene` needs late code
    return page, lambda: held.release(page)


def test_keys_of_the_drawing_act_in_their_order(open_page: OpenPage, board: Dashboard) -> None:
    page, release = open_held(open_page, f"{board.url}?tab=graph&node=layer1")
    above = page.evaluate("() => window.location.search")
    for key in ("ArrowUp", "i"):
        page.keyboard.press(key)
    assert page.evaluate("() => window.location.search") == above
    release()
    # The node above is selected before its inputs are traced.
    page.wait_for_function("() => /trace=/.test(window.location.search)")
    query = page.evaluate("() => Object.fromEntries(new URLSearchParams(window.location.search))")
    assert query["node"] != "layer1"
    expect(page.locator(".graph-trace-bar strong")).to_have_attribute("data-tooltip", query["node"])


def test_what_is_typed_behind_a_held_key_is_searched_for(
    open_page: OpenPage, board: Dashboard
) -> None:
    page, release = open_held(open_page, f"{board.url}?tab=graph&node=layer1")
    for key in ("j", "f", "b", "i", "a", "s"):
        page.keyboard.press(key)
    release()
    field = page.get_by_label("Find nodes", exact=True).and_(page.get_by_role("textbox"))
    expect(field).to_be_focused()
    expect(field).to_have_value("bias")
    page.wait_for_function("() => !/node=layer1(&|$)/.test(window.location.search)")


def test_the_search_takes_keys_before_it_can_be_drawn(
    open_page: OpenPage, board: Dashboard
) -> None:
    page, release = open_held(open_page, f"{board.url}?tab=graph")
    page.keyboard.press("f")
    page.keyboard.type("layer1")
    page.keyboard.press("Enter")
    field = page.get_by_role("textbox", name="Find nodes")
    expect(field).to_have_count(0)
    release()
    expect(field).to_have_value("layer1")
    expect(page.get_by_role("search").get_by_role("status")).to_contain_text("1 of")
    expect(field).to_be_focused()


def test_a_trace_begins_and_ends_before_its_bar_is_there(
    open_page: OpenPage, board: Dashboard
) -> None:
    page, release = open_held(open_page, f"{board.url}?tab=graph&node=layer1")
    page.keyboard.press("i")
    page.wait_for_function("() => /trace=/.test(window.location.search)")
    page.keyboard.press("Escape")
    page.wait_for_function("() => !/trace=/.test(window.location.search)")
    assert "node=layer1" in page.url
    page.keyboard.press("i")
    release()
    expect(page.locator(".graph-trace-bar")).to_be_visible()


def test_the_export_opens_with_the_focus_on_its_first_item(
    open_page: OpenPage, board: Dashboard
) -> None:
    page, release = open_held(open_page, f"{board.url}?tab=graph")
    page.keyboard.press("e")
    expect(page.get_by_role("menu", name="Export")).to_have_count(0)
    release()
    menu = page.get_by_role("menu", name="Export")
    expect(menu.get_by_role("menuitemradio").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(page.get_by_role("button", name="Export")).to_be_focused()


def test_a_file_dropped_before_its_code_is_there_is_shown(open_page: OpenPage) -> None:
    held = Held("**/*page-late-*.js")
    with dashboard("--port", "0") as running:
        page = open_page(running.url, prepare=held.prepare)
        page.locator("main").wait_for()
        hold_over(page, "digits.pb", excerpt("graph/seed_mnist.pb"))
        page.evaluate("letGo()")
        held.release(page)
        assert "layer1" in read_scene(page, "layer1").boxes
