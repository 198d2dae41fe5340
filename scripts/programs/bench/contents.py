"""The contents of a log directory, counted once with protobuf and cached for later measurements.

They show whether a program has read everything, whatever it reports.
"""

import hashlib
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from programs.bench import event_files

CACHE = Path(tempfile.gettempdir()) / "scopeboard-bench"


class Series(NamedTuple):
    """How many points a tag of a run has, and the largest step among them."""

    points: int
    last_step: int


@dataclass(frozen=True)
class Contents:
    """Series by kind, tag and run."""

    kinds: dict[str, dict[str, dict[str, Series]]]
    runs: int

    @property
    def kind(self) -> str:
        """Return the kind of values to request: scalars if there are any."""
        return next(kind for kind in ("scalars", "histograms", "images") if kind in self.kinds)

    @property
    def tags(self) -> dict[str, dict[str, Series]]:
        """Return the series of that kind, by tag and run."""
        return self.kinds[self.kind]

    @property
    def last_tag(self) -> str:
        """Return the last tag of the first run: a program that reads in order has it last."""
        first = min(run for series in self.tags.values() for run in series)
        return max(tag for tag, series in self.tags.items() if first in series)


def contents_of(log_directory: Path, cache: Path = CACHE) -> Contents:
    """Return what a log directory holds; counts it unless it was counted as it is now."""
    files = event_files.find_runs(log_directory)
    cached = cache / f"{_fingerprint(files)}.json"
    if not cached.exists():
        sys.stderr.write(f"Counting {log_directory} …\n")
        cached.parent.mkdir(exist_ok=True)
        cached.write_text(json.dumps(_count(files)))
    tables = json.loads(cached.read_text())
    return Contents(
        {
            kind: {
                tag: {run: Series(*numbers) for run, numbers in runs.items()}
                for tag, runs in tags.items()
            }
            for kind, tags in tables.items()
        },
        len(files),
    )


def _count(runs: dict[str, list[Path]]) -> dict[str, dict[str, dict[str, list[int]]]]:
    tables: dict[str, dict[str, dict[str, list[int]]]] = {}
    for run, files in runs.items():
        for (kind, tag), (count, last_step) in _count_run(files).items():
            tables.setdefault(kind, {}).setdefault(tag, {})[run] = [count, last_step]
    return tables


def _count_run(files: list[Path]) -> dict[tuple[str, str], list[int]]:
    """Return the count of values and the largest step, by kind and tag."""
    rows: dict[tuple[str, str], list[int]] = {}
    for kind, event, value in event_files.values(files):
        row = rows.get((kind, value.tag))
        if row is None:
            row = rows[kind, value.tag] = [0, event.step]
        row[0] += 1
        row[1] = max(row[1], event.step)
    return rows


def _fingerprint(runs: dict[str, list[Path]]) -> str:
    """Return a name for the files as they are: another one when any has changed."""
    digest = hashlib.blake2b(digest_size=16)
    for files in runs.values():
        for file in files:
            status = file.stat()
            digest.update(f"{file.resolve()} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
