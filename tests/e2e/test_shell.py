"""What the shell does on every tab: following, undoing, finding, linking."""

import math
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, Request, Route, expect

from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import message
from .painting import picture
from .waiting import comes_to, wait_until, wait_until_quiet

RUNS = ("alpha", "beta", "gamma")


def points(steps: range) -> bytes:
    """Points of long ago, so that their age is the same for as long as a test takes."""
    return b"".join(
        writer.event(step, writer.tf1_scalar("loss", 1 / (1 + step)), wall_time=1e9 + step)
        for step in steps
    )


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A log directory with three runs of ten points."""
    for run in RUNS:
        writer.write_run(tmp_path, run, points(range(10)))
    return tmp_path


@pytest.fixture
def board(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A server of it that looks for new points every second."""
    state = str(tmp_path_factory.mktemp("state"))
    arguments = ("--port", "0", "--reload_interval", "1", "--state_dir", state)
    with dashboard("--logdir", str(logs), *arguments) as served:
        served.wait_until_read()
        yield served


def append(logs: Path, run: str, steps: range) -> None:
    with (logs / run / writer.FILE_NAME).open("ab") as file:
        file.write(points(steps))


def shown(page: Page) -> set[str]:
    boxes = page.get_by_role("checkbox", name="Show ", checked=True).all()
    return {(box.get_attribute("aria-label") or "").removeprefix("Show ") for box in boxes}


def hide(page: Page, run: str) -> None:
    page.get_by_role("checkbox", name=f"Show {run}").click()


def test_new_points_are_asked_for_where_they_are(
    open_page: OpenPage, board: Dashboard, logs: Path
) -> None:
    writer.write_run(logs, "delta", writer.scalar_file({"other": [1, 2]}))
    page = open_page(board.url)
    expect(page.get_by_text("30 points", exact=True)).to_be_visible()
    expect(page.get_by_text("2 points", exact=True)).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    wait_until_quiet(page, lambda: len(asked))  # a run has just appeared
    asked.clear()
    append(logs, "alpha", range(10, 14))
    expect(page.get_by_text("34 points", exact=True)).to_be_visible()
    scalars = [url for url in asked if "api/scalars" in url]
    assert scalars
    assert all("tag=loss" in url for url in scalars)
    assert not [url for url in asked if "api/status" in url or "api/tags" in url]


def test_a_paused_page_asks_nothing_until_it_goes_on(
    open_page: OpenPage, board: Dashboard, logs: Path
) -> None:
    asked: list[str] = []

    def listen(page: Page) -> None:
        page.on("request", lambda request: asked.append(request.url))

    def has_asked(part: str) -> bool:
        return any(part in url for url in asked)

    page = open_page(board.url, prepare=listen)
    expect(page.get_by_text("30 points", exact=True)).to_be_visible()
    page.keyboard.press(".")
    expect(page.get_by_text("Paused", exact=True)).to_be_visible()
    for late in ("page-late", "name=comments"):  # what the page requests when it is idle
        wait_until(page, partial(has_asked, late))
    wait_until_quiet(page, lambda: len(asked))
    asked.clear()
    append(logs, "alpha", range(10, 14))
    other = open_page(board.url)
    expect(other.get_by_text("34 points", exact=True)).to_be_visible()
    assert asked == []
    page.keyboard.press(".")
    expect(page.get_by_text("34 points", exact=True)).to_be_visible()


def test_pages_of_one_browser_share_a_stream(
    browser: Browser, board: Dashboard, logs: Path
) -> None:
    context = browser.new_context()
    standing: list[Request] = []

    def begin(asked: Request) -> None:
        if "api/stream" in asked.url:
            standing.append(asked)

    def end(asked: Request) -> None:
        if asked in standing:
            standing.remove(asked)

    context.on("request", begin)
    context.on("requestfailed", end)
    context.on("requestfinished", end)
    pages = [context.new_page() for _ in range(3)]
    for page in pages:
        page.goto(board.url)
        expect(page.get_by_text("30 points", exact=True)).to_be_visible()
    append(logs, "beta", range(10, 11))
    for page in pages:
        expect(page.get_by_text("31 points", exact=True)).to_be_visible()
    await_one_of(standing, pages)
    leading = standing[0].frame.page
    leading.close()
    left = [page for page in pages if page is not leading]
    append(logs, "beta", range(11, 12))
    for page in left:
        expect(page.get_by_text("32 points", exact=True)).to_be_visible()
    await_one_of(standing, left)
    context.close()


def await_one_of(streams: list[Request], pages: list[Page]) -> None:
    """Wait until these pages keep one stream; on a slow machine two may lead for a moment."""

    def kept() -> int:
        return len([stream for stream in streams if stream.frame.page in pages])

    comes_to(pages[0], kept, 1)


def test_what_was_changed_on_any_tab_is_undone_and_redone(
    open_page: OpenPage, board: Dashboard
) -> None:
    page = open_page(board.url)
    expect(page.get_by_text("30 points", exact=True)).to_be_visible()
    hide(page, "beta")
    expect(page.get_by_text("20 points", exact=True)).to_be_visible()
    page.get_by_role("radio", name="Wall").click()
    page.keyboard.press("g")
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Runs", exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    for key, query in (("z", "runs=alpha&runs=gamma&x=wall_time"), ("z", "runs=alpha&runs=gamma")):
        page.keyboard.press(f"Control+{key}")
        page.wait_for_url(f"**/?{query}")
    page.keyboard.press("Control+z")
    expect(page.get_by_text("30 points", exact=True)).to_be_visible()
    assert shown(page) == set(RUNS)
    page.keyboard.press("Control+Shift+z")
    expect(page.get_by_text("20 points", exact=True)).to_be_visible()
    assert shown(page) == {"alpha", "gamma"}


def test_the_palette_finds_runs_and_actions(open_page: OpenPage, board: Dashboard) -> None:
    page = open_page(board.url)
    expect(page.get_by_text("30 points", exact=True)).to_be_visible()
    held: list[Route] = []
    page.route(re.compile("/palette-.*js"), lambda route: held.append(route))  # noqa: PLW0108 - takes no attribute
    with page.expect_request(re.compile("/palette-.*js")):
        page.keyboard.press("Control+k")
    page.keyboard.type("gxma")
    for key in ("ArrowLeft", "Backspace", "Backspace", "Backspace"):
        page.keyboard.press(key)
    page.keyboard.type("ma")
    for route in held:
        route.continue_()
    field = page.get_by_role("combobox", name="Find runs, tags, nodes, views and actions")
    expect(field).to_have_value("gma")
    assert page.url == board.url
    expect(page.get_by_role("option", name="gamma")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(field).to_have_count(0)
    expect(page.get_by_text("10 points", exact=True)).to_be_visible()
    page.keyboard.press("Control+k")
    field.fill("undo")
    page.get_by_role("option", name="Undo the last change").click()
    expect(page.get_by_text("30 points", exact=True)).to_be_visible()


@pytest.mark.parametrize("many", [False, True])
def test_a_copied_link_shows_the_same_screen_to_somebody_else(
    browser: Browser, board: Dashboard, logs: Path, many: bool
) -> None:
    if many:
        for number in range(60):
            writer.write_run(logs, f"a-run-with-quite-a-long-name-{number:03}", points(range(3)))
    screens = []
    link = f"{board.url}?runs=all"
    for is_first in (True, False):
        context = browser.new_context(
            viewport={"width": 1920, "height": 1080},
            permissions=["clipboard-read", "clipboard-write"],
        )
        page = context.new_page()
        page.goto(link)
        expect(page.get_by_role("radio", name="Wall")).to_be_visible()
        if is_first:
            expect(
                page.get_by_text("210 points" if many else "30 points", exact=True)
            ).to_be_visible()
            hide(page, "alpha")
            page.get_by_role("radio", name="Relative").click()
            page.keyboard.press("y")
            expect(page.get_by_text("Link copied", exact=True)).to_be_visible()
            link = page.evaluate("navigator.clipboard.readText()")
            assert ("?v=" in link) == many
        expect(page.get_by_text("200 points" if many else "20 points", exact=True)).to_be_visible()
        expect(page.get_by_text("Link copied", exact=True)).to_be_hidden()
        # The list of runs may rest between two answers: it can be older than the charts.
        rows = page.locator(".run-row").count()
        expect(page.locator('[data-tooltip^="Last event"]')).to_have_count(rows)
        page.evaluate("document.activeElement.blur()")
        page.mouse.move(700, 5)
        page.wait_for_load_state("networkidle")
        screens.append(picture(page))
        context.close()
    assert screens[0] == screens[1]


def test_a_dialog_stays_open_when_a_text_selection_ends_outside(
    open_page: OpenPage, board: Dashboard
) -> None:
    page = open_page(board.url)
    expect(page.get_by_text("30 points", exact=True)).to_be_visible()
    page.get_by_role("button", name="Views", exact=True).click()
    field = page.get_by_role("dialog", name="Views").get_by_role("textbox")
    field.fill("a name that is not saved yet")
    box = field.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 5, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(5, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    expect(field).to_have_value("a name that is not saved yet")
    page.mouse.click(5, 5)
    expect(field).to_have_count(0)


def test_a_menu_stays_beside_its_button_when_the_page_scrolls(
    open_page: OpenPage, tmp_path: Path
) -> None:
    tags = {f"tag{number}": np.arange(3.0) for number in range(20)}
    writer.write_run(tmp_path, "a", writer.scalar_file(tags))
    with dashboard("--logdir", str(tmp_path), "--port", "0") as served:
        served.wait_until_read()
        page = open_page(served.url)
        button = page.get_by_role("button", name="More for tag0", exact=True)
        button.click()
        menu = page.get_by_role("menu", name="More for tag0", exact=True)
        expect(menu).to_be_visible()

        def top(part: Locator) -> float:
            box = part.bounding_box()
            assert box is not None
            return box["y"]

        before = top(button)
        distance = top(menu) - before
        page.mouse.move(900, 700)
        page.mouse.wheel(0, 60)
        wait_until(page, lambda: top(button) < before - 30)
        wait_until(page, lambda: abs(top(menu) - top(button) - distance) < 1)


def test_a_narrow_window_has_all_tabs_and_switches_in_a_menu(
    open_page: OpenPage, board: Dashboard
) -> None:
    page = open_page(board.url, width=390, height=844)
    more = page.get_by_role("button", name="More", exact=True)

    def choose(name: str) -> None:
        more.click()
        page.get_by_role("menuitem", name=name).click()

    choose("Overview")
    page.wait_for_url("**tab=overview**")
    more.click()
    current = page.locator("[role=menuitem][aria-current]")
    expect(current).to_have_text(["Overview"])
    expect(page.locator("[role=menuitem]:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    choose("Scalars")
    choose("Views")
    expect(page.get_by_role("dialog", name="Views")).to_be_visible()
    page.keyboard.press("Escape")
    choose("Go to step")
    expect(page.get_by_role("spinbutton", name="Step on all tabs")).to_be_focused()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.wait_for_url("**step=3**")
    page.get_by_role("button", name="Clear step").click()
    expect(page.get_by_role("spinbutton", name="Step on all tabs")).to_be_hidden()
    theme = page.locator("html").get_attribute("data-theme")
    choose("Theme")
    choose("Theme")
    assert page.locator("html").get_attribute("data-theme") != theme


def test_the_graph_tab_counts_the_nodes_of_its_graph(
    open_page: OpenPage, logs: Path, board: Dashboard
) -> None:
    page = open_page(board.url)
    tab = page.locator(".app-tabs").get_by_role("button", name="Graph", exact=True)
    expect(tab).to_have_count(0)
    nodes = [NodeDef(name=f"op_{at}", op="NoOp") for at in range(7)]
    graph = GraphDef(node=nodes).SerializeToString()
    with (logs / "alpha" / writer.FILE_NAME).open("ab") as file:
        file.write(writer.graph_event(graph))
    expect(tab).to_have_text("Graph7")
    before = tab.bounding_box()
    page.reload()
    expect(tab).to_be_visible()
    assert tab.bounding_box() == before
    expect(tab).to_have_text("Graph7")
    assert tab.bounding_box() == before


ALLOW_NOTIFICATIONS = """
    window.notices = [];
    window.Notification = class {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor(title, { body }) { window.notices.push(`${title}: ${body}`); }
    };
    window.isOutOfSight = false;
    Object.defineProperty(Document.prototype, "hidden", { get: () => window.isOutOfSight });
"""


def test_a_page_out_of_sight_notifies_of_new_warnings(
    open_page: OpenPage, logs: Path, board: Dashboard
) -> None:
    page = open_page(board.url, prepare=lambda opened: opened.add_init_script(ALLOW_NOTIFICATIONS))
    expect(page.get_by_text("30 points", exact=True)).to_be_visible()
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Find runs").fill("alert")
    page.get_by_role("option", name="Notify me of runs").click()
    expect(page.get_by_text(message("state.shell.notificationsOn"))).to_be_visible()
    page.get_by_role("button", name=message("runs.settingsLabel")).click()
    notifies = page.get_by_role("checkbox", name=message("runs.notifyOfRuns"))
    expect(notifies).to_be_checked()
    hide_page = "isOutOfSight = true; document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(hide_page)
    with (logs / "beta" / writer.FILE_NAME).open("ab") as file:
        file.write(writer.event(10, writer.tf1_scalar("loss", math.nan), wall_time=1e9 + 10))
    wait_until(page, lambda: len(page.evaluate("notices")) > 0)
    assert page.evaluate("notices")[0].startswith("Warning: beta · loss: ")
    page.evaluate(hide_page.replace("true", "false"))
    notifies.uncheck()
    expect(page.get_by_text(message("state.shell.notificationsOff"))).to_be_visible()
