"""Comments of viewers on steps: written, shown on all charts, changed by several, undone."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, ViewportSize, expect

from scopeboard.state.state_file import StateFile
from tools import writer
from tools.served import Dashboard, dashboard

from .axe import findings
from .conftest import OpenPage
from .messages import LOCALE, message
from .waiting import wait_until, wait_until_quiet

# Each chart clears its canvas before it is drawn.
COUNT_DRAWINGS = """() => {
  window.drawings = [];
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    if (this.canvas.closest(".scalar-card")) window.drawings.push(performance.now());
    return clear.apply(this, area);
  };
}"""


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    logs = tmp_path / "logs"
    for run, shift in (("a", 0.0), ("b", 100.0)):
        steps = range(0, 1000, 10)
        events = [
            writer.event(
                step,
                *(writer.tf1_scalar(tag, step / 1000) for tag in ("loss", "accuracy")),
                wall_time=1.7e9 + shift + step / 10,
            )
            for step in steps
        ]
        writer.write_run(logs, run, writer.version() + b"".join(events))
    return logs


@pytest.fixture
def board(logs: Path, tmp_path: Path) -> Iterator[Dashboard]:
    with dashboard(str(logs), "--port", "0", "--state_dir", str(tmp_path / "state")) as running:
        running.wait_until_read()
        yield running


def card(page: Page, tag: str) -> Locator:
    return page.get_by_role("article", name=tag, exact=True)


def flags(page: Page, tag: str) -> Locator:
    return card(page, tag).locator(".scalar-comment")


def line(step: int, text: str, run: str | None = None) -> str:
    # The catalogue takes no null: a text without a run is the same without its name.
    named = message("scalars.comments.commentLine", step, run or "RUN", text)
    return named if run is not None else named.replace(", RUN", "")


def part_of_plot(flag: Locator) -> float:
    return float(
        flag.evaluate(
            """flag => {
              const boxes = [flag, flag.parentElement].map(one => one.getBoundingClientRect());
              const [own, plot] = boxes;
              return (own.left + own.width / 2 - plot.left) / plot.width;
            }"""
        )
    )


def write(page: Page, text: str, step: int | None = None, run: str | None = None) -> None:
    """Fill in the form and send it."""
    dialog = page.get_by_role("dialog")
    field = dialog.get_by_role("textbox")
    expect(field).to_be_focused()
    field.fill(text)
    if step is not None:
        dialog.get_by_role("spinbutton").fill(str(step))
    if run is not None:
        dialog.get_by_role("combobox").select_option(run)
    assert findings(page) == []
    field.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_comment_from_the_menu_of_a_chart_is_on_all_charts(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=scalars&runs=all")
    plot = card(page, "loss").locator(".chart-plot")
    expect(plot).to_be_visible()
    wait_until(page, lambda: page.evaluate("document.readyState === 'complete'"))
    box = plot.bounding_box()
    assert box is not None
    item = page.get_by_role("menuitem", name=message("scalars.comments.addItem", 490))
    page.mouse.move(box["x"] + box["width"] * 490 / 990, box["y"] + 20)

    def opened() -> bool:
        page.mouse.click(
            box["x"] + box["width"] * 490 / 990, box["y"] + box["height"] - 20, button="right"
        )
        return item.is_visible()

    wait_until(page, opened)
    item.click()
    write(page, "rate lowered", run="a")
    for tag in ("loss", "accuracy"):
        expect(flags(page, tag)).to_have_count(1)
        name = message("scalars.comments.flagName", (line(490, "rate lowered", "a"),))
        expect(flags(page, tag)).to_have_accessible_name(name)
        assert part_of_plot(flags(page, tag)) == pytest.approx(490 / 990, abs=0.01)
        expect(card(page, tag).locator("figcaption")).to_contain_text("rate lowered")
    assert findings(page) == []
    flags(page, "loss").hover()
    expect(page.locator(".ui-tooltip")).to_have_text(line(490, "rate lowered", "a"))
    page.reload()
    expect(flags(page, "accuracy")).to_have_count(1)
    # One of a run that is hidden is hidden with it.
    page.goto(f"{board.url}?tab=scalars&runs=b")
    expect(card(page, "loss").locator("tbody tr")).to_have_count(1)
    expect(flags(page, "loss")).to_have_count(0)


def test_keys_write_change_remove_and_undo(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=scalars&runs=all&step=300")
    expect(card(page, "loss").locator("canvas")).to_be_visible()
    dialog = page.get_by_role("dialog")

    def opened() -> bool:
        page.keyboard.press("m")
        return dialog.is_visible()

    wait_until(page, opened)
    write(page, "first")
    flag = flags(page, "loss")
    expect(flag).to_have_attribute("data-tooltip", line(300, "first"))
    card(page, "loss").focus()

    def reached() -> bool:
        page.keyboard.press("Tab")
        return bool(flag.evaluate("f => f.matches(':focus')"))

    wait_until(page, reached)
    expect(page.locator(".ui-tooltip")).to_have_text(line(300, "first"))
    page.keyboard.press("Enter")
    write(page, "second", step=500)
    expect(flag).to_have_attribute("data-tooltip", line(500, "second"))
    page.keyboard.press("Control+z")
    expect(flag).to_have_attribute("data-tooltip", line(300, "first"))
    flag.click()
    dialog.get_by_role("button", name=message("scalars.comments.remove"), exact=True).click()
    expect(flag).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(flag).to_have_attribute("data-tooltip", line(300, "first"))
    page.keyboard.press("Control+z")
    expect(flag).to_have_count(0)
    page.keyboard.press("Control+Shift+z")
    expect(flag).to_have_attribute("data-tooltip", line(300, "first"))


def test_two_viewers_lose_no_comment(board: Dashboard, open_page: OpenPage) -> None:
    url = f"{board.url}?tab=scalars&runs=all"
    pages = [open_page(url), open_page(url)]
    for page, step in zip(pages, (200, 700), strict=True):
        expect(card(page, "loss").locator("canvas")).to_be_visible()
        dialog = page.get_by_role("dialog")

        def opened(page: Page = page, dialog: Locator = dialog) -> bool:
            page.keyboard.press("m")
            return dialog.is_visible()

        wait_until(page, opened)
        write(page, f"at {step}", step=step)
    for page in pages:
        expect(flags(page, "loss")).to_have_count(2)


def test_a_form_changes_only_what_was_edited_in_it(
    board: Dashboard, open_page: OpenPage, tmp_path: Path
) -> None:
    comments = [{"id": "1", "step": 300, "tag": "loss", "text": "first"}]
    state = StateFile(tmp_path / "state" / "logs.state.json")
    state.write("comments", {"version": 1, "comments": comments}, 0)
    url = f"{board.url}?tab=scalars&runs=all"
    one, other = open_page(url), open_page(url)
    for page in (one, other):
        flags(page, "loss").click()
    write(other, "second")
    expect(flags(one, "loss")).to_have_attribute("data-tooltip", line(300, "second"))
    dialog = one.get_by_role("dialog")
    dialog.get_by_role("spinbutton").fill("500")
    dialog.get_by_role("spinbutton").press("Enter")
    for page in (one, other):
        expect(flags(page, "loss")).to_have_attribute("data-tooltip", line(500, "second"))
    flags(one, "loss").click()
    for text, step in ((" ", "500"), ("third", "1e30")):
        dialog.get_by_role("textbox").fill(text)
        dialog.get_by_role("spinbutton").fill(step)
        dialog.get_by_role("textbox").press("Enter")
        invalid = dialog.locator("form :is(textarea, input):invalid")
        expect(invalid).to_be_focused()


def test_a_change_by_another_viewer_is_told(
    board: Dashboard, open_page: OpenPage, tmp_path: Path
) -> None:
    comments = [{"id": "1", "step": 300, "tag": "loss", "text": "first"}]
    state = StateFile(tmp_path / "state" / "logs.state.json")
    state.write("comments", {"version": 1, "comments": comments}, 0)
    url = f"{board.url}?tab=scalars&runs=all"
    one, other = open_page(url), open_page(url)
    for page in (one, other):
        flags(page, "loss").click()
    write(other, "second")
    # While the form is open.
    told = one.get_by_role("dialog").get_by_role("status")
    expect(told).to_have_text(message("scalars.comments.changedMeanwhile", "second"))
    assert findings(one) == []
    write(one, "third")
    expect(flags(other, "loss")).to_have_attribute("data-tooltip", line(300, "third"))
    # At the same time: theirs is saved when ours is on its way.
    theirs = {"version": 1, "comments": [{**comments[0], "text": "theirs"}]}
    sent: list[str] = []

    def lose(route: Route) -> None:
        if route.request.method == "PUT" and sent == []:
            sent.append(route.request.url)
            state.write("comments", theirs, state.read("comments").revision)
        route.continue_()

    one.route("**/api/state/part?name=comments", lose)
    flags(one, "loss").click()
    write(one, "ours")
    told = one.get_by_text(message("scalars.comments.replacedTheirs", 300, "theirs"))
    expect(told).to_be_visible()
    for page in (one, other):
        expect(flags(page, "loss")).to_have_attribute("data-tooltip", line(300, "ours"))


def test_over_another_axis_charts_are_drawn_once_with_their_flags(
    board: Dashboard, open_page: OpenPage, tmp_path: Path
) -> None:
    comments = [{"id": "1", "step": 500, "tag": "loss", "text": "here"}]
    state = StateFile(tmp_path / "state" / "logs.state.json")
    state.write("comments", {"version": 1, "comments": comments}, 0)
    page = open_page(
        f"{board.url}?tab=scalars&runs=all",
        prepare=lambda page: page.add_init_script(f"({COUNT_DRAWINGS})()"),
    )
    answered: list[str] = []
    page.on("response", lambda answer: answered.append(answer.url))
    expect(flags(page, "loss")).to_have_count(1)
    # Of the times, before they are chosen.
    wait_until(page, lambda: sum("/places?" in url for url in answered) == 2)
    wait_until_quiet(page, lambda: page.evaluate("window.drawings.length"))
    for axis in ("relative", "wall", "step"):
        page.evaluate("window.drawings.length = 0")
        page.get_by_label(message(f"scalars.{axis}"), exact=True).first.check(force=True)
        wait_until(page, lambda: page.evaluate("window.drawings.length") > 0)
        wait_until_quiet(page, lambda: page.evaluate("window.drawings.length"))
        # The runs have the step 100 s after one another.
        expect(flags(page, "loss")).to_have_count(2 if axis == "wall" else 1)
        # One of each chart.
        assert page.evaluate("window.drawings.length") == 2


def test_over_times_a_comment_is_where_its_run_has_the_step(
    open_page: OpenPage, tmp_path: Path, logs: Path
) -> None:
    comments = [
        {"id": "1", "step": 500, "tag": "loss", "text": "of a", "run": "a"},
        {"id": "2", "step": 980, "tag": "loss", "text": "of all"},
        {"id": "3", "step": 5000, "tag": "loss", "text": "too late"},
    ]
    state = StateFile(tmp_path / "state" / "logs.state.json")
    state.write("comments", {"version": 1, "comments": comments}, 0)
    flags_of_server = ("--state_dir", str(tmp_path / "state"))
    with dashboard(str(logs), "--port", "0", *flags_of_server) as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?tab=scalars&runs=all&x=wall_time")
        expect(flags(page, "loss")).to_have_count(3)
        parts = [part_of_plot(flags(page, "loss").nth(at)) for at in range(3)]
        assert parts == pytest.approx([50 / 199, 98 / 199, 198 / 199], abs=0.01)
        page.close()
    report = tmp_path / "report.html"
    view = ("--view", "?tab=scalars&runs=all&x=wall_time")
    arguments = ["--logdir", str(logs), "--no_index", *flags_of_server, *view, "-o", str(report)]
    subprocess.run([sys.executable, "-m", "scopeboard", "export", *arguments], check=True)
    page = open_page(report.as_uri())
    expect(flags(page, "accuracy")).to_have_count(3)
    assert part_of_plot(flags(page, "accuracy").first) == pytest.approx(50 / 199, abs=0.01)
    page.get_by_label(message("scalars.step"), exact=True).first.check(force=True)
    expect(flags(page, "accuracy")).to_have_count(2)


def test_home_and_end_go_to_the_first_and_last_point_over_times(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=scalars&runs=all&smooth=0&x=relative")
    rows = card(page, "loss").locator("tbody tr")
    expect(rows).to_have_count(2)
    card(page, "loss").focus()

    def reached(key: str, value: str) -> bool:
        page.keyboard.press(key)
        return bool(rows.locator("td:nth-child(2)").all_inner_texts() == [value, value])

    wait_until(page, lambda: reached("Home", "0"))
    cursor = card(page, "loss").locator(".chart-cursor")
    assert cursor.evaluate("c => c.style.transform") == "translateX(0px)"
    expect(page.locator("[data-announcer]")).to_contain_text("b 0, a 0")
    wait_until(page, lambda: reached("End", "0.99"))
    wait_until(page, lambda: reached("ArrowLeft", "0.98"))
    page.keyboard.press("Escape")
    expect(cursor).to_be_hidden()
    assert page.evaluate("new URL(location).searchParams.get('step')") is None
    page.get_by_label(message("scalars.step"), exact=True).first.check(force=True)
    card(page, "loss").focus()
    page.keyboard.press("Home")
    wait_until(page, lambda: page.evaluate("new URL(location).searchParams.get('step')") == "0")


def test_a_long_press_comments_on_the_step_under_the_finger(
    board: Dashboard, browser: Browser
) -> None:
    size = ViewportSize(width=390, height=844)
    context = browser.new_context(viewport=size, has_touch=True, locale=LOCALE)
    page = context.new_page()
    page.goto(f"{board.url}?tab=scalars&runs=all&step=100")
    plot = card(page, "loss").locator(".chart-plot")
    expect(plot).to_be_visible()
    box = plot.bounding_box()
    assert box is not None
    # What a browser says of a finger that rests: nothing has moved before.
    press = {
        "bubbles": True,
        "cancelable": True,
        "clientX": box["x"] + box["width"] * 700 / 990,
        "clientY": box["y"] + box["height"] / 2,
    }
    item = page.get_by_role("menuitem", name=message("scalars.comments.addItem", 700))

    def opened() -> bool:
        plot.evaluate("(plot, at) => plot.dispatchEvent(new MouseEvent('contextmenu', at))", press)
        return item.is_visible()

    wait_until(page, opened)
    # It has not been chosen: that would be a change on all tabs.
    assert page.evaluate("new URL(location).searchParams.get('step')") == "100"
    item.click()
    expect(page.get_by_role("dialog").get_by_role("spinbutton")).to_have_value("700")
    context.close()
