"""What is shown: each run with event files below the given folders, and each graph file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

GRAPH_FILES: Final = (".pb", ".pbtxt", ".meta")


@dataclass(frozen=True)
class Subject:
    """A name for the table, and what the dashboard is started with."""

    name: str
    flag: str
    path: Path


def find_subjects(paths: Sequence[Path]) -> list[Subject]:
    """Return the runs and graph files below the paths, by name within each."""
    return [subject for path in paths for subject in _below(path)]


def _below(path: Path) -> Iterator[Subject]:
    if path.is_file():
        yield Subject(path.name, "--graph", path)
        return
    found = {file.parent for file in path.rglob("*tfevents*")}
    graphs = [file for file in path.rglob("*") if file.suffix in GRAPH_FILES]
    for one in sorted([*found, *(file for file in graphs if file.parent not in found)]):
        name = one.relative_to(path).as_posix()
        yield Subject(
            path.name if name == "." else name, "--logdir" if one.is_dir() else "--graph", one
        )
