"""Finding runs in real directories."""

from pathlib import Path

import pytest

import writer
from scopeboard.ingest.discover import MAX_DEPTH, discover, is_event_file_name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("events.out.tfevents.1.host", True),
        ("my.tfevents", True),
        ("events.out.tfevents.1.host.profile-empty", False),
        ("checkpoint", False),
    ],
)
def test_event_file_names(name: str, expected: bool) -> None:
    assert is_event_file_name(name) is expected


def test_a_run_is_a_directory_with_an_event_file(tmp_path: Path) -> None:
    writer.write_run(tmp_path, ".", b"")
    writer.write_run(tmp_path, "a/train", b"")
    writer.write_run(tmp_path, "a/train", b"", "another.tfevents")
    (tmp_path / "a" / "notes.txt").write_text("no run")
    found = discover(tmp_path)
    assert [run.name for run in found.runs] == [".", "a/train"]
    assert found.runs[1].files == ("another.tfevents", writer.FILE_NAME)
    assert found.entries == 4


def test_files_that_may_hold_a_graph_are_noted(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", b"")
    for name in ("graph.pbtxt", "a/frozen.pb", "b/c/model.ckpt.meta", "b/notes.txt", "b/x.pb.bak"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    found = discover(tmp_path)
    assert found.graph_files == ["a/frozen.pb", "b/c/model.ckpt.meta", "graph.pbtxt"]
    assert [run.name for run in found.runs] == ["a"]


def test_a_missing_directory_is_a_value(tmp_path: Path) -> None:
    found = discover(tmp_path / "nowhere")
    assert (found.exists, found.runs) == (False, [])


def test_links_are_followed_once_and_never_in_circles(tmp_path: Path) -> None:
    writer.write_run(tmp_path / "elsewhere", "run", b"")
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "linked").symlink_to(tmp_path / "elsewhere")
    (logs / "circle").symlink_to(logs)
    (logs / "nowhere").symlink_to(tmp_path / "gone")
    assert [run.name for run in discover(logs).runs] == ["linked/run"]


def test_a_link_never_takes_the_name_of_the_directory_it_leads_to(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "m/run1", b"")
    for name in ("aaa", "latest", "m/zzz"):
        (tmp_path / name).symlink_to(tmp_path / "m" / "run1")
    assert [run.name for run in discover(tmp_path).runs] == ["m/run1"]


def test_a_name_too_long_or_a_file_in_its_place_is_a_value(tmp_path: Path) -> None:
    assert not discover(tmp_path / ("d" * 300)).exists
    (tmp_path / "file").write_text("")
    assert not discover(tmp_path / "file").exists


def test_depth_is_bounded(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "/".join("d" * (MAX_DEPTH)), b"")
    writer.write_run(tmp_path, "/".join("d" * (MAX_DEPTH + 1)), b"")
    assert len(discover(tmp_path).runs) == 1
