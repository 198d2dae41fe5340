"""What a person does with charts: zoom, pick, compare, group, put together, take away."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from tools import writer
from tools.served import Dashboard, dashboard

from .axe import findings
from .conftest import OpenPage
from .messages import message
from .waiting import comes_to, wait_until


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs = tmp_path_factory.mktemp("charts")
    for seed in range(3):
        curve = [1 / (1 + step / 50) + seed / 10 for step in range(201)]
        rate = [0.1] * 201
        values = {"loss/train": curve, "loss/test": curve[::2], "rate": rate}
        writer.write_run(logs, f"sweep/run_{seed}", writer.scalar_file(values))
    with dashboard(str(logs), "--port", "0") as running:
        running.wait_until_read()
        yield running


def card(page: Page, tag: str) -> Locator:
    return page.locator(f".scalar-card[data-tag={json.dumps(tag)}]")


def drag(page: Page, plot: Locator, key: str | None, parts: tuple[float, float]) -> None:
    """Drag over a part of a plot, downwards, with a key held."""
    box = plot.bounding_box()
    assert box is not None
    if key:
        page.keyboard.down(key)
    for nth, (x, y) in enumerate(zip(parts, (0.2, 0.7), strict=True)):
        page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"], steps=3)
        if nth == 0:
            page.mouse.down()
    page.mouse.up()
    if key:
        page.keyboard.up(key)


def test_a_plot_zooms_pans_and_resets(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(board.url)
    plot = card(page, "loss/train").locator(".chart-plot")
    drag(page, plot, None, (0.25, 0.75))
    expect(page).to_have_url(re.compile(r"zoom=50:150$"))
    page.mouse.move(1, 1)  # at one go, as a quick hand does
    for tag in ("loss/train", "rate"):
        expect(card(page, tag).locator("thead")).to_contain_text("last value")
    drag(page, plot, "Alt", (0.25, 0.5))
    expect(page).to_have_url(re.compile(r"zoom=25:125$"))
    drag(page, plot, "Shift", (0.0, 0.5))
    expect(page).to_have_url(re.compile(r"zoom=25:75&frame=.*loss/train$"))
    again = open_page(page.url)
    for one in (page, again):
        expect(card(one, "loss/train")).to_contain_text("153 points")
        expect(one.get_by_role("button", name="New data", exact=True)).to_have_count(0)
    plot.dblclick()
    expect(page).to_have_url(re.compile(r"/$"))


# How many more pixels a canvas has than it covers pixels of the device.
EXTRA_PIXELS = """canvas => {
  const { width, height } = canvas.getBoundingClientRect();
  const covered = side => Math.round(side * devicePixelRatio);
  return [canvas.width - covered(width), canvas.height - covered(height)];
}"""
# Whether nothing is drawn on the upper half of a canvas.
IS_BLANK = """canvas => {
  const { width, height } = canvas;
  const copy = new OffscreenCanvas(width, height / 2).getContext("2d");
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, width, height / 2);
  return data.every(value => value === 0);
}"""


def test_a_chart_has_a_pixel_for_each_of_the_screen(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(board.url)
    canvas = card(page, "rate").locator("canvas")
    screen = page.context.new_cdp_session(page)
    # Emulation tells a page of another ratio together with another width only.
    for width, ratio in ((1200, 2), (900, 1.5), (1440, 1)):
        metrics = {"width": width, "height": 900, "deviceScaleFactor": ratio, "mobile": False}
        screen.send("Emulation.setDeviceMetricsOverride", metrics)
        page.wait_for_function(f"devicePixelRatio === {ratio} && innerWidth === {width}")
        comes_to(page, lambda: canvas.evaluate(EXTRA_PIXELS), [0, 0])
        assert not canvas.evaluate(IS_BLANK)


def test_the_wheel_zooms_a_chart_that_has_the_focus(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(board.url)
    plot = card(page, "rate").locator(".chart-plot")
    card(page, "rate").focus()
    plot.hover()
    page.mouse.wheel(0, -300)
    expect(page).to_have_url(re.compile(r"zoom=\d+(\.\d+)?:1\d\d"))
    page.keyboard.press("0")
    expect(page).to_have_url(re.compile(r"/$"))


def test_a_cursor_shows_on_all_charts_and_leaves_with_the_pointer(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(board.url)
    cursors = page.locator(".chart-cursor:visible")
    card(page, "loss/train").locator(".chart-plot").hover(position={"x": 100, "y": 40})
    expect(cursors).to_have_count(3)
    # The steps of the second chart end where the first has its middle.
    for tag, left in (("loss/train", 100), ("loss/test", 200)):
        cursor = card(page, tag).locator(".chart-cursor")
        expect(cursor).to_have_attribute("style", f"transform: translateX({left}px);")
    page.mouse.move(1, 1)
    expect(cursors).to_have_count(0)


# Has the page say what was written on canvases since this was emptied last.
TELL_TEXTS = """
const fill = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, ...position) {
  document.documentElement.dataset.texts += `|${text}`;
  return fill.call(this, text, ...position);
};
"""


# Whether the lines of a chart but those in front are seen palely.
IS_FADED = """plot => {
  const front = plot.querySelector("canvas.chart-front");
  if (front === null || front.hidden) return false;
  const copy = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  copy.drawImage(front, 0, 0);
  return copy.getImageData(0, 0, 1, 1).data[3] > 0;
}"""


def is_faded(page: Page, tag: str) -> bool:
    return bool(card(page, tag).locator(".chart-plot").evaluate(IS_FADED))


def test_what_is_pointed_at_comes_forward_on_all_charts(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tags=loss")
    train = card(page, "loss/train")
    name = train.locator(".chart-front-name")
    tags = ("loss/train", "loss/test")
    places = (
        page.locator('.run-row[data-run="sweep/run_1"]'),
        train.locator("tbody tr").first,
    )
    for place in places:
        place.hover()
        wait_until(page, lambda: all(is_faded(page, tag) for tag in tags))
        page.mouse.move(1, 1)
        wait_until(page, lambda: not any(is_faded(page, tag) for tag in tags))
    plot = train.locator(".chart-plot")
    box = plot.bounding_box()
    assert box is not None
    # The highest line begins at the upper left: none is so near to its upper right corner.
    plot.hover(position={"x": 3, "y": 8})
    expect(name).to_have_text("sweep/run_2")
    expect(train.locator("tr.current")).to_contain_text("run_2")
    assert is_faded(page, "loss/test")
    plot.hover(position={"x": box["width"] - 4, "y": 4})
    wait_until(page, lambda: not any(is_faded(page, tag) for tag in tags))
    expect(name).to_be_hidden()


def test_ticks_change_with_the_axis_where_steps_and_seconds_are_the_same_numbers(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(
        f"{board.url}?tags=rate", prepare=lambda page: page.add_init_script(TELL_TEXTS)
    )
    root = page.locator("html")
    expect(root).to_have_attribute("data-texts", re.compile(r"\|100\b"))
    for axis, tick in (("Relative", "2 min"), ("Step", "100")):
        root.evaluate("root => { root.dataset.texts = '' }")
        page.locator("main").get_by_role("radio", name=axis, exact=True).click()
        expect(root).to_have_attribute("data-texts", re.compile(rf"\|{tick}\b"))


def test_a_step_chosen_reads_its_very_point_from_a_line_of_buckets(
    tmp_path: Path, open_page: OpenPage
) -> None:
    flat = [0.5] * 120 + [7.25] + [0.5] * 2879
    writer.write_run(tmp_path, "a", writer.scalar_file({"rate": flat}))
    with dashboard(str(tmp_path), "--port", "0") as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?step=120&smooth=0")
        values = card(page, "rate").locator(".scalar-value-table tbody tr")
        expect(values).to_have_text(re.compile(r"7\.25\s*120$"))
        page.keyboard.press("ArrowRight")
        expect(values).to_have_text(re.compile(r"0\.5\s*12\d$"))
        card(page, "rate").locator(".chart-plot").hover(position={"x": 200, "y": 40})
        expect(values).to_have_text(re.compile(r"0\.5\s*≈ [\d,]+$"))
        expect(card(page, "rate").locator(".scalar-value-table thead")).to_contain_text("Mean")


def test_a_pick_compares_and_chooses_the_step_everywhere(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(board.url)
    loss = card(page, "loss/train")
    loss.locator(".chart-plot").click(position={"x": 0, "y": 40})
    table = loss.get_by_role("region", name="Comparison")
    expect(table).to_contain_text("At 0")
    expect(table.locator("tbody tr")).to_have_count(3)
    expect(table.locator("tbody tr").last).to_contain_text("−0.8")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.get_by_role("spinbutton", name=message("app.stepOnAllTabs"))).to_have_value("11")
    expect(table).to_contain_text("At 11")
    expect(page).to_have_url(re.compile("step=11"))
    again = open_page(page.url)
    expect(card(again, "loss/train").get_by_role("region", name="Comparison")).to_contain_text(
        "At 11"
    )
    expect(card(again, "rate").locator(".scalar-value-table")).to_contain_text("11")


def test_runs_of_a_folder_are_one_band(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(board.url)
    page.get_by_role("button", name="Display").click()
    page.get_by_role("menuitemradio", name="Mean ± standard deviation").click()
    page.keyboard.press("Escape")
    row = card(page, "loss/train").locator("tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("sweep (3)")
    expect(row).to_contain_text("0.3")  # 0.2, 0.3 and 0.4 at the last step


def test_runs_of_unlike_length_with_steps_twice_are_one_band(
    tmp_path: Path, open_page: OpenPage
) -> None:
    for run, values, length in ((1, (1,), 100), (2, (2, 4), 120), (3, (6,), 150)):
        points = [
            writer.event(step, writer.tf1_scalar("loss", value))
            for step in range(length)
            for value in values
        ]
        writer.write_run(tmp_path, f"sweep/run_{run}", b"".join(points))
    with dashboard(str(tmp_path), "--port", "0") as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?smooth=0&band=range&step=50")
        row = card(page, "loss").locator("tbody tr")
        expect(row).to_have_count(1)
        expect(row).to_contain_text(re.compile(r"sweep \(3\).*3\.333.*50"))
        page.get_by_role("spinbutton", name=message("app.stepOnAllTabs")).fill("149")
        page.keyboard.press("Enter")
        expect(row).to_contain_text(re.compile(r"sweep \(3\).*6.*149"))
        expect(card(page, "loss")).to_contain_text("490 points")


def test_tags_share_a_chart_with_two_axes_and_a_line(board: Dashboard, open_page: OpenPage) -> None:
    line = quote(json.dumps(["value", 0.5, "target"]))
    page = open_page(f"{board.url}?line={line}", height=1300)  # what is dragged scrolls nothing
    card(page, "rate").locator(".scalar-card-header").drag_to(card(page, "loss/test"))
    both = page.locator(".scalar-card").filter(has=page.get_by_text("loss/test, rate", exact=True))
    expect(both.locator(".scalar-value-table")).to_contain_text("rate")
    both.get_by_role("button", name="More for").click()
    page.get_by_role("menuitemcheckbox", name="rate").click()
    expect(page).to_have_url(re.compile("right"))
    page.keyboard.press("Escape")
    menu = both.get_by_role("button", name="More for")
    menu.click()
    page.get_by_role("menuitem", name=message("scalars.addReferenceLine")).click()
    expect(both.get_by_role("combobox", name=message("scalars.lineAt"))).to_be_focused()
    page.keyboard.press("Escape")
    expect(both.get_by_role("form", name="Reference line")).to_have_count(0)
    expect(menu).to_be_focused()
    both.get_by_role("button", name="Download").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="SVG").click()
    assert download.value.suggested_filename == "loss_test_rate-EMA_0.6.svg"
    picture = download.value.path().read_text()
    for text in (
        "loss/test, rate · EMA 0.6",
        "loss/test",
        "rate",
        "target",
        "Step",
        "sweep/run_0 · loss/test",
    ):
        assert f">{text}</text>" in picture
    both.get_by_role("button", name="Download").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="CSV").click()
    assert download.value.suggested_filename == "loss_test_rate.csv"
    assert len(download.value.path().read_text().splitlines()) == 1 + 3 * (101 + 201)


def test_a_link_brings_the_same_charts_back(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?smooth=median:5&log=x&cards=S&outliers=hidden&order=descending")
    card(page, "rate").get_by_role("button", name="Pin rate").click()
    card(page, "loss/train").focus()
    page.keyboard.press("l")
    expect(page).to_have_url(re.compile("logy=loss/train"))
    again = open_page(page.url)
    for one in (page, again):
        expect(one.locator(".ui-section-heading").first).to_contain_text("Pinned")
        expect(one.locator(".scalar-value-line")).to_have_count(3 * 3)
        one.mouse.move(0, 0)
    wait_until(page, lambda: cards(page) == cards(again))


def cards(page: Page) -> tuple[str, list[str]]:
    """Return the words and the pixels of the cards."""
    pixels = "canvases => canvases.map(canvas => canvas.toDataURL())"
    drawn: list[str] = page.locator(".ui-card-scroller canvas").evaluate_all(pixels)
    return page.locator(".ui-card-scroller").inner_text(), drawn


def test_the_values_drawn_can_be_read_as_a_table(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?compare=rate&step=5")
    card(page, "loss/train").get_by_role("button", name="More for").click()
    page.get_by_role("menuitem", name="Data table").click()
    table = page.get_by_role("complementary", name="Inspector").get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_count(4)
    expect(table.locator("tbody tr")).to_have_count(100)
    expect(table.locator("tbody tr").first).to_contain_text("1.2")
    card(page, "rate").get_by_role("button", name="More for").click()
    page.get_by_role("menuitem", name=message("scalars.addReferenceLine")).click()
    assert findings(page) == []


def test_paper_has_the_charts_with_a_number_on_each_line(
    board: Dashboard, open_page: OpenPage
) -> None:
    prepare = """(() => {
      window.texts = [];
      const fill = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        window.texts.push(text);
        return fill.call(this, text, ...place);
      };
    })()"""
    page = open_page(
        f"{board.url}?tab=scalars&runs=all&tags=rate",
        prepare=lambda page: page.add_init_script(prepare),
    )
    expect(card(page, "rate").locator(".scalar-value-line")).to_have_count(3)
    page.emulate_media(media="print")
    sheet = page.locator(".scalar-print-sheet > canvas")

    def is_prepared() -> bool:
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        return sheet.count() == 1

    wait_until(page, is_prepared)
    expect(sheet).to_be_visible()
    expect(page.locator("main")).to_be_hidden()
    texts = page.evaluate("window.texts")
    assert {"1", "2", "3", *(f"{at + 1} sweep/run_{2 - at}" for at in range(3))} <= set(texts)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(sheet).to_have_count(0)


def test_a_run_is_drawn_beside_the_band_of_its_group(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=scalars&by=match:(sweep)&tags=rate")
    names = card(page, "rate").locator("tbody tr")
    expect(names).to_have_count(1)
    rows = page.locator(".run-row")
    group, newest = rows.filter(has_text="= sweep"), rows.filter(has_text="run_2")
    colours = [
        row.locator(".run-swatch").evaluate("e => e.style.getPropertyValue('--run-colour')")
        for row in (group, newest)
    ]
    assert colours[0] == colours[1]
    rows.filter(has_text="run_1").click(button="right")
    page.get_by_role("menuitemcheckbox", name=message("runs.besideGroup")).click()
    expect(names).to_have_count(2)
    expect(names.last).to_contain_text("run_1")
    page.reload()
    expect(names).to_have_count(2)
