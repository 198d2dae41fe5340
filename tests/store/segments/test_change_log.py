"""A change log has its entries up to the first byte that changed."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.errors import DamagedDataError
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.change import Change, FileDamage, unpack_change
from scopeboard.store.segments.change_log import ChangeLog, read_entries
from scopeboard.store.write.recovery import recover
from scopeboard.types import TagKey

BODIES = [b"one", b"", bytes(100), b"four" * 50]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a change log of BODIES."""
    change_log = ChangeLog(tmp_path / "catalogue", 0)
    for body in BODIES:
        change_log.append(body)
    change_log.close()
    return tmp_path / "catalogue"


def bodies(path: Path) -> list[bytes]:
    return [body for body, _ in read_entries(path)]


def test_appended_entries_are_read(path: Path) -> None:
    assert bodies(path) == BODIES
    assert list(read_entries(path))[-1][1] == path.stat().st_size


def test_a_cut_at_any_byte_leaves_complete_entries_only(path: Path) -> None:
    ends = [0, *(end for _, end in read_entries(path))]
    for size in range(path.stat().st_size - 1, -1, -1):
        os.truncate(path, size)
        assert bodies(path) == BODIES[: sum(end <= size for end in ends[1:])]


def test_a_flipped_bit_anywhere_ends_the_change_log_there(path: Path) -> None:
    whole = path.read_bytes()
    ends = [end for _, end in read_entries(path)]
    for at in range(len(whole)):
        changed = bytearray(whole)
        changed[at] ^= 1 << at % 8
        path.write_bytes(changed)
        intact = 0 if at < 20 else sum(end <= at for end in ends)
        assert bodies(path) == BODIES[:intact]


def test_appending_continues_after_the_last_valid_entry(path: Path) -> None:
    end = list(read_entries(path))[1][1]
    change_log = ChangeLog(path, end)
    change_log.append(b"new")
    change_log.close()
    assert bodies(path) == [*BODIES[:2], b"new"]


def test_rewriting_replaces_all(path: Path) -> None:
    change_log = ChangeLog(path, path.stat().st_size)
    change_log.rewrite(b"all")
    change_log.append(b"more")
    change_log.close()
    assert bodies(path) == [b"all", b"more"]
    assert [p.name for p in path.parent.iterdir()] == ["catalogue"]


def test_a_change_log_of_another_version_or_none_has_no_entries(path: Path, tmp_path: Path) -> None:
    path.write_bytes(path.read_bytes()[:16] + b"\xff" + path.read_bytes()[17:])
    assert bodies(path) == []
    assert bodies(tmp_path / "none") == []
    assert bodies(tmp_path) == []


def test_a_change_comes_back_as_it_was() -> None:
    change = Change(
        runs=["r\udcff", "."],
        files=[(0, "f\n")],
        keys=[TagKey("scalars", 'a"\\\u2028')],
        metadata=[TagMetadata("images", "p", "name", "text", b"\x00\xff", guessed=True)],
        forgotten=[1],
        warnings=[FileDamage(0, 3, [(1, "bad", "a sentence")])],
        key_values={"ops": b"\x80"},
    )
    again = unpack_change(change.pack())
    for name in ("runs", "files", "keys", "metadata", "forgotten", "warnings", "key_values"):
        assert getattr(again, name) == getattr(change, name)


@given(st.binary(max_size=60))
def test_bytes_that_are_no_change_are_damage(data: bytes) -> None:
    with pytest.raises(DamagedDataError):
        unpack_change(data)


def test_an_entry_with_an_unknown_number_ends_the_change_log() -> None:
    good = Change(runs=["a"], files=[(0, "f")]).pack()
    rows = np.zeros(1, Change().rows.dtype)
    rows["file"] = 9
    bad = Change(runs=["b"], rows=rows).pack()
    recovered = recover([(good, 10), (bad, 20), (good, 30)], {})
    assert (recovered.tables.runs, recovered.length) == (["a"], 10)
