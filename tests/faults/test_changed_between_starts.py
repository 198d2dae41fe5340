"""What changed while no dashboard ran is noticed: the index never speaks for other bytes."""

import os
import random
from collections.abc import Callable
from pathlib import Path

from tools.served import Dashboard, dashboard
from tools.writer import version, write_run

from .logs import assert_all_is_served, assert_all_is_served_soon, scalar_events, write_runs

STEPS = 500
ROUNDS = 3


def file_of(steps: int, seed: int) -> bytes:
    """Return an event file; its size depends on the steps only."""
    return version() + scalar_events(range(steps), seed)


def serve_once(
    logs: Path, index: Path, check: Callable[[Dashboard, Path], None] = assert_all_is_served
) -> None:
    """Start on a log directory, look, and leave properly, so that the index is whole."""
    with dashboard(str(logs), "--port", "0", "--index_dir", str(index)) as board:
        check(board, logs)
        board.process.terminate()
        board.process.wait()


def replace(path: Path, data: bytes) -> None:
    """Put another file in a file's place."""
    other = path.with_name("other")
    other.write_bytes(data)
    other.rename(path)


def rewrite(path: Path, data: bytes) -> None:
    """Write another content over a file's."""
    with path.open("r+b") as file:
        file.write(data)
        file.truncate()


def replace_at_the_same_time(path: Path, data: bytes) -> None:
    """Put a file in the place of another that was written at the same time."""
    status = path.stat()
    replace(path, data)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def test_files_with_another_content_are_read_again(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    changes = [
        (change, steps)
        for change in (replace, rewrite, replace_at_the_same_time)
        for steps in (STEPS - 1, STEPS, STEPS + 1)
    ]
    names = [f"{change.__name__} {steps}" for change, steps in changes]
    paths = [write_run(logs, name, file_of(STEPS, seed=1)) for name in names]
    serve_once(logs, index)
    for path, (change, steps) in zip(paths, changes, strict=True):
        change(path, file_of(steps, seed=2))
    serve_once(logs, index)


def test_what_grew_is_read_on_and_what_is_gone_is_not_shown(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    write_runs(logs, runs=5, steps=100)
    grown = write_run(logs, "grown", file_of(STEPS, seed=1))
    extra = write_run(logs, "run0001", file_of(STEPS, seed=3), "z.tfevents.2")
    serve_once(logs, index)
    with grown.open("ab") as file:
        file.write(scalar_events(range(STEPS, STEPS + 100)))
    extra.unlink()
    next((logs / "run0002").iterdir()).unlink()
    serve_once(logs, index)


def flip(path: Path, chance: random.Random) -> None:
    """Change one bit."""
    data = bytearray(path.read_bytes())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def cut(path: Path, chance: random.Random) -> None:
    """Take the end away."""
    os.truncate(path, chance.randrange(path.stat().st_size))


def litter(path: Path, chance: random.Random) -> None:
    """Append what nobody wrote there."""
    with path.open("ab") as file:
        file.write(chance.randbytes(chance.randrange(1, 5000)))


def blank(path: Path, chance: random.Random) -> None:
    """Put zeros where a page was, as some file systems do after a power cut."""
    data = bytearray(path.read_bytes())
    at = chance.randrange(len(data))
    data[at : at + 4096] = bytes(len(data[at : at + 4096]))
    path.write_bytes(data)


def remove(path: Path, chance: random.Random) -> None:  # noqa: ARG001 - as the others are called
    """Take the file away."""
    path.unlink()


def test_a_damaged_index_is_never_believed(tmp_path: Path) -> None:
    logs, index, chance = tmp_path / "logs", tmp_path / "index", random.Random(1)  # noqa: S311
    write_runs(logs, runs=10, steps=100)
    serve_once(logs, index)
    for _ in range(ROUNDS):
        for path in sorted(path for path in index.rglob("*") if path.is_file()):
            if path.stat().st_size:
                chance.choice([flip, cut, litter, blank, remove])(path, chance)
        serve_once(logs, index, assert_all_is_served_soon)
