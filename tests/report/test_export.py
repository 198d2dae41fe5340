"""Reports of real logs: their contents, their list of omissions, and errors before they start."""

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from starlette.testclient import TestClient

from scopeboard.cli.export import export
from scopeboard.report.client import PageResponse
from scopeboard.report.graph_choices import graph_choices
from scopeboard.state.state_file import StateFile
from scopeboard.state.view import View
from scopeboard.web.app import create_unguarded_app
from scopeboard.web.settings import AppSettings
from scopeboard.writer.png import encode_png
from tools import media_events, writer
from tools.loading import Log
from tools.loops import call_apart
from tools.served import excerpt

HOSTILE = "</script><script>alert(1)</script><!--"
DATA = re.compile(r'<script type="application/json" id="(\w+)">(.*?)</script>', re.DOTALL)


@pytest.fixture
def static(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a directory with a built page; caches are those of the test."""
    built = tmp_path / "static" / "report"
    built.mkdir(parents=True)
    (built / "report.js").write_text("'</script>';")
    (built / "report.css").write_text("p{}")
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "user"))
    return built.parent


class Report:
    """A file read back."""

    def __init__(self, path: Path) -> None:
        self.html = path.read_text(encoding="utf-8")
        data = {name: json.loads(text) for name, text in DATA.findall(self.html)}
        self.boot: dict[str, Any] = data["boot"]
        self.entries = data["answers"]

    def paths(self) -> set[str]:
        return {entry[0] for entry in self.entries}

    def body(self, path: str, **pairs: str) -> bytes:
        """Return the only response to a request with these parameters, among others."""
        wanted = pairs.items()
        of_path = [entry for entry in self.entries if entry[0] == path]
        (entry,) = (entry for entry in of_path if wanted <= dict(entry[1]).items())
        _, _, _, is_packed, text = entry
        return zlib.decompress(b64decode(text)) if is_packed else b64decode(text)

    def read(self, path: str, **pairs: str) -> Any:  # noqa: ANN401 - JSON
        return json.loads(self.body(path, **pairs))


Make = Callable[..., Report]


@pytest.fixture
def make(static: Path, tmp_path: Path) -> Make:
    """Return a function that exports a log directory and reads the file."""

    def made(logs: Path, *arguments: str, into: Path = tmp_path) -> Report:
        path = into / "report.html"
        named = ["--logdir", str(logs), "-o", str(path), *arguments]
        assert call_apart(lambda: export(named, static)) == 0
        return Report(path)

    return made


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A log directory with scalars."""
    directory = tmp_path / "logs"
    writer.write_run(directory, "a", writer.scalar_file({"loss": range(3000), "acc": [1, 2]}))
    writer.write_run(directory, "b", writer.scalar_file({"loss": [3, 2, 1]}))
    return directory


@pytest.fixture
def logs_with_graph(logs: Path) -> Path:
    """The same, with the graph of a small network."""
    writer.write_run(logs, "g", writer.graph_event(excerpt("graph/seed_mnist.pb")))
    return logs


def test_has_the_responses_of_the_server_byte_for_byte(logs: Path, make: Make) -> None:
    report = make(logs)
    log = Log(logs)
    log.load()
    client = TestClient(create_unguarded_app(log.store, AppSettings()))
    runs = [run["id"] for run in client.get("/api/runs").json()["runs"]]
    (pairs,) = (
        dict(pairs)
        for path, pairs, *_ in report.entries
        if path == "api/scalars" and {("tag", "loss"), ("points", "1000")} <= set(map(tuple, pairs))
        if dict(pairs)["x"] == "step"
    )
    query = {**pairs, "run": runs}
    headers = {"Accept": "application/octet-stream"}
    answer = client.get("/api/scalars", params=query, headers=headers)
    assert answer.status_code == 200
    assert report.body("api/scalars", tag="loss", x="step", points="1000") == answer.content


def recorded_points(report: Report, **pairs: str) -> dict[str, list[float]]:
    """Return the values of each series with every point, by the id of its run."""
    answer = PageResponse("", report.body("api/scalars", points="20000", **pairs))
    series = answer.header()["series"]
    assert all(each["raw"] and each["whole"] for each in series)
    return {each["run"]: answer.column(each["value"]).tolist() for each in series}


def test_has_every_point_of_series_up_to_the_size_limit(logs: Path, make: Make) -> None:
    writer.write_run(logs, "long", writer.scalar_file({"loss": range(20_001)}))
    report = make(logs, "--view", "?smooth=0.95&runs=all")
    ids = {run["name"]: run["id"] for run in report.read("api/runs")["runs"]}
    assert recorded_points(report, tag="loss", x="step") == {ids["a"]: list(range(3000))}
    named = [
        note for note in report.boot["report"]["left_out"] if "“loss” of “long”" in note["names"]
    ]
    assert [note["names"] for note in named] == [["“loss” of “long”"]]
    text = named[0]["text"]
    assert text.startswith("Single points of 1 series (more than 20,000 points")
    assert text.endswith("no smoothing but 0.95:")
    assert recorded_points(report, tag="loss", x="wall_time") == {ids["a"]: list(range(3000))}


def test_lists_series_without_every_point(tmp_path: Path, make: Make) -> None:
    noise = np.random.default_rng(1).normal(size=(8, 12_000))
    for run, values in enumerate(noise):
        writer.write_run(tmp_path / "logs", f"r{run}", writer.scalar_file({"loss": values}))
    report = make(tmp_path / "logs", "--size", "1")
    held = [dict(pairs)["points"] for path, pairs, *_ in report.entries if path == "api/scalars"]
    assert "20000" not in held
    notes = {note["text"]: note["names"] for note in report.boot["report"]["left_out"]}
    beyond = (
        "2 of 2 charts with every point of long series, beyond the size limit of 1.0 MB (--size):"
    )
    assert notes[beyond] == ["“loss” (2)"]
    (names,) = (names for text, names in notes.items() if text.startswith("Single points of 8"))
    assert sorted(names) == [f"“loss” of “r{run}”" for run in range(8)]


def test_has_the_lists_of_the_log_and_is_read_only(logs: Path, make: Make) -> None:
    report = make(logs)
    assert [run["name"] for run in report.read("api/runs")["runs"]] == ["a", "b"]
    assert report.read("api/state")["read_only"] is True
    status = report.read("api/status")
    assert status["loading"]["state"] == "ready"
    assert status["reload_interval"] == 0
    assert report.boot["report"]["view"] == ""


def test_has_a_graph_scope_by_scope_with_the_cards_of_its_nodes(
    logs_with_graph: Path, make: Make
) -> None:
    report = make(logs_with_graph)
    (graph,) = report.read("api/graphs")["graphs"]
    path = f"api/graphs/{graph['id']}"
    top = report.read(f"{path}/scope", name="")
    inside = [node["name"] for node in top["nodes"] if node["expandable"]]
    assert inside
    for name in inside:
        assert report.read(f"{path}/scope", name=name)["nodes"]
    for node in top["nodes"]:
        assert report.read(f"{path}/node", name=node["name"])["name"] == node["name"]


def test_has_the_models_of_runs_where_its_view_has_that_column(
    logs_with_graph: Path, make: Make
) -> None:
    assert "api/graphs/models" not in make(logs_with_graph, "--view", "?tab=runs").paths()
    answer = make(logs_with_graph, "--view", "?tab=runs&cols=model").read("api/graphs/models")
    assert not answer["reading"]
    assert all(model["hash"] for model in answer["models"])
    assert answer["models"]


def test_requests_scopes_with_the_choices_of_the_view(logs_with_graph: Path, make: Make) -> None:
    rule = "exclude:name:layer1/weights"
    report = make(logs_with_graph, "--view", f"?tab=graph&open=layer1&choice={rule}")
    (graph,) = report.read("api/graphs")["graphs"]
    path = f"api/graphs/{graph['id']}/scope"
    assert report.read(path, name="layer1", choice=rule)["name"] == "layer1"
    assert report.read(path, name="layer2")["name"] == "layer2", "the rule is for a node elsewhere"


def test_opens_no_scopes_for_a_view_that_an_earlier_version_shared() -> None:
    saved = {"choices": {"series": ["3"]}, "view": {"open": ["layer1"], "camera": "1,2,3"}}
    choices = graph_choices(View("tab=graph"), saved)
    assert choices.open == ()
    assert choices.split == (("series", "3"),)


def test_lists_responses_beyond_the_size_limit(
    logs: Path, make: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    report = make(logs, "--size", "0")
    assert "api/runs" in report.paths()
    assert "api/scalars" not in report.paths()
    omitted = report.boot["report"]["left_out"]
    names = ["“acc”", "“loss”"]
    assert {
        "text": "2 of 2 charts, beyond the size limit of 0 bytes (--size):",
        "names": names,
    } in omitted
    output = capsys.readouterr().err
    assert "Not in this report:\n" in output
    assert "- 2 of 2 charts, beyond the size limit of 0 bytes (--size): “acc”, “loss”\n" in output


def test_has_every_value_of_a_step_with_every_sample(tmp_path: Path, make: Make) -> None:
    """The server describes 200 values of a step, and 200 samples of a value, in one answer."""
    png = (Path(__file__).parent.parent / "data" / "pictures" / "rgb.png").read_bytes()
    logs = tmp_path / "logs"
    many = media_events.images(1, *[png] * 201)
    writer.write_run(logs, "a", many + b"".join(media_events.images(1, png) for _ in range(200)))
    report = make(logs)
    (run,) = report.read("api/runs")["runs"]
    of_step = {"tag": "im", "run": run["id"], "step": "1"}
    values = report.read("api/images", **of_step)["values"]
    assert [len(value["pictures"]) for value in values] == [201] + [1] * 200
    assert report.body("api/images/sample", **of_step, nth="0", sample="200") == png
    assert report.body("api/images/sample", **of_step, nth="200", sample="0") == png


def test_counts_the_steps_beyond_the_limit(tmp_path: Path, make: Make) -> None:
    logs = tmp_path / "logs"
    sounds = b"".join(media_events.sounds(step, media_events.wav(0.01)) for step in range(103))
    writer.write_run(logs, "a", sounds)
    report = make(logs, "--view", "?tab=media&step=50")
    (run,) = report.read("api/runs")["runs"]
    assert len([path for path, *_ in report.entries if path == "api/audio"]) == 100
    assert report.read("api/audio", tag="au", run=run["id"], step="50")["values"]
    omission = {
        "text": "3 steps of audio or more (at most 100 per tag and run):",
        "names": ["“au” (3)"],
    }
    assert omission in report.boot["report"]["left_out"]


def test_adds_the_first_step_of_all_tags_before_further_steps(tmp_path: Path, make: Make) -> None:
    pictures = np.random.default_rng(1).integers(256, size=(10, 100, 100, 3), dtype=np.uint8)
    steps = [
        media_events.images(step, encode_png(pictures[step]), tag=tag)
        for step in range(10)
        for tag in ("a", "b", "c")
    ]
    writer.write_run(tmp_path / "logs", "run", b"".join(steps))
    report = make(tmp_path / "logs", "--size", "1")
    held = [dict(pairs) for path, pairs, *_ in report.entries if path == "api/images"]
    assert len(held) < len(steps)
    assert [(pairs["tag"], pairs["step"]) for pairs in held[:3]] == [
        ("a", "9"),
        ("b", "9"),
        ("c", "9"),
    ]


def test_has_the_tags_of_charts_of_users(logs: Path, tmp_path: Path, make: Make) -> None:
    state = StateFile(tmp_path / "state" / "logs.state.json")
    chart = {"id": "1", "title": "Both", "patterns": ["loss|acc", "none"], "margins": []}
    state.write("charts", {"charts": [chart, 7, {"patterns": "x"}]}, 0)
    report = make(logs, "--state_dir", str(tmp_path / "state"))
    (match,) = report.read("api/layouts/tags", pattern="loss|acc")["patterns"]
    assert match["tags"] == ["acc", "loss"]
    assert report.read("api/layouts/tags", pattern="none")["patterns"][0]["tags"] == []


def test_has_the_expressions_and_the_axis_of_its_view(
    logs: Path, tmp_path: Path, make: Make
) -> None:
    state = StateFile(tmp_path / "state" / "logs.state.json")
    saved = {"id": "1", "title": "Both", "patterns": [], "expressions": ["loss * 2", 7]}
    state.write("charts", {"charts": [saved, {"expressions": "x"}]}, 0)
    comments = [{"tag": "acc", "step": 1}, {"tag": "loss", "step": "1"}, {"step": 1}, 7]
    state.write("comments", {"comments": comments}, 0)
    chart = json.dumps({"expressions": ["acc - baseline(acc)", "loss -"]})
    query = {"chart": [chart, "[", "7"], "x": "log(step + 1)", "baseline": "a", "mark": "acc"}
    view = f"?{urlencode(query, doseq=True)}"
    report = make(logs, "--view", view, "--state_dir", str(tmp_path / "state"))
    ids = {run["name"]: run["id"] for run in report.read("api/runs")["runs"]}
    axis = "log(step + 1)"
    for x in (axis, "step", "wall_time"):
        of_chart = {"x": x, "baseline": ids["a"], "points": "1000"}
        body = report.body("api/expressions", expression="acc - baseline(acc)", **of_chart)
        answer = PageResponse("", body)
        (series,) = answer.header()["series"]
        assert answer.column(series["value"]).tolist() == [0, 0]
    tag = PageResponse("", report.body("api/expressions", tag="loss", x=axis, points="1000"))
    assert [each["raw"] for each in tag.header()["series"]] == [False, True]
    every = PageResponse("", report.body("api/expressions", tag="loss", x=axis, points="20000"))
    assert [each["total"] for each in every.header()["series"]] == [3000]
    assert report.body("api/expressions", expression="loss * 2", x="step", points="1000")
    (changes,) = report.read("api/expressions/changes", tag="acc", x=axis)["series"]
    assert (changes["run"], changes["step"]) == (ids["a"], [1])
    for x, place in ((axis, np.log(2)), ("relative", 1)):
        (places,) = report.read("api/expressions/places", tag="acc", x=x)["series"]
        assert (places["run"], places["step"]) == (ids["a"], [1])
        np.testing.assert_allclose(places["x"], [place])
    checks = {
        (dict(pairs)["expression"], dict(pairs)["of"]): report.read(path, **dict(pairs))["problem"]
        for path, pairs, *_ in report.entries
        if path == "api/expressions/check"
    }
    assert {key: problem is None for key, problem in checks.items()} == {
        ("acc - baseline(acc)", "value"): True,
        ("loss -", "value"): False,
        ("loss * 2", "value"): True,
        (axis, "axis"): True,
    }
    assert report.body("api/scalars", tag="loss", x="step", points="1000")


def test_names_from_the_log_stay_data(tmp_path: Path, make: Make) -> None:
    logs = tmp_path / "logs"
    writer.write_run(logs, "a", writer.scalar_file({HOSTILE: [1]}))
    report = make(logs)
    assert report.html.count("</script") == 3, "of the page, what it knows, and the answers"
    assert report.html.count("<!--") == 0
    assert report.read("api/tags")["tags"][0]["tag"] == HOSTILE


def test_allows_only_its_own_script_and_no_connection(logs: Path, make: Make) -> None:
    html = make(logs).html
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    rules = dict(rule.split(" ", 1) for rule in unescape(policy).split("; "))
    assert rules["default-src"] == rules["connect-src"] == "'none'"
    assert re.fullmatch(r"'sha256-[\w+/]{43}='", rules["script-src"])
    assert "unsafe" not in policy


def test_opens_with_a_saved_view(logs: Path, tmp_path: Path, make: Make) -> None:
    state = StateFile(tmp_path / "state" / "logs.state.json")
    state.write("views", {"version": 1, "views": [{"name": "best", "search": "x=relative"}]}, 0)
    flags = ("--state_dir", str(tmp_path / "state"), "--view", "best")
    report = make(logs, *flags)
    assert report.boot["report"]["view"] == "x=relative"
    assert report.body("api/scalars", tag="loss", x="relative", points="1000")


def test_replaces_a_report_and_leaves_nothing_else(logs: Path, tmp_path: Path, make: Make) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "report.html").write_text("old")
    make(logs, into=out)
    assert [path.name for path in out.iterdir()] == ["report.html"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--logdir", "{here}/none", "-o", "{here}/r.html"], "There is no log directory"),
        (["--logdir", "{here}/logs", "-o", "{here}"], "is a directory; name a file in it"),
        (["--logdir", "{here}/logs", "-o", "{here}/no/r.html"], "There is no directory"),
        (["-o", "{here}/r.html"], "Name a source to export"),
        (
            ["--logdir", "{here}/logs", "-o", "{here}/r.html", "--view", "mine"],
            "No view is called “mine”. No view is saved here.",
        ),
        (
            ["--logdir", "{here}/logs", "-o", "{here}/r.html", "--view", "?v=abc"],
            "is not saved here",
        ),
    ],
)
def test_errors_are_sentences(
    logs: Path,
    static: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    sentence: str,
) -> None:
    assert logs.is_dir()
    assert export([each.format(here=tmp_path) for each in arguments], static) == 2
    output = capsys.readouterr().err
    assert output.startswith("dashboard export: ")
    assert sentence in output
    assert not (tmp_path / "r.html").exists()
