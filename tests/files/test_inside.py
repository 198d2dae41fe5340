"""Files are opened inside the log directory only, whatever their names."""

from pathlib import Path

import pytest

from scopeboard.errors import NotFoundError
from scopeboard.files.inside import open_inside
from tools.platforms import needs_links


@needs_links
def test_a_file_of_the_run_is_opened(tmp_path: Path) -> None:
    run = tmp_path / "log" / "run"
    run.mkdir(parents=True)
    (tmp_path / "log" / "shared.tsv").write_text("shared")
    (run / "own.tsv").write_text("own")
    (run / "link.tsv").symlink_to(tmp_path / "log" / "shared.tsv")
    for name, content in [
        ("own.tsv", b"own"),
        ("../shared.tsv", b"shared"),
        (str(run / "own.tsv"), b"own"),
        ("link.tsv", b"shared"),
    ]:
        with open_inside(tmp_path / "log", run, name) as file:
            assert file.read() == content


@needs_links
@pytest.mark.parametrize(
    "name",
    [
        "../../secret",
        "/etc/passwd",
        "link",
        "dir/secret",
        ".",
        "gone",
        "a\0b",
        "../../../../etc/passwd",
    ],
)
def test_no_file_outside_the_log_directory_is_opened(tmp_path: Path, name: str) -> None:
    log = tmp_path / "log"
    run = log / "run"
    run.mkdir(parents=True)
    (tmp_path / "secret").write_text("secret")
    (run / "link").symlink_to(tmp_path / "secret")
    (run / "dir").symlink_to(tmp_path)
    with pytest.raises(NotFoundError):
        open_inside(log, run, name)
