"""Crossings, overlaps and lines through boxes of a view, and what Graphviz makes of its scopes."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from programs.first_view.drawn import Box, Line, View
from programs.first_view.first_look import scopes_of
from tasks.errors import TaskError

SECONDS = 60


@dataclass(frozen=True)
class Counted:
    """Of the main graph: crossings and Graphviz's, None when it failed; of all: the rest."""

    crossings: int
    peer_crossings: int | None
    overlaps: int
    through: int


def count(view: View, command: Sequence[str | Path], folder: Path) -> Counted:
    """Count in a view; `command` is the program, `folder` where Graphviz is installed.

    Raises:
        TaskError: the program fails.
    """
    main = {box.name for box in view.main}
    whole = list(_scopes(view, {box.name for box in view.boxes}))
    compared = list(_scopes(view, main))
    done = subprocess.run(
        [*command, "count", str(folder), str(SECONDS)],
        input=json.dumps([*whole, *compared]),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise TaskError("What is drawn could not be counted.", done.stderr[-2000:])
    answers = json.loads(done.stdout)
    all_of_it, of_main = answers[: len(whole)], answers[len(whole) :]
    peers = [answer["peerCrossings"] for answer in of_main]
    return Counted(
        crossings=sum(answer["crossings"] for answer in of_main),
        peer_crossings=None if None in peers else sum(peers),
        overlaps=sum(answer["overlaps"] for answer in all_of_it),
        through=sum(answer["through"] for answer in all_of_it),
    )


def _scopes(view: View, names: set[str]) -> Iterator[dict[str, Any]]:
    """Yield each scope with those of its boxes, and the lines between them, in world units."""
    for scope, inside in scopes_of(view).items():
        boxes = [box for box in inside if box.name in names]
        if boxes:
            yield _scope(view, scope, boxes)


def _scope(view: View, scope: str, boxes: Sequence[Box]) -> dict[str, Any]:
    at = {box.name: index for index, box in enumerate(boxes)}
    lines = [line for line in view.lines if line.scope == scope and _is_between(line, at)]
    rects = [box.rect for box in boxes]
    return {
        "name": scope,
        "horizontal": view.horizontal,
        "boxes": [
            [side / view.scale for side in (rect.x, rect.y, rect.width, rect.height)]
            for rect in rects
        ],
        "edges": [[at[line.source], at[line.target]] for line in lines],
        "routes": [[place / view.scale for place in line.points] for line in lines],
    }


def _is_between(line: Line, at: dict[str, int]) -> bool:
    return not line.is_bridge and line.source in at and line.target in at and len(line.points) >= 4
