"""The guide in a browser, under the server's policy and below a prefix; it has to be built."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scopeboard.web.guide import GUIDE
from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage

pytestmark = pytest.mark.skipif(
    not (GUIDE / "search.json").is_file(), reason="the guide is not built; scripts/test builds it"
)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs: Path = tmp_path_factory.mktemp("logs")
    writer.write_run(logs, "train", writer.scalar_file({"loss": [3, 2, 1]}))
    with dashboard(str(logs), "--port", "0", "--path_prefix", "/a/board") as running:
        yield running


def test_a_search_finds_a_page_and_leads_there(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}help")
    words = page.locator("input[role=combobox]")
    words.wait_for(state="attached")  # the key does nothing before
    page.keyboard.press("/")
    words.fill("loopback")
    page.locator("[role=listbox] a").filter(has_text="loopback").first.click()
    expect(page).to_have_url(re.compile("/a/board/help/.*[?]h=loopback"))
    expect(page.locator("article mark").first).to_have_text(re.compile("loopback", re.IGNORECASE))


@pytest.mark.parametrize(("theme", "shade"), [("light", "default"), ("dark", "slate")])
def test_it_follows_the_theme_of_the_system(
    board: Dashboard, open_page: OpenPage, theme: str, shade: str
) -> None:
    page = open_page(f"{board.url}help", 390, 844, theme)
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", shade)
