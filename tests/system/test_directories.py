"""Links between directories, where symbolic links take a privilege."""

from pathlib import Path

import pytest

from scopeboard.system.directories import directory_below, is_link, link_directory
from tools.platforms import needs_links


@needs_links
def test_a_link_leads_to_its_directory_and_is_known_as_one(tmp_path: Path) -> None:
    (tmp_path / "target").mkdir()
    link_directory(tmp_path / "link", tmp_path / "target")
    assert (tmp_path / "link").samefile(tmp_path / "target")
    assert is_link((tmp_path / "link").lstat())
    assert not is_link((tmp_path / "target").lstat())
    with pytest.raises(FileExistsError):
        link_directory(tmp_path / "link", tmp_path)


def test_files_are_removed_below_a_directory(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "file").write_bytes(b"1234")
    with directory_below(tmp_path, ["a", "b"]) as directory:
        assert directory.status("file").st_size == 4
        directory.remove("file")
        with pytest.raises(FileNotFoundError):
            directory.status("file")


def test_a_file_is_no_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(NotADirectoryError), directory_below(tmp_path, ["file"]):
        pass
