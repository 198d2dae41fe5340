"""The runs and tags of a link of the page."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

import scopeboard as sb
from scopeboard.errors import SettingsError
from scopeboard.logs.page_view import filter_of_tags, keys_of_runs
from scopeboard.state.state_file import StateFile
from scopeboard.state.state_path import find_state_file
from tools import writer
from tools.every_kind import write_every_kind

HERE = "http://localhost:6006/?"


def save(logs: Path, state: Path, part: str, value: dict[str, Any]) -> None:
    """Save a part of what users of the dashboard have saved."""
    StateFile(find_state_file(logs, state)).write(part, {"version": 1, **value}, 0)


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    logs = tmp_path / "logs"
    for number in range(3):
        tags = {"loss": [1, 2], "val/Loss": [1], f"only/{number}": [number]}
        writer.write_run(logs, f"run{number}", writer.scalar_file(tags))
    writer.write_run(logs, "other", writer.scalar_file({"acc": [1]}))
    return logs


@pytest.fixture
def log(logs: Path, tmp_path: Path) -> sb.Log:
    return sb.open(logs, use_index=False, state_dir=tmp_path / "state")


@pytest.mark.parametrize(
    ("query", "runs", "tags"),
    [
        ("", ["other", "run0", "run1", "run2"], 6),
        ("runs=all&tags=loss", ["other", "run0", "run1", "run2"], ["loss", "val/Loss"]),
        ("runs=run1&runs=name:other", ["other", "run1"], ["acc", "loss", "only/1", "val/Loss"]),
        ("runs=re:RUN[01]&tags=/^loss|^only/", ["run0", "run1"], ["loss", "only/0", "only/1"]),
        ("runs=none", [], []),
        ("runs=re:(&tags=loss", [], []),
        ("runs=run0&runs=gone&tags=/(/&token=secret", ["run0"], ["loss", "only/0", "val/Loss"]),
    ],
)
def test_a_link_chooses_runs_and_tags(
    log: sb.Log, query: str, runs: list[str], tags: list[str] | int
) -> None:
    view = log.view(HERE + query.replace("^", "%5E").replace("|", "%7C"))
    assert re.fullmatch(r"<PageView \d runs?, \d tags?>", repr(view))
    assert sorted(view.runs.names) == runs
    assert view.tags == tags or len(view.tags) == tags
    points = log.scalars(view.tags, view.runs)
    assert {*points.run} <= {*runs}
    assert {*points.tag} == {*view.tags}


def test_the_tags_are_those_of_the_tab(tmp_path: Path) -> None:
    write_every_kind(tmp_path)
    log = sb.open(tmp_path, use_index=False)
    assert log.view("?tab=scalars").tags == ["loss"]
    assert log.view("?tab=distributions&tags=w").tags == ["weights"]
    assert log.view("?tab=media").tags == ["digits", "voice"]
    assert log.view("?tab=media&media.tags=dig&tags=nothing").tags == ["digits"]
    assert log.view("?tab=graph").tab == "graph"


def test_archived_runs_are_not_shown(log: sb.Log, logs: Path, tmp_path: Path) -> None:
    save(logs, tmp_path / "state", "runs", {"marks": [{"run": "run1", "isAway": True}]})
    assert sorted(log.view("?runs=all").runs.names) == ["other", "run0", "run2"]
    assert log.view("?runs=run1").runs.names == []


def test_saved_views_and_short_links(log: sb.Log, logs: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    save(logs, state, "views", {"views": [{"name": "mine", "search": "runs=run2&tags=loss"}]})
    save(logs, state, "link:abc", {"search": "runs=run0"})
    assert log.view("mine").runs.names == ["run2"]
    assert log.view("mine").tags == ["loss", "val/Loss"]
    assert log.view(f"{HERE}v=abc").runs.names == ["run0"]
    with pytest.raises(SettingsError, match="not saved here"):
        log.view(f"{HERE}v=xyz")
    with pytest.raises(SettingsError, match="No view is called “nothing”"):
        log.view("nothing")


@pytest.mark.parametrize(
    "tags", [["loss-2"], ["loss #2 (a+b)*[c]", "x"], ["ä|ö\\", "a/b"], ["1", "\\1"], ["a" * 293]]
)
def test_the_filter_of_tags_matches_them_alone(tmp_path: Path, tags: list[str]) -> None:
    others = ["loss", "loss-23", "xloss-2", "ä", "b", "aa"]
    writer.write_run(tmp_path, "run", writer.scalar_file({tag: [1] for tag in [*tags, *others]}))
    query = urlencode({"tab": "scalars", "runs": "all", "tags": filter_of_tags(tags)})
    assert sb.open(tmp_path, use_index=False).view(f"?{query}").tags == sorted(tags)


@pytest.mark.parametrize("tags", [[], [f"layer{n}/loss" for n in range(100)], ["a" * 300]])
def test_no_or_too_many_tags_have_an_empty_filter(tags: list[str]) -> None:
    assert filter_of_tags(tags) == ""


def test_the_keys_of_runs_show_these_runs_or_all(log: sb.Log) -> None:
    assert keys_of_runs(["all", "re:x"], 2) == ["name:all", "name:re:x"]
    assert keys_of_runs(["a", "b", "c"], 2) == ["all"]
    assert keys_of_runs([], 2) == ["all"]
    query = urlencode({"runs": keys_of_runs(["run1", "other"], 9)}, doseq=True)
    assert sorted(log.view(f"?{query}").runs.names) == ["other", "run1"]
