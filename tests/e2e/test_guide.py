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


QUESTIONS = [
    ("compare two graphs one drawing", "graph-compare.html#one-drawing-of-both"),
    ("op most memory", "graph-find.html#find-the-op-that-uses-most-time-or-memory"),
    ("hide run everybody", "runs.html#hide-a-run-for-everybody"),
    ("ssh", "remote.html#use-it-over-ssh-where-the-logs-are"),
    ("share one chart", "views.html#share-one-chart"),
    ("pandas", "python.html#into-pandas"),
]
"""Of newcomers from TensorBoard: words that they would search for, and where the answer is."""
FEW = 3
"""Matches that are looked at."""


@pytest.mark.parametrize(("words", "answer"), QUESTIONS)
def test_a_newcomer_finds_the_answer_by_search_and_from_the_first_page(
    board: Dashboard, open_page: OpenPage, words: str, answer: str
) -> None:
    page = open_page(f"{board.url}help")
    expect(page.locator(f"article td a[href='{answer}']")).to_be_visible()
    field = page.locator("input[role=combobox]")
    field.wait_for(state="attached")
    page.keyboard.press("/")
    field.fill(words)
    name, _, anchor = answer.partition("#")
    match = page.locator(f"[role=listbox] a[href*='{name}'][href$='#{anchor}']")
    match.wait_for()
    first = [each.get_attribute("href") for each in page.locator("[role=listbox] a").all()[:FEW]]
    assert match.first.get_attribute("href") in first
    match.first.click()
    expect(page.locator(f"#{anchor}")).to_be_in_viewport()


@pytest.mark.parametrize(("theme", "shade"), [("light", "default"), ("dark", "slate")])
def test_it_follows_the_theme_of_the_system(
    board: Dashboard, open_page: OpenPage, theme: str, shade: str
) -> None:
    page = open_page(f"{board.url}help", 390, 844, theme)
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", shade)
