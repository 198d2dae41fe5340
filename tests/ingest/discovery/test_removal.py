"""Event files are removed from a log directory, and nothing else."""

import os
from errno import EACCES
from pathlib import Path

import pytest

from scopeboard.errors import RefusedError, UnavailableError
from scopeboard.ingest.discovery.discover import discover
from scopeboard.ingest.discovery.removal import remove_event_files
from tools import writer
from tools.platforms import needs_links

NAME = writer.FILE_NAME


def all_files(directory: Path) -> set[str]:
    return {str(path.relative_to(directory)) for path in directory.rglob("*")}


def test_only_the_files_named_go(tmp_path: Path) -> None:
    for run in (".", "a", "a/b"):
        writer.write_run(tmp_path, run, b"events")
    (tmp_path / "a" / "model.ckpt").write_bytes(b"weights")
    removal = remove_event_files(tmp_path, "a", [NAME, "gone.tfevents.1", "model.ckpt"])
    assert (removal.files, removal.bytes) == (1, len(b"events"))
    assert removal.failures == ["model.ckpt is not an event file."]
    assert all_files(tmp_path) == {NAME, "a", "a/model.ckpt", "a/b", f"a/b/{NAME}"}
    assert remove_event_files(tmp_path, ".", [NAME]).files == 1
    assert [run.name for run in discover(tmp_path).runs] == ["a/b"]


@needs_links
def test_a_link_is_not_followed(tmp_path: Path) -> None:
    logs, elsewhere = tmp_path / "logs", tmp_path / "elsewhere"
    precious = writer.write_run(elsewhere, "run", b"events")
    logs.mkdir()
    (logs / "linked").symlink_to(elsewhere)
    writer.write_run(logs, "own", b"events")
    (logs / "own" / "events.out.tfevents.2").symlink_to(precious)
    assert "linked/run" in [run.name for run in discover(logs).runs]
    for run in ("linked/run", "linked", "../elsewhere/run", "own/../linked/run", "/etc", ""):
        with pytest.raises(RefusedError):
            remove_event_files(logs, run, [NAME])
    removal = remove_event_files(logs, "own", ["events.out.tfevents.2", f"../linked/run/{NAME}"])
    assert removal.files == 0
    assert len(removal.failures) == 2
    assert precious.read_bytes() == b"events"


@needs_links
def test_a_log_directory_that_is_a_link_is_what_it_leads_to(tmp_path: Path) -> None:
    writer.write_run(tmp_path / "logs", "run", b"events")
    (tmp_path / "named").symlink_to("logs")
    assert remove_event_files(tmp_path / "named", "run", [NAME]).files == 1


def test_what_cannot_be_removed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_path: object, **_within: object) -> None:  # root may remove whatever it likes
        raise PermissionError(EACCES, os.strerror(EACCES))

    writer.write_run(tmp_path, "run", b"events")
    monkeypatch.setattr("scopeboard.ingest.discovery.removal.os.unlink", refuse)
    removal = remove_event_files(tmp_path, "run", [NAME])
    assert removal.failures == [f"{NAME} could not be removed: Permission denied."]
    assert (removal.files, removal.bytes) == (0, 0)


def test_a_directory_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="cannot be opened"):
        remove_event_files(tmp_path, "gone", [NAME])
