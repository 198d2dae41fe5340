"""The table of runs: what it filters, groups, keeps and leaves alone."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf.struct_pb2 import Value
from playwright.sync_api import Locator, Page, expect

from scopeboard.wire.plugins_pb2 import HParamsPluginData, SessionStartInfo
from scopeboard.wire.summary_pb2 import Summary
from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import message


def run_file(lr: float, loss: list[float]) -> bytes:
    """A run that began with a learning rate."""
    start = SessionStartInfo(hparams={"lr": Value(number_value=lr)})
    content = HParamsPluginData(session_start_info=start).SerializeToString()
    said = Summary.Value(
        tag="_hparams_/session_start_info", metadata=writer.plugin("hparams", content)
    )
    return writer.scalar_file({"loss": loss}) + writer.event(0, said)


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    writer.write_run(tmp_path, "sweep/a/train", run_file(0.1, [1.0, 0.2, 0.3]))
    writer.write_run(tmp_path, "sweep/a/eval", writer.scalar_file({"loss": [1.0, 0.4]}))
    writer.write_run(tmp_path, "sweep/b", run_file(0.1, [1.0, 0.5]))
    writer.write_run(tmp_path, "sweep/c", run_file(0.001, [1.0, 0.9]))
    return tmp_path


@pytest.fixture
def board(logs: Path) -> Iterator[Dashboard]:
    options = ("--port", "0", "--reload_interval", "0.2", "--state_dir", str(logs.parent / "kept"))
    with dashboard(str(logs), *options) as running:
        running.wait_until_read()
        yield running


def row(page: Page, key: str) -> Locator:
    """The row of an experiment (`t:`), a run (`r:`), a directory (`d:`) or a group (`g:`)."""
    return page.locator(f'[data-key="{key}"]')


def names(page: Page) -> list[str]:
    """The names of the rows, from the top."""
    return page.locator(".run-row .run-name").all_inner_texts()


def test_a_tree_of_experiments_is_filtered_by_what_they_began_with_and_came_to(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(board.url)
    expect(page.locator(".run-row")).to_have_count(4)
    assert sorted(names(page)) == ["a", "b", "c", "sweep"]
    # Beside the charts there is room for the count of its runs, not for their names.
    expect(row(page, "t:sweep/a").locator(".run-count-chip")).to_have_text("2 runs")
    expect(row(page, "t:sweep/a").locator('[data-run="sweep/a/eval"]')).to_be_hidden()
    count = row(page, "d:sweep").locator(".run-count-chip")
    expect(count).to_have_text("3")
    count.hover()
    expect(page.get_by_role("tooltip")).to_have_text(message("runs.experimentAndRunCount", 3, 4))
    box = page.get_by_label("Filter runs")
    box.fill("lr<0.01 or loss.min<0.3")
    expect(row(page, "t:sweep/a")).to_contain_text("a/train")
    expect(row(page, "t:sweep/b")).to_have_count(0)
    assert sorted(names(page)) == ["a/train", "c", "sweep"]
    box.fill("(lr<0.01")
    expect(page.locator(".run-filter")).to_contain_text(message("lib.filter.missingBracket"))
    box.fill("nothing=1")
    expect(page.locator(".run-filter")).to_contain_text(
        message("lib.filter.unknownColumn", "nothing", "nothing=1")
    )
    box.fill("/a$|b/")
    page.get_by_role("button", name=message("runs.onlyMatches")).click()
    expect(page).to_have_url(f"{board.url}?filter=/a$|b/&runs=re:a$|b".replace("|", "%7C"))
    expect(page.locator(".run-count")).to_contain_text("showing 1 of 3")
    of_count, of_link = (part.bounding_box() for part in page.locator(".run-count > *").all())
    assert of_count
    assert of_link
    middles = [part["y"] + part["height"] / 2 for part in (of_count, of_link)]
    assert middles[0] == pytest.approx(middles[1], abs=1)


def test_groups_say_mean_and_deviation(board: Dashboard, open_page: OpenPage) -> None:
    columns = "cols=hparam:lr&cols=metric:loss.best"
    page = open_page(f"{board.url}?tab=runs&by=hparam:lr&{columns}")
    group = row(page, "g:0.1")
    expect(group).to_contain_text("lr = 0.1")
    # The best of what was tested with is 0.4; 0.45 is the mean of that and 0.5.
    expect(group).to_contain_text("0.45± 0.07071")
    # In a narrow column the deviation gives way: a part of the mean would be another number.
    cell = group.locator(".run-cell", has=page.locator(".run-cell-more"))
    mean = cell.locator(".run-cell-text")
    cell.evaluate("cell => { cell.style.width = '66px'; }")
    assert mean.evaluate("mean => mean.scrollWidth <= mean.clientWidth")
    below = """cell => {
      const [mean, deviation] = [...cell.children].map(part => part.getBoundingClientRect());
      const { right, bottom } = cell.getBoundingClientRect();
      return deviation.top >= bottom && right - mean.right < 10;
    }"""
    assert cell.evaluate(below)
    cell.evaluate("cell => { cell.style.width = ''; }")
    group.get_by_role("button", name=message("runs.collapseRow", "lr = 0.1")).click()
    expect(row(page, "t:sweep/b")).to_have_count(0)
    page.go_back()
    expect(row(page, "t:sweep/b")).to_be_visible()
    page.get_by_role("button", name="loss best").click()
    expect(page.get_by_role("columnheader", name="loss best")).to_have_attribute(
        "aria-sort", "ascending"
    )


def test_an_experiment_is_grouped_by_what_its_runs_come_to_together(
    logs: Path, open_page: OpenPage
) -> None:
    path = logs / "sweep" / "a" / "eval" / writer.FILE_NAME
    path.write_bytes(path.read_bytes() + writer.record(b"\xff"))
    with dashboard(str(logs), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=runs&runs=all&by=warnings&cols=warnings")
        expect(row(page, "g:1")).to_be_visible()
        assert names(page) == ["none", "c", "b", "1", "sweep/a"]
        expect(row(page, "g:1").locator(".run-count-chip")).to_have_text("1")
        expect(row(page, "g:1").locator("td")).to_have_text("1")
        expect(row(page, "g:none").locator("td")).to_have_text("")


def test_names_colours_and_tags_are_kept(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(board.url)
    row(page, "t:sweep/b").focus()
    page.keyboard.press("F2")
    page.keyboard.type("Our best")
    page.keyboard.press("Enter")
    expect(row(page, "t:sweep/b")).to_contain_text("Our best")
    row(page, "t:sweep/b").click(button="right")
    page.get_by_role("menuitemradio", name="Crimson").click()
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.get_by_label(message("runs.tagsField")).fill("paper, base")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_label("Note").focus()
    again = open_page(board.url)
    expect(row(again, "t:sweep/b")).to_contain_text("Our best")
    expect(row(again, "t:sweep/b")).to_contain_text("paper")
    swatch = row(again, "t:sweep/b").locator(".run-swatch")
    assert swatch.evaluate("e => e.style.getPropertyValue('--run-colour')") == "#941f48"
    again.get_by_label("Filter runs").fill("tag:paper best")
    expect(again.locator(".run-row[data-run]")).to_have_count(1)


def rename(page: Page, key: str, name: str) -> None:
    """Rename a run, and wait until the server has it."""
    row(page, key).focus()
    page.keyboard.press("F2")
    page.keyboard.type(name)
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.keyboard.press("Enter")
    expect(row(page, key)).to_contain_text(name)


def test_marks_are_undone_with_the_view_but_never_over_those_of_another_window(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(board.url)
    c = row(page, "t:sweep/c")
    rename(page, "t:sweep/c", "ours")
    page.keyboard.press("o")
    expect(page).to_have_url(f"{board.url}?runs=sweep/c")
    page.keyboard.press("Enter")
    page.get_by_label(message("runs.tagsField")).fill("paper")
    page.get_by_label("Note").focus()
    expect(c).to_contain_text("paper")
    c.focus()
    other = open_page(board.url)
    rename(other, "t:sweep/c", "theirs")

    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: the tags of sweep/c")).to_be_visible()
    expect(c).not_to_contain_text("paper")
    page.keyboard.press("Control+Shift+z")
    expect(c).to_contain_text("paper")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(page).to_have_url(board.url)
    expect(page.get_by_text("Undone: the runs shown")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("the name of sweep/c was changed elsewhere")).to_be_visible()
    expect(c).to_contain_text("theirs")
    expect(row(open_page(board.url), "t:sweep/c")).to_contain_text("theirs")


def test_shift_shows_all_rows_from_the_last_one(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?runs=none&sort=name")
    boxes = [row(page, f"t:sweep/{name}").get_by_role("checkbox").first for name in "abc"]
    boxes[0].click()
    boxes[2].click(modifiers=["Shift"])
    for box in boxes:
        expect(box).to_be_checked()
    boxes[1].click()
    boxes[2].click(modifiers=["Shift"])
    for box, is_shown in zip(boxes, (True, False, False), strict=True):
        expect(box).to_be_checked(checked=is_shown)


def test_a_new_run_leaves_a_selection_by_hand_alone(
    board: Dashboard, logs: Path, open_page: OpenPage
) -> None:
    page = open_page(board.url)
    row(page, "t:sweep/c").focus()
    page.keyboard.press("o")
    expect(page).to_have_url(f"{board.url}?runs=sweep/c")
    writer.write_run(logs, "sweep/d", run_file(0.5, [2.0]))
    expect(page.get_by_text(message("runs.newExperiments", 1), exact=True)).to_be_visible()
    expect(row(page, "t:sweep/d").get_by_role("checkbox")).not_to_be_checked()
    expect(page.locator(".run-count")).to_contain_text("showing 1 of 4")
    page.locator(".run-new-runs").get_by_role("button", name="show").click()
    expect(row(page, "t:sweep/d").get_by_role("checkbox")).to_be_checked()
    shutil.rmtree(logs / "sweep" / "d")
    expect(page.locator(".run-row.gone")).to_contain_text("d")


def test_rows_are_reached_and_opened_by_keys(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?sort=name")
    row(page, "d:sweep").focus()
    page.keyboard.press("ArrowDown")
    expect(row(page, "t:sweep/a")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(row(page, "r:sweep/a/train")).to_be_focused()
    page.keyboard.press(" ")
    expect(row(page, "r:sweep/a/train").get_by_role("checkbox")).not_to_be_checked()
    page.keyboard.press("b")
    expect(row(page, "r:sweep/a/train")).to_contain_text("base")
    page.keyboard.press("Shift+F10")
    page.get_by_role("menuitem", name=message("runs.clearBaseline")).click()
    expect(row(page, "r:sweep/a/train")).not_to_contain_text("base")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(row(page, "r:sweep/a/train")).to_have_count(0)


def test_files_are_deleted_only_where_that_is_allowed_and_by_name(
    board: Dashboard, logs: Path, open_page: OpenPage
) -> None:
    page = open_page(board.url)
    row(page, "t:sweep/b").click(button="right")
    expect(page.get_by_role("menuitem", name=message("runs.archive"))).to_be_visible()
    expect(
        page.get_by_role("menuitem", name=message("runs.deleteEventFilesMenuItem"))
    ).to_have_count(0)
    with dashboard(str(logs), "--port", "0", "--reload_interval", "0.2", "--allow_delete") as other:
        other.wait_until_read()
        page = open_page(other.address)
        row(page, "t:sweep/a").click(button="right")
        page.get_by_role("menuitem", name=message("runs.deleteEventFilesMenuItem")).click()
        dialog = page.get_by_role("dialog", name="Delete event files")
        expect(dialog.get_by_role("button", name="Delete 2 runs")).to_be_disabled()
        dialog.get_by_label("Type sweep/a to confirm").fill("sweep/a")
        dialog.get_by_role("button", name="Delete 2 runs").click()
        expect(page.get_by_text("2 event files deleted")).to_be_visible()
        for phase in ("train", "eval"):
            gone = page.locator(f'.run-row.gone[data-run="sweep/a/{phase}"]')
            expect(gone).to_be_visible()
    assert sorted(file.parent.name for file in logs.rglob("*tfevents*")) == ["b", "c"]


def test_the_run_of_the_log_directory_has_its_name_and_one_colour(
    open_page: OpenPage, tmp_path: Path
) -> None:
    directory = tmp_path / "bert"
    for run in (".", "train", "eval"):
        writer.write_run(directory, run, writer.scalar_file({"loss": [1.0, 0.5]}))
    with dashboard(str(directory), "--port", "0") as served:
        served.wait_until_read()
        page = open_page(f"{served.url}?runs=all")
        expect(page.locator(".run-row .run-name")).to_have_text("bert")
        colours = page.locator(".run-phase-chip").evaluate_all(
            "chips => chips.map((chip) => chip.style.getPropertyValue('--run-colour'))"
        )
        assert len(colours) == 3
        assert len(set(colours)) == 1


def test_a_column_has_the_values_at_the_chosen_step(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=runs&runs=all&cols=metric:loss.at&step=1")
    cell = row(page, "t:sweep/b").locator("td.run-cell")
    expect(cell).to_have_text("0.5")
    page.goto(f"{board.url}?tab=runs&runs=all&cols=metric:loss.at&step=0")
    expect(cell).to_have_text("1")
    page.goto(f"{board.url}?tab=runs&runs=all&cols=metric:loss.at")
    expect(cell).to_have_text("")
