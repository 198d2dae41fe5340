"""Archives: their files, under names that are valid on every system."""

import io
import time
from zipfile import ZipFile

from hypothesis import given
from hypothesis import strategies as st

from scopeboard.export.archive import ArchivedFile, archive, safe_path


def unpacked(*files: ArchivedFile) -> ZipFile:
    return ZipFile(io.BytesIO(b"".join(archive(files))))


@given(st.lists(st.tuples(st.text(), st.binary(max_size=100), st.floats())))
def test_every_file_is_in_the_archive_in_its_order(files: list[tuple[str, bytes, float]]) -> None:
    zipped = unpacked(*[ArchivedFile(*file) for file in files])
    assert zipped.testzip() is None
    names = zipped.namelist()
    assert [zipped.read(name) for name in names] == [data for _, data, _ in files]
    assert len({name.casefold() for name in names}) == len(files)


@given(st.text(alphabet="a./\\:. \n\0é"))
def test_no_path_leaves_the_directory(path: str) -> None:
    parts = safe_path(path).split("/")
    assert all(part and part == part.strip(" .") for part in parts)
    assert not set("\\:\n\0") & set(safe_path(path))


def test_repeated_names_are_numbered() -> None:
    files = [ArchivedFile(path, b"", 0.0) for path in ("a/x.png", "A/X.png", "a/x.png", "b", "b")]
    names = ["a/x.png", "A/X (2).png", "a/x (3).png", "b", "b (2)"]
    assert unpacked(*files).namelist() == names


def test_files_have_the_time_at_which_they_were_logged() -> None:
    files = [ArchivedFile("a", b"", 1.7e9), ArchivedFile("b", b"", float("nan"))]
    dates = [entry.date_time for entry in unpacked(*files).infolist()]
    assert dates[0][:5] == time.gmtime(1.7e9)[:5]
    assert dates[1] == (1980, 1, 1, 0, 0, 0)


def test_an_archive_is_written_while_files_are_read() -> None:
    pieces = archive(ArchivedFile(str(number), bytes(1000), 0.0) for number in iter(int, 1))
    assert len(next(pieces)) > 1000
