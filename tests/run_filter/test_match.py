"""Values that pass a filter: those that pass it on the page."""

import math
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from scopeboard.errors import QueryError
from scopeboard.run_filter import match
from scopeboard.run_filter.match import FilterValue, compile_filter, number_text, parse_number
from scopeboard.run_filter.parse import parse_filter
from tools.filter_vectors import VECTORS

Item = dict[str, Any]
KEYS = {"lr": "lr", "loss.min": "lr", "tag": "tags", "state": "state", "my key": "name"}
KEYS |= {"a/b": "lr", "flag": "flag"}


def resolve(key: str) -> Callable[[Item], FilterValue] | None:
    field = KEYS.get(key)
    return None if field is None else lambda item: item.get(field)


def found(text: str, items: list[Item]) -> list[str]:
    def name(item: Item) -> str:
        return str(item["name"])

    return [*map(name, filter(compile_filter(parse_filter(text), name, resolve), items))]


def numeric(value: float | str | None) -> float | None:
    return None if value is None else float(value)


@pytest.mark.parametrize(("text", "names"), VECTORS["found"])
def test_the_same_items_pass_as_on_the_page(text: str, names: list[str]) -> None:
    items = [{**item, "lr": numeric(item["lr"])} for item in VECTORS["items"]]
    assert found(text, items) == names


@pytest.mark.parametrize(("text", "number"), VECTORS["numbers"])
def test_numbers_are_read_as_on_the_page(text: str, number: float | str | None) -> None:
    expected, read = numeric(number), parse_number(text)
    if expected is None or read is None or not math.isnan(expected):
        assert read == expected
    else:
        assert math.isnan(read)


def test_a_day_is_the_time_of_its_midnight() -> None:
    assert parse_number("2026-01-31") == datetime(2026, 1, 31).timestamp()  # noqa: DTZ001 - local
    assert math.isnan(parse_number("2026-13-01") or 0)


@pytest.mark.parametrize(("number", "text"), VECTORS["number_texts"])
def test_numbers_are_written_as_on_the_page(number: float | str, text: str) -> None:
    assert number_text(float(number)) == text


def test_truth_values_are_texts() -> None:
    items: list[Item] = [{"name": "a", "flag": True}, {"name": "b", "flag": False}, {"name": "c"}]
    assert found("flag=true", items) == ["a"]
    assert found("flag!=True", items) == ["b", "c"]
    assert found("flag:/^f/", items) == ["b"]


def test_an_unknown_key_is_an_error_that_says_how_to_search_for_the_text() -> None:
    message = 'No column “batch”. To search for the text, write "batch=3".'
    with pytest.raises(QueryError, match=message):
        compile_filter(parse_filter("(x or batch=3)"), str, resolve)


def test_a_day_that_the_system_has_no_time_for_is_no_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Day:
        @staticmethod
        def fromisoformat(_: str) -> "Day":
            return Day()

        def timestamp(self) -> float:
            raise OSError(22, "Invalid argument")  # as Windows does before 1970

    monkeypatch.setattr(match, "datetime", Day)
    assert math.isnan(parse_number("1969-01-01") or 0)
