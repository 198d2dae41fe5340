"""What the page says where there is nothing to show, or not what a link names."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tools import writer
from tools.served import dashboard

from .conftest import OpenPage
from .messages import message

NEAR = "The path is misspelled or not the log directory."


@pytest.mark.parametrize(
    ("name", "title", "message", "has_causes"),
    [
        ("later", "Log directory not found", "no such directory; waiting for it.", True),
        ("a:/x,b:/y", "Log directory not found", "--logdir_spec NAME:DIR,NAME:DIR.", True),
        ("gone", "Log directory not found", "a symbolic link to nothing, which does", True),
        ("file.txt/x", "Not a log directory", "file.txt is a file, not a directory.", False),
        ("other", "No runs found", "2 files in it, none of them an event file: 2 .pt.", True),
        ("empty", "No runs found", "there is no file in it.", True),
    ],
)
def test_an_empty_page_says_why(
    tmp_path: Path, open_page: OpenPage, name: str, title: str, message: str, has_causes: bool
) -> None:
    for directory in ("other", "empty"):
        (tmp_path / directory).mkdir()
    for file in ("file.txt", "other/a.pt", "other/b.pt"):
        (tmp_path / file).touch()
    (tmp_path / "gone").symlink_to("nothing")
    logs = str(tmp_path / name) if name != "a:/x,b:/y" else f"a:{tmp_path}/x,b:/y"
    with dashboard("--logdir", logs, "--port", "0") as board:
        board.wait_until_read()
        page = open_page(board.url)
        page.get_by_role("heading", name=title).wait_for()
        expect(page.get_by_role("main")).to_contain_text(message)
        expect(page.get_by_text(NEAR)).to_have_count(int(has_causes))
        page.get_by_text("JAX", exact=True).click()
        expect(page.get_by_text("flax.metrics.tensorboard")).to_be_visible()


def test_a_log_directory_that_comes_fills_the_page(tmp_path: Path, open_page: OpenPage) -> None:
    logs = tmp_path / "later"
    with dashboard("--logdir", str(logs), "--port", "0", "--reload_interval", "1") as board:
        page = open_page(board.url)
        page.get_by_role("heading", name="Log directory not found").wait_for()
        writer.write_run(logs, "a", writer.scalar_file({"loss": [1, 2]}))
        page.get_by_role("heading", name="loss").wait_for()


def test_of_several_log_directories_the_page_says_which_is_missing(
    tmp_path: Path, open_page: OpenPage
) -> None:
    writer.write_run(tmp_path / "here", "a", writer.scalar_file({"loss": [1, 2]}))
    spec = f"x:{tmp_path}/here,y:{tmp_path}/there"
    with dashboard("--logdir_spec", spec, "--port", "0") as board:
        page = open_page(board.url)
        page.get_by_role("heading", name="loss").wait_for()
        expect(
            page.get_by_text(f"y leads to {tmp_path}/there, which does not exist")
        ).to_be_visible()


def test_a_link_to_runs_that_are_not_here_says_so(tmp_path: Path, open_page: OpenPage) -> None:
    for run in ("a", "b"):
        writer.write_run(tmp_path, run, writer.scalar_file({"loss": [1, 2]}))
    with dashboard("--logdir", str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        page = open_page(f"{board.url}?tab=scalars&runs=x&runs=y")
        page.get_by_role("heading", name=message("ui.noRunsSelected")).wait_for()
        said = "2 runs of this link are not in this log directory: x and y."
        expect(page.get_by_role("main").get_by_text(said)).to_be_visible()
        page.get_by_role("button", name="Show the 10 newest").click()
        page.get_by_role("heading", name="loss").wait_for()
        other = open_page(f"{board.url}?tab=scalars&runs=a&runs=gone")
        other.get_by_text("1 run of this link is not in this log directory: gone.").wait_for()
