"""The path of the state file."""

from pathlib import Path

import pytest

from scopeboard.state.state_path import find_state_file
from tools.platforms import needs_links


def test_log_directories_of_one_name_have_a_file_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    mine, theirs = (find_state_file(Path(f"/{who}/runs"), None) for who in ("me", "they"))
    assert mine.parent == theirs.parent == tmp_path / "scopeboard" / "state"
    assert mine != theirs
    assert mine.name.startswith("runs-")


@needs_links
def test_a_link_to_a_log_directory_has_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "runs").mkdir()
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "runs").symlink_to(tmp_path / "runs")
    direct = find_state_file(tmp_path / "runs", None)
    assert find_state_file(tmp_path / "link" / "runs", None) == direct


def test_a_shared_directory_needs_no_common_path(tmp_path: Path) -> None:
    mine, theirs = (find_state_file(Path(f"/{who}/runs"), tmp_path) for who in ("me", "they"))
    assert mine == theirs == tmp_path / "runs.state.json"
    assert find_state_file(Path("/"), tmp_path) == tmp_path / "root.state.json"
