"""What is wrong in a log is said on the page, with no call in the training."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from math import nan
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from tools import writer
from tools.served import Dashboard, dashboard

from .axe import findings
from .conftest import OpenPage
from .messages import message

DATA = Path(__file__).parent.parent / "data"
MESSAGE = "40 NaN values, the first at step 80."


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A run that converges, and one whose loss is no number from step 80 on."""
    directory = tmp_path_factory.mktemp("log")
    well = (1 / np.arange(1, 121)).tolist()
    for run, loss in (("steady", well), ("fast", [*well[:80], *[nan] * 40])):
        writer.write_run(directory, run, writer.scalar_file({"loss": loss}))
    with dashboard("--logdir", str(directory), "--port", "0") as served:
        served.wait_until_read()
        yield served


def test_a_loss_that_is_no_number_is_told_of(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=scalars")
    strip = page.get_by_role("region", name="Warnings")
    expect(strip.get_by_role("status")).to_contain_text("about the shown runs")
    summary = strip.get_by_role("button", expanded=False)
    expect(summary).to_contain_text(MESSAGE)
    summary.click()
    row = strip.get_by_role("listitem").filter(has_text=MESSAGE)
    # As where many more are listed: what is said of the last one would stand below the edge.
    page.locator(".scalar-warnings-open").evaluate("list => { list.style.maxHeight = '40px'; }")
    row.get_by_text("How?").click()
    expect(row.get_by_text("Every value that")).to_be_in_viewport(ratio=0.9)
    page.locator(".scalar-warnings-open").evaluate("list => { list.style.maxHeight = ''; }")
    expect(row).to_contain_text("Every value that is NaN or infinite is counted.")
    assert findings(page) == []
    row.get_by_role("button", name="fast").first.click()
    expect(page.get_by_role("region", name="Full screen: loss")).to_be_visible()
    assert "step=80" in page.url


def test_a_warning_stays_muted(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=scalars&warnings=open")
    strip = page.get_by_role("region", name="Warnings")
    row = strip.get_by_role("listitem").filter(has_text=MESSAGE)
    with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        row.get_by_role("button", name="Mute the warning").click()
    expect(row).to_have_count(0)
    page.reload()
    strip.get_by_role("button", name=message("ui.showMuted", 1)).click()
    with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        row.get_by_role("button", name="Unmute the warning").click()
    expect(strip.get_by_role("button", name="muted")).to_have_count(0)
    expect(row).to_be_visible()


def all_logs() -> list[str]:
    """Return `tests/data` and the directories in it that hold logs, a level or two below."""
    files = DATA.rglob("*tfevents*")
    above = {
        path.relative_to(DATA) for file in files for path in file.parents if DATA in path.parents
    }
    return [".", *sorted(str(path) for path in above if len(path.parts) <= 2)]


@pytest.fixture(scope="module")
def every_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All logs there are, and one of each kind of trouble beside them."""
    directory = tmp_path_factory.mktemp("every") / "data"
    shutil.copytree(DATA, directory)
    odd, fine = writer.record(b"\xff"), writer.scalar_file({"loss": [1, 2]})
    spoilt = writer.scalar_file({"loss": [1, nan], "acc": [nan]})
    troubles = {
        "a": odd + spoilt,
        "a/eval": spoilt,
        "b": odd + fine + odd,
        "fine": fine,
        "c": spoilt,
    }
    for run, data in troubles.items():
        writer.write_run(directory / "troubles", run, data)
    return directory


@pytest.mark.parametrize("name", [*all_logs(), "troubles"])
def test_all_counts_of_warnings_agree(every_log: Path, open_page: OpenPage, name: str) -> None:
    """The API, the overview, the line above the charts, rows, the column and the filter agree."""
    with dashboard("--logdir", str(every_log / name), "--port", "0") as board:
        board.wait_until_read()
        runs = {run["id"]: run["training"] for run in board.answer("api/runs")["runs"]}
        warnings = board.answer("api/warnings")["warnings"]
        check_counts(board, open_page, [runs[one["run"]] for one in warnings])
        if warnings:
            mute(board, open_page, warnings[0], runs)
            check_counts(board, open_page, [runs[one["run"]] for one in warnings[1:]])


def check_counts(board: Dashboard, open_page: OpenPage, experiments: list[str]) -> None:
    """Hold all counts of a page against the experiments of the warnings there are."""
    page = open_page(f"{board.url}?tab=overview&runs=all&cols=warnings&tree=off")
    section = page.get_by_role("region", name="about the shown runs")
    expect(section.locator(".ui-warning-list > ul > li")).to_have_count(len(experiments))
    title = f"{len(experiments)} warning" if experiments else "Warnings"
    expect(section.get_by_role("heading")).to_have_text(re.compile(title))
    assert len(experiments) < 20, "more are not listed at first"
    counts = {name: str(experiments.count(name)) for name in experiments}
    for name, count in counts.items():
        row = page.locator(f'[data-key="t:{name}"]')
        expect(row.locator(".run-warnings")).to_have_text(count)
        expect(row.locator("td").first).to_have_text(count)
    expect(page.locator(".run-warnings")).to_have_count(len(counts))
    page = open_page(f"{board.url}?tab=runs&runs=none&filter=warnings>0&tree=off")
    expect(page.locator("tr.run-row")).to_have_count(len(counts))
    if experiments:
        page = open_page(f"{board.url}?tab=scalars&runs=all")
        strip = page.locator(".scalar-warnings-summary strong")
        expect(strip).to_have_text(re.compile(f"^{len(experiments)} warning"))


def mute(
    board: Dashboard, open_page: OpenPage, warning: dict[str, str], runs: dict[str, str]
) -> None:
    """Mute a warning as a viewer does."""
    page = open_page(f"{board.url}?tab=overview&runs=all")
    row = page.locator(".ui-warning-list > ul > li").filter(has_text=warning["message"])
    row = row.filter(has_text=runs[warning["run"]])
    with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        row.get_by_role("button", name="Mute the warning").first.click()


def test_runs_for_which_one_answer_has_no_room_are_checked_in_batches(
    tmp_path: Path, open_page: OpenPage
) -> None:
    """The server checks 2,000 series for an answer, those of the first tag before the others."""
    fine = writer.scalar_file({tag: [1] for tag in ("acc", "loss", "z")})
    for number in range(700):
        writer.write_run(tmp_path, f"r{number:03}", fine)
    path = writer.write_run(
        tmp_path, "r005", writer.scalar_file({"acc": [1], "loss": [1], "z": [nan]})
    )
    os.utime(path, (1e9, 1e9))
    with dashboard("--logdir", str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        answer = board.answer("api/warnings")
        (late,) = [run["id"] for run in board.answer("api/runs")["runs"] if run["name"] == "r005"]
        assert late in answer["unfinished"]
        assert answer["warnings"] == []
        page = open_page(f"{board.url}?tab=runs&runs=newest:2&cols=warnings")
        go_on = hold_batches(page)
        page.get_by_label("Filter runs").fill("warnings>0")
        left = f"{len(answer['unfinished'])} runs not checked"
        expect(page.locator(".run-unchecked-runs")).to_have_text(f"{left} for warnings")
        page.get_by_label("Filter runs").fill("r005")
        head = page.get_by_role("columnheader", name="Warnings")
        expect(head).to_have_text(f"Warnings ({left})")
        go_on()
        page.get_by_label("Filter runs").fill("warnings>0")
        expect(page.locator('[data-key="t:r005"] td')).to_have_text("1")
        expect(page.locator("tr.run-row")).to_have_count(1)
        expect(page.locator(".run-unchecked-runs")).to_have_count(0)
        expect(head).to_have_text("Warnings")


def hold_batches(page: Page) -> Callable[[], None]:
    """Hold back what the page asks of many runs by name; return what lets it pass."""
    held: list[Route] = []
    passes = Event()

    def hold(route: Route) -> None:
        if passes.is_set() or route.request.url.count("run=") < 3:
            route.continue_()
        else:
            held.append(route)

    def let_pass() -> None:
        passes.set()
        for route in held:
            route.continue_()

    page.route("**/api/warnings?*", hold)
    page.reload()
    return let_pass


def test_a_file_error_leads_to_the_details_of_its_run(tmp_path: Path, open_page: OpenPage) -> None:
    odd = writer.record(b"\xff")
    writer.write_run(tmp_path, "broken", odd + writer.scalar_file({"loss": [1, 2]}) + odd)
    with dashboard("--logdir", str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=scalars&warnings=open")
        row = page.locator(".ui-warning-list li").filter(has_text="2 read errors, the first")
        row.get_by_role("button", name="broken").first.click()
        expect(page.get_by_role("complementary", name="Inspector")).to_contain_text("2 read errors")
