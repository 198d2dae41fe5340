"""Charts on paper: also those that are scrolled out of view, and a note on the others."""

import io
from collections.abc import Iterator

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import message
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


def printed(page: Page) -> tuple[int, str, set[str], bytes]:
    """Print the page; return the number of charts, the note, the texts on canvases and the PDF."""
    expect(page.locator(".scalar-card canvas").first).to_be_visible()
    count = "document.querySelectorAll('.scalar-print-sheet > canvas').length"

    def is_ready() -> bool:
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        return bool(page.evaluate(count) > 0)

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
