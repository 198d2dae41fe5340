"""A link to a server that needs a token, followed on a page of another site."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tools import writer
from tools.served import dashboard

from .conftest import OpenPage


class _LinkPage(BaseHTTPRequestHandler):
    """Answers with a page that has one link: to what the query names."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        if self.path.startswith("/?"):
            self.wfile.write(
                f'<link rel="icon" href="data:,"><a href="{self.path[2:]}">go</a>'.encode()
            )

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def other_site() -> Iterator[str]:
    """The address of another site's page; add the address to link to."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _LinkPage) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/?"
        server.shutdown()


@pytest.fixture
def token_url(tmp_path: Path) -> Iterator[str]:
    """The address of a dashboard that needs the token in it."""
    writer.write_run(tmp_path, "a", writer.scalar_file({"loss": [1, 2]}))
    with dashboard(str(tmp_path), "--bind_all", "--port", "0") as board:
        yield re.sub(r"//[^:]+:", "//localhost:", board.address)


def test_a_link_with_the_token_opens_the_page_and_a_reload_keeps_it(
    token_url: str, other_site: str, open_page: OpenPage
) -> None:
    page = open_page(other_site + token_url)
    page.get_by_text("go").click()
    page.get_by_role("heading", name="loss").wait_for()
    assert "token" not in page.url
    page.reload()
    page.get_by_role("heading", name="loss").wait_for()
