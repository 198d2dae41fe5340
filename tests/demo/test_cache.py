"""The demo is unpacked once, and unpacked again when it is not whole."""

import io
import multiprocessing
import os
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scopeboard.demo.cache import LEFTOVER_PREFIX, LEFTOVER_SECONDS, find_or_unpack_demo


def archive_of(members: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:xz") as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


TINY = archive_of({f"{run}/events.out.tfevents.0000000001.demo": run.encode() for run in "ab"})


def test_the_second_call_finds_what_the_first_made(tmp_path: Path) -> None:
    cache = tmp_path / "not" / "there" / "yet"
    demo = find_or_unpack_demo(cache, TINY)
    before = contents(demo)
    assert {path.name for path in before} >= {"manifest.json"}
    assert find_or_unpack_demo(cache, TINY) == demo
    assert contents(demo) == before
    assert list(cache.iterdir()) == [demo]


def test_the_files_are_those_of_the_archive(tmp_path: Path) -> None:
    demo = find_or_unpack_demo(tmp_path, TINY)
    paths = [path.relative_to(demo).as_posix() for path in event_files(demo)]
    assert paths == [f"{run}/events.out.tfevents.0000000001.demo" for run in "ab"]
    assert [path.read_bytes() for path in event_files(demo)] == [b"a", b"b"]


def test_another_archive_has_another_place(tmp_path: Path) -> None:
    other = archive_of({"events.out.tfevents.0000000001.demo": b""})
    assert find_or_unpack_demo(tmp_path, TINY) != find_or_unpack_demo(tmp_path, other)


def test_a_python_without_lzma_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lzma", None)
    with pytest.raises(OSError, match="no lzma module"):
        find_or_unpack_demo(tmp_path, TINY)


def event_files(demo: Path) -> list[Path]:
    return sorted(demo.rglob("*tfevents*"))


def first_event_file(demo: Path) -> Path:
    return event_files(demo)[0]


def truncate(demo: Path) -> None:
    os.truncate(first_event_file(demo), 10)


def flip_a_bit(demo: Path) -> None:
    path = first_event_file(demo)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)


def lose_a_file(demo: Path) -> None:
    first_event_file(demo).unlink()


def add_a_file(demo: Path) -> None:
    (demo / "events.out.tfevents.0000000000.stray").write_bytes(b"")


def lose_the_manifest(demo: Path) -> None:
    (demo / "manifest.json").unlink()


def garble_the_manifest(demo: Path) -> None:
    (demo / "manifest.json").write_bytes(b"\xff{")


@pytest.mark.parametrize(
    "damage",
    [truncate, flip_a_bit, lose_a_file, add_a_file, lose_the_manifest, garble_the_manifest],
)
def test_damage_is_repaired(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    demo = find_or_unpack_demo(tmp_path, TINY)
    names = set(relative_names(demo))
    damage(demo)
    assert find_or_unpack_demo(tmp_path, TINY) == demo
    assert len(relative_names(demo)) == len(names)
    remade = contents(demo)
    find_or_unpack_demo(tmp_path, TINY)
    assert contents(demo) == remade
    assert list(tmp_path.iterdir()) == [demo]


def test_two_processes_at_once_agree(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        made = pool.starmap(find_or_unpack_demo, [(tmp_path, TINY)] * 2, chunksize=1)
    assert made[0] == made[1]
    before = contents(made[0])
    assert find_or_unpack_demo(tmp_path, TINY) == made[0]
    assert contents(made[0]) == before
    assert list(tmp_path.iterdir()) == [made[0]]


def test_only_old_leftovers_are_removed(tmp_path: Path) -> None:
    old, young, foreign = (
        tmp_path / name for name in (f"{LEFTOVER_PREFIX}a", f"{LEFTOVER_PREFIX}b", "c")
    )
    for directory in (old, young, foreign):
        (directory / "made").mkdir(parents=True)
    long_ago = time.time() - LEFTOVER_SECONDS - 1
    for directory in (old, foreign):
        os.utime(directory, (long_ago, long_ago))
    demo = find_or_unpack_demo(tmp_path, TINY)
    assert set(tmp_path.iterdir()) == {demo, young, foreign}


def test_an_unwritable_place_is_an_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    with pytest.raises(OSError, match="file"):
        find_or_unpack_demo(blocked / "cache", TINY)


def contents(demo: Path) -> dict[Path, tuple[bytes, int]]:
    files = [path for path in demo.rglob("*") if path.is_file()]
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def relative_names(demo: Path) -> list[str]:
    return [path.parent.relative_to(demo).as_posix() for path in demo.rglob("*") if path.is_file()]
