"""Explanations for everybody: by pointer, by keyboard and by touch (WCAG 1.4.13)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tools import writer
from tools.served import Dashboard, dashboard

from .axe import findings
from .conftest import OpenPage

EXPLAINED = "Smoothing uses all points of the run"


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs: Path = tmp_path_factory.mktemp("logs")
    writer.write_run(logs, "train", writer.scalar_file({"loss": [3, 2, 1]}))
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


def open_scalars(
    board: Dashboard, open_page: OpenPage, size: tuple[int, int] = (1440, 900), theme: str = "light"
) -> Page:
    page = open_page(f"{board.url}?tab=scalars", *size, theme)
    expect(page.locator("canvas").first).to_be_visible()
    # Loaded when the page is idle.
    page.locator("#tooltip").wait_for(state="attached")
    return page


def tooltip(page: Page) -> Locator:
    return page.get_by_role("tooltip")


def press_until_focused(target: Locator, key: str) -> None:
    for _ in range(100):
        if target.evaluate("target => target === document.activeElement"):
            return
        target.page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {target}")


def is_in_view(page: Page) -> bool:
    box = tooltip(page).bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return box["x"] >= 0 and box["y"] >= 0 and right <= size["width"] and bottom <= size["height"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pointer_shows_one_and_can_move_onto_it(
    board: Dashboard, open_page: OpenPage, theme: str
) -> None:
    page = open_scalars(board, open_page, theme=theme)
    page.get_by_role("button", name="Theme: ").hover()
    expect(tooltip(page)).to_be_visible()
    assert is_in_view(page)
    assert findings(page) == []
    tooltip(page).hover()
    page.mouse.move(5, 400)
    expect(tooltip(page)).to_be_hidden()
    page.get_by_role("button", name="Smoothed").hover()
    expect(tooltip(page)).to_have_text(EXPLAINED)


def test_keys_show_one_and_escape_hides_it_alone(board: Dashboard, open_page: OpenPage) -> None:
    page = open_scalars(board, open_page)
    page.get_by_role("button", name="Full screen").click()
    screen = page.get_by_role("region", name="Full screen: loss")
    term = screen.get_by_role("button", name="Smoothed")
    expect(term).to_be_visible()
    press_until_focused(term, "Tab")
    expect(tooltip(page)).to_have_text(EXPLAINED)
    expect(term).to_have_accessible_description(EXPLAINED)
    page.keyboard.press("Escape")
    expect(tooltip(page)).to_be_hidden()
    expect(term).to_be_focused()
    page.keyboard.press("Enter")
    expect(tooltip(page)).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(screen).to_be_hidden()


def test_a_dialog_has_them_in_front_and_within_reach(board: Dashboard, open_page: OpenPage) -> None:
    page = open_scalars(board, open_page)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(tooltip(page)).to_be_hidden()
    dialog.get_by_role("button", name="Close").hover()
    expect(tooltip(page)).to_have_text("Close (Esc)")
    tooltip(page).hover()
    expect(tooltip(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(tooltip(page)).to_be_hidden()
    expect(dialog).to_be_visible()


def test_a_finger_taps_what_is_no_control_and_presses_controls_long(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_scalars(board, open_page, (390, 844))
    finger = page.context.new_cdp_session(page)

    def touch(target: Locator) -> None:
        box = target.bounding_box()
        assert box is not None
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})

    def lift() -> None:
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    term = page.get_by_role("button", name="Smoothed")
    term.scroll_into_view_if_needed()
    touch(term)
    lift()
    expect(tooltip(page)).to_have_text(EXPLAINED)
    assert is_in_view(page)
    pin = page.get_by_role("button", name="Pin loss")
    touch(pin)
    expect(tooltip(page)).to_have_text("Pin loss (p)")
    lift()
    expect(tooltip(page)).to_be_visible()
    expect(pin).to_have_attribute("aria-pressed", "false")
    touch(page.locator("canvas").first)
    lift()
    expect(tooltip(page)).to_be_hidden()


def test_cells_of_the_run_table_show_one_by_arrows_and_by_a_long_press(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_scalars(board, open_page)
    row = page.locator("tr[data-key]")
    age = row.get_by_role("gridcell").nth(1)
    explained = age.get_attribute("data-tooltip") or ""
    row.focus()
    press_until_focused(age, "ArrowRight")
    expect(tooltip(page)).to_have_text(explained)
    expect(age).to_have_accessible_description(explained)
    page.keyboard.press("Escape")
    expect(tooltip(page)).to_be_hidden()
    page.keyboard.press("Escape")
    expect(row).to_be_focused()
    box = age.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(tooltip(page)).to_have_text(explained)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tooltip(page)).to_be_visible()
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(row.get_by_role("checkbox").first).to_be_checked()
