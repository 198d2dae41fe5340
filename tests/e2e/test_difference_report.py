"""What differs between two graphs as one file, opened from the disk with no network."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from graph.graphdefs import ops
from tools import writer

from .conftest import OpenPage
from .graph_scene import read_scene
from .messages import message
from .test_graph_comparison import AFTER, BEFORE, graph, text


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the report of two runs."""
    here: Path = tmp_path_factory.mktemp("difference")
    writer.write_run(here / "logs", "before", graph(BEFORE, rate=0.5, width=10))
    writer.write_run(here / "logs", "x/after", graph(AFTER, rate=0.25, width=30))
    runs = ("--runs", "before", "x/after", "--format", "html")
    return made(here, here / "logs", here / "logs", *runs)


def made(here: Path, before: Path, after: Path, *arguments: str, status: int = 0) -> str:
    """Return the address of the report of two graphs."""
    command = [sys.executable, "-m", "scopeboard", "diff", str(before), str(after)]
    flags = arguments or ("--format", "html")
    done = subprocess.run([*command, *flags], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (status, b"")
    path = here / "difference.html"
    path.write_bytes(done.stdout)
    return path.as_uri()


def offline(page: Page) -> None:
    """Let the page reach nothing but files."""
    page.context.set_offline(True)


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name=text("comparison"))


def compared(page: Page, count: str = "added") -> None:
    page.wait_for_function("() => window.scopeboard?.scene?.()?.boxes.some(box => box.change)")
    expect(panel(page).get_by_role("status")).to_contain_text(count)


def test_shows_both_graphs_as_one_drawing_and_the_list_of_changes(
    open_page: OpenPage, report: str
) -> None:
    page = open_page(report, prepare=offline)
    compared(page)
    assert read_scene(page, "loss").boxes["head"]["change"]["added"] == 1
    expect(page).to_have_title("before.pb → x_after.pb · Scopeboard report")
    expect(panel(page).get_by_role("button", name="new", exact=True)).to_be_visible()
    panel(page).get_by_role("button", name="gone", exact=True).click()
    scene = read_scene(page, "encoder/dense/gone")
    assert scene.boxes["encoder/dense/gone"]["change"]["status"] == "removed"
    expect(page.locator(".ui-error-state")).to_have_count(0)


def test_the_card_has_both_sides(open_page: OpenPage, report: str) -> None:
    page = open_page(report, prepare=offline)
    compared(page)
    panel(page).get_by_role("button", name="scale", exact=True).click()
    row = page.get_by_role("row").filter(has_text="rate")
    expect(row).to_contain_text("0.5")
    expect(row).to_contain_text("0.25")


def test_the_comparison_ends_and_is_there_again(open_page: OpenPage, report: str) -> None:
    page = open_page(report, prepare=offline)
    compared(page)
    panel(page).get_by_role("button", name=text("endComparison")).click()
    page.wait_for_function("() => !window.scopeboard?.scene?.()?.boxes.some(box => box.change)")
    page.get_by_role("button", name=message("graph.late.compareWith")).click()
    choices = page.get_by_role("dialog", name=message("graph.late.compareWith"))
    choices.get_by_role("button", name="before").click()
    compared(page)


def test_files_are_compared_and_the_exit_status_is_that_of_the_reasons(
    open_page: OpenPage, tmp_path: Path
) -> None:
    for name, more in (("one", ()), ("other", ("c Relu b",))):
        (tmp_path / f"{name}.pb").write_bytes(ops("a Placeholder", "b Tanh a", *more))
    flags = ("--format", "html", "--fail_on", "added")
    address = made(tmp_path, tmp_path / "one.pb", tmp_path / "other.pb", *flags, status=1)
    page = open_page(address, prepare=offline)
    compared(page, "1 added")
