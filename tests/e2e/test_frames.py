"""The dashboard in a frame on another page: a notebook, an editor, a wiki."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer
from tools.served import PATIENCE, Dashboard, dashboard

from .conftest import OpenPage

TOKEN = "short-and-chosen"
NO_STORAGE = """
for (const name of ["localStorage", "sessionStorage", "indexedDB"])
  Object.defineProperty(globalThis, name, {
    get() { throw new DOMException("", "SecurityError"); },
  });
"""


class _FramePage(BaseHTTPRequestHandler):
    """Answers with a page that shows `src` of the query in a frame with the attributes `with`."""

    def do_GET(self) -> None:
        said = {name: value for name, (value,) in parse_qs(urlsplit(self.path).query).items()}
        frame = f'<iframe src="{said["src"]}" width="1400" height="800" {said.get("with", "")}>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(f'<!doctype html><link rel="icon" href="data:,">{frame}'.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def other_port() -> Iterator[int]:
    """The port of a server whose pages have a frame."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _FramePage) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A log directory with a scalar and a graph."""
    nodes = [NodeDef(name="input", op="Placeholder"), NodeDef(name="relu", op="Relu")]
    nodes[1].input.append("input")
    graph = writer.graph_event(GraphDef(node=nodes).SerializeToString())
    writer.write_run(tmp_path, "a", graph + writer.scalar_file({"loss": [1, 2, 3]}))
    return tmp_path


@contextmanager
def served(logs: Path, *flags: str) -> Iterator[Dashboard]:
    with dashboard(str(logs), "--port", "0", "--reload_interval", "1", *flags) as board:
        yield board


def framing(host: str, port: int, url: str, attributes: str = "") -> str:
    src = url.replace("&", "%26").replace("?", "%3F")
    return f"http://{host}:{port}/?src={src}&with={attributes.replace(' ', '+')}"


def assert_usable(page: Page) -> None:
    """Look at a chart and at the graph in the frame of a page."""
    frame = page.frame_locator("iframe")
    frame.get_by_role("heading", name="loss").wait_for()
    expect(frame.locator("canvas").first).to_be_visible()
    frame.get_by_role("navigation", name="Tabs").get_by_text("Graph").click()
    page.frames[1].wait_for_function(
        "() => window.scopeboard?.scene?.()?.boxes.some(({ name }) => name === 'relu')",
        timeout=PATIENCE * 1000,
    )


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_pages_on_this_machine_may_frame_it(
    host: str, logs: Path, other_port: int, open_page: OpenPage
) -> None:
    with served(logs) as board:
        page = open_page(framing(host, other_port, board.url))
        assert_usable(page)


@contextmanager
def complaints_of(browser: Browser, url: str) -> Iterator[tuple[Page, list[str]]]:
    """Open a page of which the console may complain."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page, complaints = context.new_page(), list[str]()
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(url)
    yield page, complaints
    context.close()


def test_pages_of_other_sites_may_not(logs: Path, other_port: int, browser: Browser) -> None:
    with (
        served(logs) as board,
        complaints_of(browser, framing("wiki.example.test", other_port, board.url)) as (page, said),
    ):
        expect(page.frame_locator("iframe").get_by_role("heading", name="loss")).to_have_count(0)
        assert any("frame-ancestors 'self'" in text for text in said)


def test_pages_of_other_sites_that_are_named_may(
    logs: Path, other_port: int, open_page: OpenPage
) -> None:
    origin = f"http://wiki.example.test:{other_port}"
    with served(logs, "--frame_ancestor", origin) as board:
        page = open_page(framing("wiki.example.test", other_port, board.url))
        assert_usable(page)


@pytest.mark.parametrize(
    ("host", "server"),
    [
        ("localhost", "localhost"),
        ("wiki.example.test", "localhost"),
        ("wiki.other.example.test", "127.0.0.1"),
    ],
)
def test_a_frame_with_the_token_is_usable_and_follows_the_log(
    host: str, server: str, logs: Path, other_port: int, open_page: OpenPage
) -> None:
    flags = ("--token", TOKEN, "--frame_ancestor", f"http://{host}:{other_port}")
    with served(logs, *flags) as board:
        url = f"{board.url.replace('localhost', server)}?token={TOKEN}"
        page = open_page(framing(host, other_port, url))
        frame = page.frame_locator("iframe")
        assert_usable(page)
        assert TOKEN not in page.frames[1].url
        writer.write_run(logs, "b", writer.scalar_file({"accuracy": [1]}))
        frame.get_by_role("navigation", name="Tabs").get_by_text("Scalars").click()
        frame.get_by_role("checkbox", name="Show b").wait_for()


def test_so_is_one_from_a_machine_that_browsers_do_not_take_as_safe(
    logs: Path, other_port: int, browser: Browser
) -> None:
    names = ("--frame_ancestor", f"http://wiki.example.test:{other_port}", "--allow_host")
    with served(logs, "--token", TOKEN, *names, "gpu.example.test") as board:
        url = f"{board.url.replace('localhost', 'gpu.example.test')}?token={TOKEN}"
        # It complains of headers that it ignores there.
        with complaints_of(browser, framing("wiki.example.test", other_port, url)) as (page, _):
            assert_usable(page)


def test_a_link_copied_in_a_frame_has_neither_token_nor_session(
    logs: Path, other_port: int, open_page: OpenPage
) -> None:
    flags = ("--token", TOKEN, "--frame_ancestor", f"http://wiki.example.test:{other_port}")
    with served(logs, *flags) as board:
        page = open_page(
            framing("wiki.example.test", other_port, f"{board.url}?token={TOKEN}"),
            prepare=lambda page: page.add_init_script(
                "globalThis.copied = [];"
                "const writeText = async (text) => void copied.push(text);"
                "Object.defineProperty(navigator, 'clipboard', { value: { writeText } });"
            ),
        )
        frame = page.frame_locator("iframe")
        frame.get_by_role("heading", name="loss").wait_for()
        frame.get_by_role("heading", name="loss").click()
        page.keyboard.press("y")
        page.frames[1].wait_for_function("() => copied.length > 0")
        (copied,) = json.loads(page.frames[1].evaluate("JSON.stringify(copied)"))
        assert copied.startswith(board.url)
        assert "/~" not in copied
        assert "/~" in page.frames[1].url


def test_a_frame_without_storage_is_usable(
    logs: Path, other_port: int, open_page: OpenPage
) -> None:
    with served(logs) as board:
        page = open_page(
            framing("localhost", other_port, board.url),
            prepare=lambda page: page.add_init_script(NO_STORAGE),
        )
        assert_usable(page)


def test_a_sandboxed_frame_is_usable_or_says_what_it_needs(
    logs: Path, other_port: int, open_page: OpenPage, browser: Browser
) -> None:
    sandbox = 'sandbox="allow-scripts{}"'
    with served(logs) as board:
        allowed = sandbox.format(" allow-same-origin")
        page = open_page(framing("localhost", other_port, board.url, allowed))
        assert_usable(page)
        expect(page.frame_locator("iframe").get_by_text("cannot load its files")).to_be_hidden()
        closed = framing("localhost", other_port, board.url, sandbox.format(""))
        with complaints_of(browser, closed) as (page, _):
            told = page.frame_locator("iframe").get_by_text("cannot load its files")
            expect(told).to_be_visible()
