"""Cursors as JSON, for programs that follow a log over HTTP.

A cursor is `{"tags": […], "files": [[run, file, read bytes, head, tail, [series …]] …]}`, and a
series `[number of the tag, session, points, superseded from]`, with null for none that is
superseded. Tags are listed once, because every file has most of them.
"""

import json
from typing import Any, Final

from scopeboard.errors import QueryError
from scopeboard.following.cursor import Cursor, FilePlace, Places, SeriesPlace
from scopeboard.store.query.range import NEVER

JsonCursor = dict[str, Any]
_INVALID: Final = (AttributeError, IndexError, KeyError, TypeError, ValueError)


def to_json(places: Places) -> JsonCursor:
    """Return places as values of JSON."""
    numbers: dict[str, int] = {}
    files = []
    for run, of_run in places.items():
        for file, place in of_run.items():
            series = [
                [
                    numbers.setdefault(tag, len(numbers)),
                    session,
                    at.points,
                    None if at.superseded_from == NEVER else at.superseded_from,
                ]
                for (tag, session), at in place.series.items()
            ]
            files.append([run, file, place.read_bytes, place.head, place.tail, series])
    return {"tags": list(numbers), "files": files}


def from_json(value: JsonCursor) -> Cursor:
    """Return the cursor of values of JSON.

    Raises:
        QueryError: it is none.
    """
    try:
        tags = [str(tag) for tag in value["tags"]]
        files: dict[str, dict[str, FilePlace]] = {}
        for run, file, read_bytes, head, tail, listed in value["files"]:
            series = {
                (tags[tag], int(session)): SeriesPlace(
                    int(points), NEVER if cut is None else int(cut)
                )
                for tag, session, points, cut in listed
            }
            place = FilePlace(max(0, int(read_bytes)), int(head), int(tail), series)
            files.setdefault(str(run), {})[str(file)] = place
    except _INVALID as error:
        raise QueryError("This is no cursor of a log.") from error
    return Cursor(files)


def encode(value: object) -> bytes:
    """Return JSON; file names may have bytes that are no UTF-8, as lone surrogates."""
    return json.dumps(value, separators=(",", ":")).encode()
