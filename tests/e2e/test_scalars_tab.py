"""Runs and scalars on the page."""

import csv
import math
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import message

# Whether the plot on a canvas holds the colour of one of its card's runs, give or take what
# smoothing its edge takes away.
IS_DRAWN = """canvas => {
  const card = canvas.closest("[data-tag]");
  const over = card.querySelector(".chart-plot")?.getBoundingClientRect();
  if (!over || over.width < 1) return false;
  const box = canvas.getBoundingClientRect();
  const rect = [over.left - box.left, over.top - box.top, over.width, over.height];
  const context = canvas.getContext("2d");
  const { data } = context.getImageData(...rect.map(side => side * devicePixelRatio));
  const colours = [...card.querySelectorAll(".scalar-value-line")]
    .map(line => getComputedStyle(line).color.match(/\\d+/g).map(Number));
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] < 200) continue;
    const isNear = (part, channel) => Math.abs(part - data[at + channel]) < 24;
    if (colours.some(colour => colour.every(isNear))) return true;
  }
  return false;
}"""

# Whether a card has its run's colour at the middle of its plot, where no mark of a NaN lies.
IS_DOTTED = """tag => {
  const card = document.querySelector(`[data-tag="${tag}"]`);
  const canvas = card.querySelector("canvas");
  const over = card.querySelector(".chart-plot").getBoundingClientRect();
  const box = canvas.getBoundingClientRect();
  const x = (over.left - box.left + over.width / 2) * devicePixelRatio;
  const y = (over.top - box.top + over.height / 2) * devicePixelRatio;
  const [red, green, blue] = canvas.getContext("2d").getImageData(x, y, 1, 1).data;
  const colour = getComputedStyle(card.querySelector(".scalar-value-line")).color;
  return colour === `rgb(${red}, ${green}, ${blue})`;
}"""

# The texts of table cells that are cut off, but for names, which may give way.
CUT_CELLS = """() => [...document.querySelectorAll(".scalar-value-table td:not(.value-run)")]
  .filter(cell => {
    const table = cell.closest(".scalar-value-table").getBoundingClientRect();
    return cell.scrollWidth > cell.clientWidth || cell.getBoundingClientRect().right > table.right;
  })
  .map(cell => cell.textContent)"""

# Controls, headings and cards that reach beyond a side of the window, where nothing can scroll.
BEYOND_THE_WINDOW = """() => [...document.querySelectorAll("button, input, h1, h2, h3, article")]
  .filter(element => element.checkVisibility())
  .filter(element => {
    const { left, right } = element.getBoundingClientRect();
    return left < 0 || right > innerWidth;
  })
  .map(element => element.outerHTML)"""


def write_logs(directory: Path) -> Path:
    """Write a run of two tags and one of one."""
    curve = [math.exp(-step / 300) for step in range(1000)]
    writer.write_run(
        directory, "train", writer.scalar_file({"accuracy": curve, "loss/total": curve})
    )
    writer.write_run(directory, "test", writer.scalar_file({"accuracy": curve[::10]}))
    return directory


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs = write_logs(tmp_path_factory.mktemp("logs"))
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


def card(page: Page, tag: str) -> None:
    """Wait until the card of a tag is drawn."""
    canvas = page.locator(f'[data-tag="{tag}"] canvas').first
    canvas.wait_for()
    page.wait_for_function(IS_DRAWN, arg=canvas.element_handle())


def test_the_page_shows_runs_and_charts(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(board.url)
    page.get_by_role("button", name=re.compile("^Expand ")).click()
    expect(page.locator(".run-row")).to_have_count(3)
    card(page, "accuracy")
    expect(page.locator('[data-tag="accuracy"]')).to_contain_text("1,100 points")
    card(page, "loss/total")


def test_a_hidden_run_leaves_the_chart_and_the_link_remembers_it(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(board.url)
    card(page, "accuracy")
    page.get_by_role("button", name=re.compile("^Expand ")).click()
    page.locator(".run-row").filter(has_text="test").last.get_by_role("checkbox").first.click()
    expect(page.locator('[data-tag="accuracy"]')).to_contain_text("1,000 points")
    again = open_page(page.url)
    expect(again.locator('[data-tag="accuracy"]')).to_contain_text("1,000 points")


def test_new_points_and_new_runs_appear_by_themselves(tmp_path: Path, open_page: OpenPage) -> None:
    logs = write_logs(tmp_path)
    with dashboard(str(logs), "--port", "0", "--reload_interval", "0.2") as board:
        board.wait_until_read()
        page = open_page(board.url)
        card(page, "accuracy")
        with (logs / "test" / writer.FILE_NAME).open("ab") as file:
            file.write(writer.event(100, writer.tf1_scalar("accuracy", 0.5)))
        writer.write_run(logs, "later", writer.scalar_file({"accuracy": [1.0]}))
        expect(page.locator('[data-run="later"]')).to_be_visible()
        # 1,100 points at first, one more in the file that grew, one in the new run.
        expect(page.locator('[data-tag="accuracy"]')).to_contain_text("1,102 points")


def test_a_server_that_starts_again_is_read_again(tmp_path: Path, open_page: OpenPage) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1.0, 2.0]}))
    command = (str(tmp_path), "--port", "0", "--reload_interval", "3600")
    with dashboard(*command) as first:
        first.wait_until_read()
        page = open_page(first.url)
        expect(page.locator('[data-tag="x"]')).to_contain_text("2 points")
        page.get_by_role("button", name=message("app.pauseLive")).click()
        writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1.0, 2.0, 3.0]}))
        # The first goes on, unasked: what the page asks for in a gap would be a failure to tell of.
        with dashboard(*command) as second:
            second.wait_until_read()
            page.route(
                "**/api/**", lambda route: route.continue_(url=moved(route.request.url, second))
            )
            page.get_by_role("button", name=message("app.resumeLive")).click()
            expect(page.locator('[data-tag="x"]')).to_contain_text("3 points")


def moved(url: str, board: Dashboard) -> str:
    """Return the address of the same resource on another server."""
    return board.url + url.split("/", 3)[3]


def test_an_empty_log_directory_explains_itself_and_fills(
    tmp_path: Path, open_page: OpenPage
) -> None:
    logs = tmp_path / "later"
    with dashboard(str(logs), "--port", "0", "--reload_interval", "0.2") as board:
        board.wait_until_read()
        page = open_page(board.url)
        expect(page.get_by_text(str(logs)).first).to_be_visible()
        expect(page.get_by_text("watching").first).to_be_visible()
        writer.write_run(logs, "a", writer.scalar_file({"x": [1.0, 2.0]}))
        expect(page.locator('[data-run="a"]')).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_fits_the_window(
    board: Dashboard, open_page: OpenPage, width: int, height: int, theme: str
) -> None:
    page = open_page(board.url, width, height, theme)
    card(page, "accuracy")
    assert page.evaluate(BEYOND_THE_WINDOW) == []


@pytest.mark.parametrize("axis", ["step", "relative", "wall_time"])
@pytest.mark.parametrize("width", [1440, 390])
def test_no_number_is_cut(tmp_path: Path, open_page: OpenPage, axis: str, width: int) -> None:
    rows = [writer.event(1_199_800, writer.tf1_scalar(tag, -1.439e8)) for tag in "abc"]
    rows += [writer.event(1_199_801, writer.tf1_scalar(tag, -0.05212)) for tag in "abc"]
    writer.write_run(tmp_path, "a_run_with_quite_a_long_name", writer.version() + b"".join(rows))
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?x={axis}", width)
        card(page, "a")
        assert page.evaluate(CUT_CELLS) == []
        page.locator('[data-tag="a"] .chart-plot').hover(position={"x": 2, "y": 40})
        expect(page.locator('[data-tag="a"]')).to_contain_text("−143.9M")
        assert page.evaluate(CUT_CELLS) == []


def test_a_series_of_one_point_is_seen(tmp_path: Path, open_page: OpenPage) -> None:
    between = [math.nan, 0.5, math.nan]
    writer.write_run(tmp_path, "a", writer.scalar_file({"one": [0.5], "between": between}))
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?smooth=0")
        expect(page.locator('[data-tag="one"] .scalar-bar')).to_have_count(1)
        expect(page.locator('[data-tag="between"]')).to_contain_text("2 NaN")
        page.wait_for_function(f"({IS_DOTTED})('between')")


def test_what_a_restart_superseded_is_hidden_until_asked_for(
    tmp_path: Path, open_page: OpenPage
) -> None:
    killed = [writer.event(step, writer.tf1_scalar("loss", 1.0)) for step in range(100)]
    resumed = [
        writer.event(step, writer.tf1_scalar("loss", 0.5), wall_time=1.8e9 + step)
        for step in range(60, 120)
    ]
    for name, events in (("events.tfevents.1", killed), ("events.tfevents.2", resumed)):
        writer.write_run(tmp_path, "a", writer.version() + b"".join(events), name)
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(board.url)
        loss = page.locator('[data-tag="loss"]')
        expect(loss).to_contain_text("120 points")
        loss.get_by_role("button", name="40 overwritten points hidden").click()
        expect(page).to_have_url(f"{board.url}?superseded=shown")
        again = open_page(page.url)
        again.get_by_role("button", name="Display").click()
        setting = again.get_by_role("menuitemcheckbox", name=message("scalars.overwritten"))
        expect(setting).to_be_checked()
        loss = again.locator('[data-tag="loss"]')
        expect(loss.get_by_role("button", name="40 overwritten points shown")).to_be_visible()
        setting.click()
        expect(loss.get_by_role("button", name="40 overwritten points hidden")).to_be_visible()


def test_points_at_one_step_are_drawn_over_time(tmp_path: Path, open_page: OpenPage) -> None:
    stuck = [
        writer.event(0, writer.tf1_scalar("stuck", value), wall_time=1.7e9 + value)
        for value in range(5)
    ]
    counted = [writer.event(step, writer.tf1_scalar("counted", 1.0)) for step in range(5)]
    writer.write_run(tmp_path, "a", writer.version() + b"".join(stuck + counted))
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(board.url)
        card(page, "stuck")
        expect(page.locator('[data-tag="stuck"]')).to_contain_text(message("scalars.oneStep"))
        expect(page.locator('[data-tag="stuck"] thead')).to_contain_text("Wall time")
        expect(page.locator('[data-tag="counted"] thead')).to_contain_text("Step")


def test_full_screen_shows_no_run_that_is_not_shown(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?card=accuracy&runs=none")
    full = page.get_by_role("region", name="Full screen: accuracy")
    expect(full).to_contain_text(message("scalars.noRunHasTag"))
    expect(full.locator("canvas")).to_have_count(0)


def test_a_link_to_a_chart_that_is_gone_can_be_left(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?card=nope")
    expect(page.get_by_text("No chart called “nope”")).to_be_visible()
    page.get_by_role("button", name="Show all charts").click()
    card(page, "accuracy")
    page.get_by_label("Filter tags by name").fill("loss")
    expect(page.locator('[data-tag="accuracy"]')).to_have_count(0)


def test_full_screen_takes_the_focus_and_gives_it_back(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(board.url)
    card(page, "accuracy")
    button = page.get_by_role("button", name="Full screen: accuracy")
    button.click()
    expect(page.locator(".ui-full-screen")).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


def test_a_card_takes_the_focus_once(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(board.url)
    card(page, "accuracy")
    page.keyboard.press("j")
    expect(page.locator('[data-tag="accuracy"]')).to_be_focused()
    page.keyboard.press("/")
    page.keyboard.type("zzz")
    expect(page.get_by_text("0 of 2 match")).to_be_visible()
    for _ in range(3):
        page.keyboard.press("Backspace")
    card(page, "accuracy")
    expect(page.get_by_label("Filter tags by name")).to_be_focused()


def test_keys_sleep_behind_the_shortcut_sheet(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?card=accuracy")
    full = page.get_by_role("region", name="Full screen: accuracy")
    expect(full).to_be_visible()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    page.keyboard.press("l")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(full).to_be_visible()
    assert "log=" not in page.url
    page.keyboard.press("Escape")
    expect(full).to_have_count(0)


def test_copying_a_link_says_so(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(board.url)
    card(page, "accuracy")
    page.keyboard.press("y")
    expect(page.get_by_role("status").get_by_text("Link copied")).to_be_visible()


def test_files_read_once_are_not_called_live(tmp_path: Path, open_page: OpenPage) -> None:
    with dashboard(str(write_logs(tmp_path)), "--port", "0", "--reload_interval", "0") as board:
        board.wait_until_read()
        page = open_page(board.url)
        card(page, "loss/total")
        expect(page.get_by_text(message("app.liveOff"))).to_be_visible()
        expect(page.get_by_role("button", name=message("app.pauseLive"))).to_have_count(0)


def test_a_double_click_on_a_run_is_one_step_in_the_history(
    board: Dashboard, open_page: OpenPage
) -> None:
    opened = f"{board.url}?rows=t:."  # the row of the experiment, below which are its runs
    page = open_page(opened)
    card(page, "accuracy")
    before = page.evaluate("history.length")
    page.locator('[data-run="test"] .run-name').dblclick()
    expect(page.locator('[data-tag="accuracy"]')).to_contain_text("100 points")
    expect(page).to_have_url(f"{opened}&runs=test")
    assert page.evaluate("history.length") == before + 1
    page.go_back()
    expect(page.locator('[data-tag="accuracy"]')).to_contain_text("1,100 points")


@pytest.mark.parametrize("pause", [0, 600])
def test_a_drag_of_the_smoothing_is_one_step_in_the_history(
    board: Dashboard, open_page: OpenPage, pause: int
) -> None:
    page = open_page(board.url)
    card(page, "accuracy")
    slider = page.get_by_role("slider")
    box = slider.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 20, middle)
    page.mouse.down()
    for offset in (30, 60, 90):
        page.mouse.move(box["x"] + offset, middle)
        page.wait_for_timeout(pause)
    page.mouse.up()
    expect(page).to_have_url(re.compile("smooth="))
    assert page.evaluate("history.length") == 3
    page.go_back()
    expect(slider).to_have_value("0.6")


def test_names_from_a_log_are_only_text(tmp_path: Path, open_page: OpenPage) -> None:
    names = ("__proto__", "constructor/x", "<img src=x onerror=alert(1)>")
    tags = {name: [1.0, 2.0] for name in names}
    writer.write_run(tmp_path, "<b>run</b>", writer.scalar_file(tags))
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(board.url)
        expect(page.locator('[data-run="<b>run</b>"]')).to_be_visible()
        for tag in tags:
            card(page, tag)


def test_a_key_exports_the_card_in_focus_or_all_that_is_chosen(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tagFilter=loss")
    card(page, "loss/total")
    assert exported(
        page, message("state.tags.exportFilteredCards", message("state.tags.tagAndRunCount", 1, 2))
    ) == {("train", "loss/total")}
    both = {("train", "accuracy"), ("train", "loss/total"), ("test", "accuracy")}
    assert exported(page, "Everything: 2 tags of 2 runs") == both
    page.keyboard.press("j")
    expect(page.locator('[data-tag="loss/total"]')).to_be_focused()
    page.keyboard.press("e")
    expect(page.get_by_role("menu", name="Download loss/total")).to_be_visible()


def exported(page: Page, part: str) -> set[tuple[str, str]]:
    """Take a part away as CSV by keys; return runs and tags of its lines."""
    page.keyboard.press("e")
    group = page.get_by_role("menu", name="Export").get_by_role("group", name=part)
    with page.expect_download() as saving:
        group.get_by_role("menuitem", name="CSV").click()
    with saving.value.path().open(newline="") as file:
        return {(row["run"], row["tag"]) for row in csv.DictReader(file)}
