"""Why a log directory shows nothing."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scopeboard.ingest.discovery.discover import MAX_DEPTH, discover
from scopeboard.ingest.discovery.empty_log import find_absence
from scopeboard.store.progress import Absence
from tools import writer

IS_ROOT = sys.platform != "win32" and os.geteuid() == 0
AS_ANYONE = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if IS_ROOT else ()


def absence_of(path: Path) -> Absence | None:
    return find_absence(path, discover(path))


def test_nothing_is_said_of_runs(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", b"")
    (tmp_path / "latest").symlink_to("gone")
    assert absence_of(tmp_path) is None


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("rusn", " There is {}/runs."),
        ("runs/b", " There is {}/runs, but nothing called b in it."),
        ("x/y/z", " There is {}, but nothing called x in it."),
        ("runs/*", " Patterns are not expanded here: name the directory above."),
        ("a:/x,b:/y", " To show several log directories: --logdir_spec NAME:DIR,NAME:DIR."),
    ],
)
def test_a_missing_directory_is_waited_for(tmp_path: Path, name: str, hint: str) -> None:
    (tmp_path / "runs").mkdir()
    message = f"no such directory; waiting for it.{hint.format(tmp_path)}"
    assert absence_of(tmp_path / name) == Absence("missing", message)


def test_links_to_nothing_are_named(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "gone")
    message = f"a symbolic link to {tmp_path}/gone, which does not exist; waiting for it."
    assert absence_of(link) == Absence("dangling_link", message)
    message = f"link leads to {tmp_path}/gone, which does not exist; waiting for it."
    assert absence_of(tmp_path) == Absence("dangling_link", message)


def test_of_several_log_directories_those_that_are_missing_are_named(tmp_path: Path) -> None:
    logs, links = tmp_path / "logs", tmp_path / "links"
    writer.write_run(logs, "a", b"")
    links.mkdir()
    (links / "here").symlink_to(logs)
    assert absence_of(links) is None
    (links / "there").symlink_to("/gone")
    assert absence_of(links) == Absence(
        "dangling_link", "there leads to /gone, which does not exist; waiting for it."
    )


def test_a_file_is_no_directory(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert absence_of(file) == Absence("not_a_directory", "this is a file, not a directory.")
    message = f"{file} is a file, not a directory."
    assert absence_of(file / "x" / "y") == Absence("not_a_directory", message)


def test_a_circle_of_links_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    absence = absence_of(tmp_path / "a")
    assert absence
    assert absence.reason == "unreadable"
    assert absence.message.startswith("cannot be read: ")


def test_files_of_other_kinds_are_counted(tmp_path: Path) -> None:
    assert absence_of(tmp_path) == Absence("empty", "there is no file in it.")
    (tmp_path / "notes.txt").touch()
    assert absence_of(tmp_path) == Absence(
        "no_event_files", "1 file in it, which is not an event file."
    )
    (tmp_path / "below").mkdir()
    for name in ("a.pt", "b.PT", "below/c.pt", "d.csv", "README", ".hidden", "e." + "x" * 50):
        (tmp_path / name).touch()
    assert absence_of(tmp_path) == Absence(
        "no_event_files",
        "8 files in it, none of them an event file: 3 .pt, 1 .csv, 1 .txt, 3 other.",
    )


def test_what_is_too_deep_has_a_sentence_of_its_own(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "/".join("d" * (MAX_DEPTH + 1)), b"")
    assert absence_of(tmp_path) is None


@pytest.mark.skipif(
    sys.platform == "win32" or (IS_ROOT and shutil.which("setpriv") is None),
    reason="nothing is closed to this user",
)
@pytest.mark.parametrize(
    ("closed", "reason", "message"),
    [
        ("logs", "unreadable", "cannot be read: Permission denied; trying again."),
        (".", "unreadable", "cannot be read: Permission denied; trying again."),
        ("logs/below", "empty", "there is no file in it. 1 directory below it cannot be read."),
    ],
)
def test_closed_directories_are_reported(
    tmp_path: Path, closed: str, reason: str, message: str
) -> None:
    (tmp_path / "logs" / "below").mkdir(parents=True)
    program = (
        "import json, sys; from pathlib import Path\n"
        "from scopeboard.ingest.discovery.empty_log import find_absence\n"
        "from scopeboard.ingest.discovery.discover import discover\n"
        "path = Path(sys.argv[1]); absence = find_absence(path, discover(path))\n"
        "print(json.dumps([absence.reason, absence.message]))"
    )
    (tmp_path / closed).chmod(0)
    try:
        output = subprocess.check_output(
            [*AS_ANYONE, sys.executable, "-c", program, str(tmp_path / "logs")], text=True
        )
    finally:
        (tmp_path / closed).chmod(0o755)
    assert json.loads(output) == [reason, message]
