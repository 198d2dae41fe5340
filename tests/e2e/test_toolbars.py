"""The toolbars of tabs: one row in which nothing jumps, on a phone two at most."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tools import writer
from tools.every_kind import write_every_kind
from tools.served import Dashboard, dashboard, excerpt

from .conftest import OpenPage
from .messages import message

ROW_PX = 50
TWO_ROWS_PX = 90
PHONE = (390, 844)
TABS = (
    "scalars",
    "distributions",
    "media",
    "text",
    "hparams",
    "hparams&hp.view=parallel",
    "curves",
    "custom",
    "projector",
)
PLACES = """bar => [...bar.querySelectorAll("button, input, select, label")]
  .filter((part) => part.checkVisibility())
  .map((part) => { const { x, y, width } = part.getBoundingClientRect(); return [x, y, width]; })"""


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """Runs with something for every tab."""
    logs: Path = tmp_path_factory.mktemp("full")
    write_every_kind(logs)
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


def bar_of(page: Page) -> Locator:
    return page.locator(".ui-tab-toolbar")


def options_of(page: Page) -> Locator:
    return page.get_by_role("button", name=message("ui.toolbarOptions"), exact=True)


def height_of(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["height"]


@pytest.mark.parametrize("tab", TABS)
def test_a_toolbar_is_one_row_and_on_a_phone_two_at_most(
    board: Dashboard, open_page: OpenPage, tab: str
) -> None:
    page = open_page(f"{board.url}?tab={tab}&runs=all&step=10")
    expect(bar_of(page)).to_be_visible()
    expect(options_of(page)).to_be_hidden()
    assert height_of(bar_of(page)) <= ROW_PX
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(page.locator(".app-top-bar > .ui-button")).to_be_visible()
    assert height_of(bar_of(page)) <= TWO_ROWS_PX
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(options_of(page)).to_be_hidden()
    assert height_of(bar_of(page)) <= ROW_PX
    # One of the runs is hidden, which the toolbar says: there is no further row.
    page.goto(f"{board.url}?tab={tab}&runs=re%3Aa&step=10")
    expect(page.get_by_text("1 more hidden")).to_have_count(0 if tab == "projector" else 1)
    assert height_of(bar_of(page)) <= ROW_PX
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(page.locator(".app-top-bar > .ui-button")).to_be_visible()
    assert height_of(bar_of(page)) <= TWO_ROWS_PX


@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_nothing_jumps_while_a_chart_is_zoomed(
    board: Dashboard, open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(f"{board.url}?tab=scalars&tags=loss&runs=all", *size)
    card = page.get_by_role("article", name="loss")
    reset = page.get_by_role("button", name=message("scalars.resetZoom"), exact=True)
    expect(card.locator("canvas").first).to_be_visible()
    expect(reset).to_be_disabled()
    before = bar_of(page).evaluate(PLACES), card.bounding_box()
    card.focus()
    page.keyboard.press("+")
    expect(reset).to_be_enabled()
    assert (bar_of(page).evaluate(PLACES), card.bounding_box()) == before
    reset.click()
    expect(reset).to_be_disabled()
    assert (bar_of(page).evaluate(PLACES), card.bounding_box()) == before


def test_controls_without_room_are_in_a_panel(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=scalars&runs=all", *PHONE)
    relative = page.get_by_role("radio", name=message("scalars.relative"))
    expect(options_of(page)).to_be_visible()
    expect(relative).to_be_hidden()
    options_of(page).click()
    relative.check(force=True)
    expect(page).to_have_url(f"{board.url}?tab=scalars&runs=all&x=relative")
    panel = page.locator(".ui-toolbar-options")
    box = panel.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    # A menu in the panel belongs to it.
    page.get_by_role("button", name=message("scalars.display"), exact=True).click()
    page.get_by_role("menuitemcheckbox").first.click()
    expect(panel).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(options_of(page)).to_be_focused()
    options_of(page).click()
    page.get_by_role("article").first.click()
    expect(panel).to_be_hidden()
    # The same controls, as they were chosen, where there is room for them.
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(relative).to_be_visible()
    expect(relative).to_be_checked()


def test_a_long_title_leaves_the_toolbar_of_a_graph_in_one_row(
    tmp_path: Path, open_page: OpenPage
) -> None:
    run = "trainings/of_today/20261130-0_convolutions_of_16_units_and_no_dropout/train"
    writer.write_run(tmp_path, run, writer.graph_event(excerpt("graph/seed_mnist.pb")))
    with dashboard(str(tmp_path), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?tab=graph")
        expect(page.locator(".graph-name")).to_contain_text(run)
        assert height_of(page.locator(".graph-toolbar")) <= ROW_PX
