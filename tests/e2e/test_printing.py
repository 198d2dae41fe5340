"""Charts on paper: also those that are scrolled out of view, and a note on the others."""

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect

from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import LOCALE, message
from .waiting import wait_until

CHARTS = 64
MOST = 60

PREPARE = """() => {
  window.texts = [];
  const fill = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    window.texts.push(text);
    return fill.call(this, text, ...place);
  };
}"""


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs = tmp_path_factory.mktemp("printing")
    values = {f"few/{number}": [0.0, number] for number in range(3)}
    values |= {f"many/{number:02}": [float(number), 1.0] for number in range(CHARTS)}
    writer.write_run(logs, "a", writer.scalar_file(values))
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


def printed(page: Page, least: int = 1) -> tuple[int, str, set[str], bytes]:
    """Print the page; return the number of charts, the note, the texts on canvases and the PDF.

    At first it waits until at least `least` charts would be printed.
    """
    expect(page.locator(".scalar-card canvas").first).to_be_visible()
    count = "document.querySelectorAll('.scalar-print-sheet > canvas').length"

    def is_ready() -> bool:
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        return bool(page.evaluate(count) >= least)

    wait_until(page, is_ready)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.evaluate(
        f"""() => {{
          window.texts = [];
          addEventListener("beforeprint", () => {{
            const notes = [...document.querySelectorAll(".scalar-print-sheet > p")];
            window.printed = [{count}, notes.map(one => one.textContent).join()];
          }});
        }}"""
    )
    pdf = page.pdf()
    number, note = page.evaluate("window.printed")
    assert page.evaluate(count) == 0
    return number, note, set(page.evaluate("window.texts")), pdf


def test_all_charts_of_expanded_sections_are_printed(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(
        f"{board.url}?tab=scalars&runs=all&smooth=0&tags=/many.[0-3]/",
        height=500,
        prepare=lambda page: page.add_init_script(f"({PREPARE})()"),
    )
    number, note, texts, pdf = printed(page)
    assert page.locator("article.scalar-card").count() < number  # the others are not on the page
    assert (number, note) == (40, "")
    assert {f"many/{number:02}" for number in range(40)} <= texts
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") >= 10


def test_says_what_is_left_out(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=scalars&runs=all&smooth=0&folded=few")
    number, note, _, _ = printed(page)
    assert number == MOST
    assert note == message("scalars.toolbar.notPrinted", CHARTS - MOST, MOST)


def test_the_dark_theme_is_printed_black_on_white(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=scalars&runs=all&smooth=0&folded=few", theme="dark")
    printed(page)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    note = page.locator(".scalar-print-sheet > p")
    levels = Image.open(io.BytesIO(note.screenshot())).convert("L").histogram()
    assert levels[255] > sum(levels) / 2  # the paper
    assert sum(levels[:60]) > 0  # the text


def test_names_what_the_server_does_not_answer_in_time(board: Dashboard, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 500}, locale=LOCALE)
    page = context.new_page()
    page.goto(f"{board.url}?tab=scalars&runs=all&smooth=0&tags=/many.[0-3]/")
    printed(page)
    asked: list[str | None] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.header_value("prefer"))
        route.fulfill(status=503)

    page.route("**/api/scalars?**", refuse)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    count = page.locator(".scalar-print-sheet > canvas").count()
    assert 0 < count < 40
    missing = [f"many/{number:02}" for number in range(count, 40)]
    note = page.locator(".scalar-print-sheet > p")
    expect(note).to_have_text(message("scalars.toolbar.notReadToPrint", tuple(missing)))
    expect(note).to_contain_text(f"{40 - count} charts not printed")
    expect(note).to_contain_text(missing[0])
    # The first that has no answer is the last.
    assert asked == ["wait=15"]
    page.unroute_all()
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_report_is_printed_as_a_page_of_the_server_is(
    tmp_path: Path, open_page: OpenPage, theme: str
) -> None:
    values = {f"many/{number:02}": [float(number), 1.0] for number in range(40)}
    writer.write_run(tmp_path / "logs", "a", writer.scalar_file(values))
    report = tmp_path / "report.html"
    view = "?tab=scalars&runs=all&smooth=0"
    arguments = ["--logdir", str(tmp_path / "logs"), "--no_index", "--view", view]
    command = [sys.executable, "-m", "scopeboard", "export", *arguments, "-o", str(report)]
    subprocess.run(command, check=True)
    page = open_page(
        report.as_uri(),
        height=500,
        theme=theme,
        prepare=lambda page: page.add_init_script(f"({PREPARE})()"),
    )
    # It unpacks the answers of the other charts when it is idle.
    number, note, texts, pdf = printed(page, least=40)
    assert page.locator("article.scalar-card").count() < number
    assert (number, note) == (40, "")
    assert set(values) <= texts
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") >= 10
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    sheet = page.locator(".scalar-print-sheet > canvas").first
    levels = Image.open(io.BytesIO(sheet.screenshot())).convert("L").histogram()
    assert sum(levels[250:]) > sum(levels) / 2  # white paper, in the dark theme too
