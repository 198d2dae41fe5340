"""What the page asks for, and when: the first drawing waits for nothing that it can do without."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from scopeboard.web.page import STATIC
from tools import writer
from tools.served import Dashboard, dashboard, excerpt

from .conftest import OpenPage
from .graph_scene import read_scene
from .waiting import wait_until, wait_until_quiet

# Compressed, of all scripts until a tab has drawn what it shows first.
MAX_SCRIPT_BYTES = {"scalars": 95_000, "graph": 120_000}
ASKED_OFTEN = {"/static/icon.svg"}  # by the browser, whenever the address changes


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A server of a run with a graph and a scalar."""
    logs: Path = tmp_path_factory.mktemp("logs")
    graph = writer.graph_event(excerpt("graph/seed_mnist.pb"))
    writer.write_run(logs, "train", graph + writer.event(1, writer.tf1_scalar("loss", 0.5)))
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


class Asked:
    """The addresses that a page asks for, in order."""

    def __init__(self) -> None:
        self.urls: list[str] = []

    def listen(self, page: Page) -> None:
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.path not in ASKED_OFTEN:
            self.urls.append(f"{parts.path}?{parts.query}" if parts.query else parts.path)

    def files(self, ending: str) -> list[str]:
        return [url for url in self.urls if url.endswith(ending)]

    def among(self, part: str) -> list[str]:
        return [url for url in self.urls if part in url]


def test_a_link_to_the_graph_brings_its_code_and_asks_nothing_twice(
    open_page: OpenPage, board: Dashboard
) -> None:
    asked = Asked()
    page = open_page(f"{board.url}?tab=graph", prepare=asked.listen)
    read_scene(page, "layer1")
    first_question = asked.urls.index(asked.among("/api/")[0])
    assert any("/graph-" in url for url in asked.urls[:first_question])
    files = files_of(page)
    assert len([url for url in files if url.endswith(".js")]) <= 5
    assert len([url for url in files if url.endswith(".css")]) <= 3
    assert asked.among("/api/status") == []
    assert [url for url in asked.urls if asked.urls.count(url) > 1] == []


@pytest.mark.parametrize("tab", ["", "scalars", "graph", "text"])
def test_the_page_takes_what_its_document_has_requested_already(
    open_page: OpenPage, board: Dashboard, tab: str
) -> None:
    asked = Asked()
    page = open_page(f"{board.url}?tab={tab}", prepare=asked.listen)
    expect(page.get_by_role("row").filter(has_text="train").first).to_be_visible()
    wait_until_quiet(page, lambda: len(asked.urls))
    html = page.request.get(page.url).text()
    ahead = re.findall(r'as="fetch" href="([^"]+)"', html)
    assert ahead
    assert {url: asked.urls.count(f"/{url}") for url in ahead} == dict.fromkeys(ahead, 1)


def test_the_first_cards_ask_once_what_was_asked_before_they_were_drawn(
    open_page: OpenPage, board: Dashboard
) -> None:
    asked = Asked()
    page = open_page(f"{board.url}?tab=scalars", prepare=asked.listen)
    expect(page.get_by_role("row", name="train 0.5")).to_be_visible()
    wait_until_quiet(page, lambda: len(asked.urls))
    assert len(asked.among("/api/scalars?")) == 1


def test_the_warnings_of_all_runs_are_requested_once(open_page: OpenPage, board: Dashboard) -> None:
    asked = Asked()
    # The list above the cards and the column of the run table.
    page = open_page(f"{board.url}?tab=scalars&cols=warnings", prepare=asked.listen)
    wait_until(page, lambda: asked.among("/api/warnings") != [])
    wait_until_quiet(page, lambda: len(asked.urls))
    assert asked.among("/api/warnings") == ["/api/warnings"]


def files_of(page: Page) -> list[str]:
    """Return the files that the document names, below the folder of static files."""
    html = page.request.get(page.url).text()
    return re.findall(r'(?:src|href)="static/([^"]+)"', html)


@pytest.mark.parametrize("tab", MAX_SCRIPT_BYTES)
def test_what_a_first_visit_loads_is_small(open_page: OpenPage, board: Dashboard, tab: str) -> None:
    asked = Asked()
    page = open_page(f"{board.url}?tab={tab}", prepare=asked.listen)
    if tab == "graph":
        read_scene(page, "layer1")
    else:
        expect(page.get_by_role("row", name="train 0.5")).to_be_visible()
    scripts = [name for name in files_of(page) if name.endswith(".js")]
    assert scripts
    if tab == "graph":
        scripts += [url.removeprefix("/static/") for url in asked.among("/layout.worker-")]
    size = sum((STATIC / f"{script}.gz").stat().st_size for script in scripts)
    assert size <= MAX_SCRIPT_BYTES[tab]
    # What comes by itself later was not waited for.
    loaded = {url.removeprefix("/static/") for url in asked.files(".js")}
    first_answer = asked.among("/scopes?" if tab == "graph" else "/api/scalars?")[0]
    before = asked.urls[: asked.urls.index(first_answer)]
    waited = {url.removeprefix("/static/") for url in before if url.endswith(".js")}
    assert set(scripts) <= loaded
    assert {name for name in waited - set(scripts) if "/tooltip-" not in name} == set()


def test_a_visitor_of_a_graph_loads_no_charts(open_page: OpenPage, board: Dashboard) -> None:
    asked = Asked()
    page = open_page(f"{board.url}?tab=graph", prepare=asked.listen)
    read_scene(page, "layer1")
    wait_until_quiet(page, lambda: len(asked.urls))
    assert asked.among("/graph-late-")
    assert asked.among("/chart-") == asked.among("/scalars-") == []


def test_a_log_with_a_graph_alone_opens_it_without_a_detour(
    open_page: OpenPage, tmp_path: Path
) -> None:
    writer.write_run(tmp_path, "train", writer.graph_event(excerpt("graph/seed_mnist.pb")))
    with dashboard(str(tmp_path), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        page = open_page(running.url)
        read_scene(page, "layer1")
        assert any("/graph-" in name for name in files_of(page))
        assert "tab=" not in page.url


def test_a_graph_is_ready_before_its_tab_is_opened(open_page: OpenPage, board: Dashboard) -> None:
    asked = Asked()
    page = open_page(board.url, prepare=asked.listen)
    tab = page.get_by_role("button", name="Graph", exact=True)
    expect(tab).to_be_visible()
    parts = ("/scopes?", "/layout.worker-", "/late-passes-")
    wait_until(page, lambda: all(asked.among(part) for part in parts))
    assert "tab=" not in page.url
    asked.urls.clear()
    tab.click()
    read_scene(page, "layer1")
    # The table beside it lists graphs then, which is no part of the drawing.
    code = [url for url in asked.files(".js") + asked.files(".css") if "/runs-late-" not in url]
    assert code == asked.among("/scopes?") == []


def test_the_pointer_on_a_tab_has_its_code_fetched(open_page: OpenPage, board: Dashboard) -> None:
    page = open_page(board.url)
    with page.expect_response(lambda response: "/overview-" in response.url):
        page.get_by_role("button", name="Overview", exact=True).hover()
    assert "tab=" not in page.url


def test_a_card_is_asked_for_once(open_page: OpenPage, tmp_path: Path) -> None:
    tags = {f"part/{name}": [1.0, 2.0, 3.0] for name in "abcdefghijkl"}
    writer.write_run(tmp_path, "train", writer.scalar_file(tags))
    with dashboard(str(tmp_path), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        asked = Asked()
        page = open_page(f"{running.url}?tab=scalars", 1440, 3600, prepare=asked.listen)
        expect(page.locator(".scalar-card canvas")).to_have_count(len(tags))
        wait_until_quiet(page, lambda: len(asked.urls))
        assert len(set(asked.among("/api/scalars"))) == len(tags)
        assert len(asked.among("/api/scalars")) == len(tags)
