"""Layouts of charts, from event files to JSON."""

import pytest

from scopeboard.patterns import Matcher, compile_pattern
from scopeboard.wire import plugins_pb2 as pb
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_STRING
from tools import writer

from ..conftest import Serve


def chart(title: str, *patterns: str) -> pb.Chart:
    return pb.Chart(title=title, multiline=pb.MultilineChartContent(tag=patterns))


def layout(*categories: pb.Category) -> bytes:
    """Return the record of a layout."""
    return layout_of(pb.Layout(category=categories).SerializeToString())


def layout_of(content: bytes) -> bytes:
    tensor = TensorProto(dtype=DT_STRING, string_val=[content])
    metadata = writer.plugin("custom_scalars")
    return writer.event(
        0, Summary.Value(tag="custom_scalars__config__", tensor=tensor, metadata=metadata)
    )


SCALARS = writer.scalar_file({"loss/train": [1], "loss/test": [1], "my_loss": [1]})


def test_patterns_stand_for_the_tags_that_begin_with_a_match(serve: Serve) -> None:
    plans = pb.Category(title="c", closed=True, chart=[chart("t", "loss/.*", "my_loss", "loss")])
    (category,) = serve({"a": SCALARS + layout(plans)}).get("/api/layouts").json()["categories"]
    assert (category["title"], category["closed"], len(category["runs"])) == ("c", True, 1)
    (found,) = category["charts"]
    assert (found["title"], found["tags"]) == ("t", ["loss/test", "loss/train", "my_loss"])
    assert found["error"] is None


def test_margins_and_wrong_patterns(serve: Serve) -> None:
    series = pb.MarginChartContent.Series(value="v", lower="l", upper="u")
    margin = pb.Chart(title="m", margin=pb.MarginChartContent(series=[series]))
    plans = pb.Category(title="c", chart=[margin, chart("t", "((", "my")])
    client = serve({"a": SCALARS + layout(plans)})
    band, wrong = client.get("/api/layouts").json()["categories"][0]["charts"]
    assert band["margins"] == [{"value": "v", "lower": "l", "upper": "u"}]
    assert wrong["tags"] == ["my_loss"]
    assert wrong["error"].startswith("Invalid pattern /((/: ")


def test_categories_of_equal_title_are_one(serve: Serve) -> None:
    both = pb.Category(title="c", chart=[chart("t", "loss")])
    other = pb.Category(title="c", chart=[chart("t", "loss"), chart("u", "my")])
    found = serve({"a": SCALARS + layout(both), "b": SCALARS + layout(other)}).get("/api/layouts")
    (category,) = found.json()["categories"]
    assert [one["title"] for one in category["charts"]] == ["t", "u"]
    assert len(category["runs"]) == 2


def test_an_unreadable_layout_is_reported(serve: Serve) -> None:
    found = serve({"a": layout_of(b"\xff\xff")}).get("/api/layouts").json()
    assert found["categories"] == []
    assert "a layout that cannot be read" in found["unread"][0]


def test_tags_of_patterns(serve: Serve) -> None:
    client = serve({"a": SCALARS})
    found = client.get("/api/layouts/tags?pattern=loss&pattern=.*loss&pattern=*").json()["patterns"]
    assert [len(one["tags"]) for one in found] == [2, 3, 0]
    assert found[2]["error"]


def test_a_layout_has_so_many_charts_and_no_more(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scopeboard.events.values.chart_layout.MAX_CHARTS", 3)
    plans = [pb.Category(title=title, chart=[chart("t", "x"), chart("u", "x")]) for title in "cd"]
    found = serve({"a": layout(*plans)}).get("/api/layouts").json()["categories"]
    assert [(one["title"], len(one["charts"])) for one in found] == [("c", 2), ("d", 1)]


def test_a_pattern_of_many_runs_is_looked_for_once(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = []

    def noting(pattern: str) -> Matcher:
        compiled.append(pattern)
        return compile_pattern(pattern)

    monkeypatch.setattr("scopeboard.patterns.compile_pattern", noting)
    plan = layout(pb.Category(title="c", chart=[chart("t", "loss")]))
    answer = serve(dict.fromkeys("abc", SCALARS + plan)).get("/api/layouts").json()
    assert len(answer["categories"][0]["runs"]) == 3
    assert len(compiled) == len(set(compiled))
