"""The search of the server, beside what the page's search finds."""

import pytest

from scopeboard.errors import QueryError
from scopeboard.projector.matching import matching_rows
from scopeboard.projector.metadata_file import Metadata

ROWS = Metadata(
    ["word", "kind"], [["Cat", "dog", "house", ""], ["animal", "animal", "thing", "x/"]]
)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("cat", [0]),
        (" ANIMAL ", [0, 1]),
        ("/^.o/", [1, 2]),
        ("/^.O", [1, 2]),
        ("x/", [3]),
        ("/", [0, 1, 2, 3]),
        ("", []),
        (" ", []),
        ("cow", []),
    ],
)
def test_rows_match_in_any_column(text: str, rows: list[int]) -> None:
    assert matching_rows(ROWS, text) == rows


def test_an_invalid_pattern_is_refused() -> None:
    with pytest.raises(QueryError):
        matching_rows(ROWS, "/(/")


def test_without_metadata_nothing_matches() -> None:
    assert matching_rows(Metadata([], []), "a") == []
