"""What a screen reader says of changes by keys, and lines as sound."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import message

RATES = {"a": 1.0, "b": 0.5}


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """Two runs with a falling loss; the newer one comes first.."""
    directory = tmp_path_factory.mktemp("log")
    for run, rate in RATES.items():
        data = writer.scalar_file({"loss": [rate / (1 + at) for at in range(5)]})
        writer.write_run(directory, run, data)
    with dashboard("--logdir", str(directory), "--port", "0") as served:
        served.wait_until_read()
        yield served


def said(page: Page, text: str | re.Pattern[str]) -> None:
    """Wait until the page says a text to screen readers."""
    expect(page.locator("[data-announcer]")).to_have_text(text)


def test_keys_say_what_they_change(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=scalars&smooth=0.6")
    expect(page.get_by_role("figure")).to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("s")
    said(page, re.compile(r"^EMA 0\.\d+$"))
    page.keyboard.press("l")
    said(page, "y axis logarithmic")
    page.keyboard.press("l")
    said(page, "y axis linear")
    page.keyboard.press("+")
    said(page, "Step 1 to 3")
    page.keyboard.press("0")
    said(page, "All of Step")
    page.keyboard.press("x")
    said(page, re.compile("^x axis: "))
    page.keyboard.press("p")
    said(page, message("scalars.pinnedSpoken"))


def test_a_key_to_a_step_says_the_values_there(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=scalars&smooth=0.6")
    expect(page.get_by_role("figure")).to_be_visible()
    page.keyboard.press("Home")
    said(page, "loss, step 0: b 0.5, a 1.")
    page.keyboard.press("End")
    said(page, "loss, step 4: b 0.1, a 0.2.")


def test_a_key_to_a_tab_puts_the_focus_on_its_content(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=scalars")
    expect(page.get_by_role("figure")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("r")
    expect(page.get_by_role("main", name="Runs")).to_be_focused()


def test_lines_are_played_one_after_the_other(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=scalars")
    expect(page.get_by_role("figure")).to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("Shift+P")
    said(page, "b")
    said(page, "a")
    page.keyboard.press("Shift+P")
