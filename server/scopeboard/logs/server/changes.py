"""What changed in the scalars of a server since a cursor."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scopeboard.following.changes import ChangedPoints, Changes
from scopeboard.following.cursor import Cursor, Places
from scopeboard.following.cursor_json import encode, from_json, to_json
from scopeboard.logs.server.client import ServerClient
from scopeboard.types import RunId

_MAX_PLACES: Final = 20_000  # of series in one request, about 20 bytes each; bodies have a bound
_MAX_RUNS: Final = 5_000


def read_changes(
    client: ServerClient,
    cursor: Cursor,
    tags: Sequence[str],
    runs: Mapping[RunId, str],
    gone: Sequence[str],
    *,
    superseded: bool,
) -> tuple[Changes | None, bool]:
    """Return changes since a cursor, and whether there can be no others; see `find_changes`.

    Each request has as many runs as its body may: the first one with changes is the last.

    Args:
        client: sends requests.
        cursor: where to begin.
        tags: names of scalars.
        runs: ids with their names.
        gone: names of runs in the cursor that are listed no more.
        superseded: whether superseded points count as well.
    """
    is_all = True
    for group in _groups(cursor, runs, gone):
        names = [*group.values(), *gone]
        places = {run: cursor.files[run] for run in names if run in cursor.files}
        query = {
            "tags": list(tags),
            "runs": list(group),
            "superseded": superseded,
            "cursor": to_json(places),
        }
        answer = client.post("/api/changes", encode(query))
        with client.understood():
            if "added" in answer:
                return _changes_of(answer), False
            is_all = is_all and answer["is_all"]
    return None, is_all


def _groups(
    cursor: Cursor, runs: Mapping[RunId, str], gone: Sequence[str]
) -> Iterator[dict[RunId, str]]:
    """Yield the runs of each request; there is one for what is gone alone."""
    group: dict[RunId, str] = {}
    places = 0
    for run, name in runs.items():
        added = _places_of(cursor.files.get(name, {}))
        if group and (places + added > _MAX_PLACES or len(group) == _MAX_RUNS):
            yield group
            group, places = {}, 0
        group[run] = name
        places += added
    if group or gone:
        yield group


def _places_of(files: Mapping[str, Any]) -> int:
    return sum(1 + len(place.series) for place in files.values())


def _changes_of(answer: Mapping[str, Any]) -> Changes:
    places: Places = from_json(answer["places"]).files
    added, superseded = (_points_of(answer[name]) for name in ("added", "superseded"))
    return Changes(added, superseded, answer["removed"], places)


def _points_of(points: Mapping[str, Any]) -> ChangedPoints:
    """Return points whose columns can be changed, as those of a log that is read here."""
    columns = (points[name].copy() for name in ("run", "tag", "step", "wall_time", "value"))
    return ChangedPoints(points["runs"], points["tags"], *columns)
