"""Commands that answer and end, as processes: their output and exit status."""

import csv
import io
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from scopeboard import serve
from scopeboard.cli.commands.names import COMMANDS
from scopeboard.wire.graph_pb2 import GraphDef
from tasks.checkout import ROOT
from tools import writer
from tools.every_kind import write_every_kind
from tools.hparam_values import hparams_event, start
from tools.platforms import needs_shell
from tools.served import excerpt

LOADED_BY_A_LOG = ("fastapi", "pydantic", "starlette", "uvicorn")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a log directory `runs`: two runs of a loss and an accuracy."""
    place = tmp_path_factory.mktemp("folder")
    for name, rate, losses in (("a", 0.1, [3, 1, 2]), ("b", 0.01, [5, float("nan"), 4])):
        data = writer.scalar_file({"val/loss": losses, "acc": [0.1, 0.5, 0.4]})
        writer.write_run(place / "runs", name, data + hparams_event(start({"lr": rate})))
    (place / "graph.pb").write_bytes(excerpt("graph/seed_mnist.pb"))
    return place


def run(
    folder: Path, *arguments: str, status: int = 0, environment: dict[str, str] | None = None
) -> str:
    """Run a command in a folder and return its output, or what it says of an error."""
    places = {"XDG_CACHE_HOME": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")}
    done = subprocess.run(
        [sys.executable, "-m", "scopeboard", *arguments],
        cwd=folder,
        env={**os.environ, **places, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if status in {0, 1} and done.stdout else done.stderr


def in_json(folder: Path, *arguments: str, status: int = 0) -> Any:  # noqa: ANN401 - any JSON
    return json.loads(run(folder, *arguments, "--json", status=status))


def test_inspect_has_runs_tags_and_sizes(folder: Path) -> None:
    found = in_json(folder, "inspect", "runs")
    assert [run["run"] for run in found["runs"]] == ["a", "b"]
    assert [(run["points"], run["last_step"], run["tags"]) for run in found["runs"]] == [
        (7, 2, 3),
        (7, 2, 3),
    ]
    sizes = [path.stat().st_size for path in folder.glob("runs/*/*tfevents*")]
    assert (found["bytes"], found["points"]) == (sum(sizes), 14)
    assert [(tag["kind"], tag["tag"]) for tag in found["tags"]] == [
        ("scalars", "acc"),
        ("scalars", "val/loss"),
        ("hparams", "_hparams_/session_start_info"),
    ]
    assert found["damage"] == []
    text = run(folder, "inspect")
    assert text.startswith("2 runs, 3 tags, 14 points, ")
    assert "scalars  val/loss" in text


def test_inspect_has_every_kind_and_damage(tmp_path: Path) -> None:
    write_every_kind(tmp_path / "runs")
    (path,) = (tmp_path / "runs/a").glob("*tfevents*")
    data = bytearray(path.read_bytes())
    data[400] ^= 1
    path.write_bytes(data)
    found = in_json(tmp_path, "inspect")
    kinds = {tag["kind"] for tag in found["tags"]}
    assert kinds > {
        "scalars",
        "images",
        "audio",
        "text",
        "histograms",
        "curves",
        "meshes",
        "graphs",
    }
    (damage,) = found["damage"]
    assert damage["run"] == "a"
    assert "checksum" in damage["message"]
    text = run(tmp_path, "inspect")
    assert "DAMAGE" in text
    assert "… and " not in run(tmp_path, "inspect", "--all")
    assert run(tmp_path, "doctor", "runs", "--port", "0", status=1).count("checksum") == 1


def test_a_log_without_runs_is_status_1(tmp_path: Path) -> None:
    assert in_json(tmp_path, "inspect", ".", status=1)["runs"] == []
    assert in_json(tmp_path, "query", status=1) == []


def test_query_has_points_of_tags_and_runs(folder: Path) -> None:
    rows = in_json(folder, "query", "tag:loss lr<0.05")
    assert [(row["run"], row["tag"], row["step"], row["value"]) for row in rows] == [
        ("b", "val/loss", 0, 5.0),
        ("b", "val/loss", 1, "NaN"),
        ("b", "val/loss", 2, 4.0),
    ]
    text = run(folder, "query", "tag=acc", "--format", "csv", "--steps", "1:2")
    values = [(row["run"], row["value"]) for row in csv.DictReader(io.StringIO(text))]
    assert values == [("a", "0.5"), ("b", "0.5")]
    last = in_json(folder, "query", "-tag:acc name:a", "--last")
    assert [(row["tag"], row["step"], row["value"]) for row in last] == [("val/loss", 2, 2.0)]
    expression = run(folder, "query", "tag:/^ac*$/", "--points", "1").splitlines()
    assert expression[0].split() == ["RUN", "TAG", "STEP", "WALL_TIME", "VALUE"]
    assert len(expression) == 3


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("(tag:a or name:b)", "stands beside"),
        ("tag<3", "compared with"),
        ("nothing<3", "No column"),
        ("(a", "Missing"),
    ],
)
def test_a_wrong_query_is_status_2(folder: Path, query: str, reason: str) -> None:
    assert reason.lower() in run(folder, "query", query, status=2).lower()


def test_a_log_may_be_that_of_a_dashboard(folder: Path) -> None:
    with serve(folder / "runs", no_index=True, token="of-this-server") as server:  # noqa: S106
        rows = in_json(folder, "best", "acc", "--logdir", server.url)
        assert rows == in_json(folder, "best", "acc")
        without = server.url.partition("?")[0]
        assert "needs a token" in run(folder, "inspect", without, status=3)
    assert "No server answers" in run(folder, "inspect", without, status=3)


def test_a_misspelled_part_of_a_query_is_warned_of(folder: Path) -> None:
    said = run(folder, "query", "tag:val/los5", status=1)
    assert said == "dashboard query: No tag of scalars passes tag:val/los5; there is 'val/loss'.\n"
    assert "No run has 'zzz' in its name" in run(folder, "query", "zzz", status=1)
    assert "There is 'acc'" in run(folder, "best", "acc", "--runs", "acd<1", status=2)


def test_best_has_the_best_run_first(folder: Path) -> None:
    rows = in_json(folder, "best", "acc", "--max", "--also", "lr")
    assert [(row["run"], row["step"], row["acc"]) for row in rows] == [
        ("a", 1, pytest.approx(0.5)),
        ("b", 1, pytest.approx(0.5)),
    ]
    assert [row["lr"] for row in rows] == [0.1, 0.01]
    least = in_json(folder, "best", "val/loss", "--top", "1")
    assert [(row["run"], row["val/loss"]) for row in least] == [("a", 1.0)]
    assert in_json(folder, "best", "acc", "--runs", "lr<0.05")[0]["run"] == "b"
    assert "no tag of scalars" in run(folder, "best", "nothing", status=1)


def test_graph_summary_is_of_a_file_or_a_run(folder: Path, tmp_path: Path) -> None:
    found = in_json(folder, "graph", "summary", "graph.pb")
    assert (found["ops"], found["edges"], found["op_types"]["Identity"]) == (292, 408, 61)
    assert found["parameters"] > 0
    assert "292 ops, 408 edges" in run(folder, "graph", "summary", "graph.pb")
    writer.write_run(tmp_path / "runs", "g", writer.graph_event(excerpt("graph/seed_mnist.pb")))
    logged = in_json(tmp_path, "graph", "summary", "--run", "g")
    assert logged == {**found, "run": "g"}
    assert "no graph" in run(folder, "graph", "summary", "--run", "a", status=1)
    assert "no file" in run(folder, "graph", "summary", "nothing.pb", status=2)
    (tmp_path / "model.onnx").write_bytes(excerpt("graph/onnx/functions.onnx"))
    text = run(tmp_path, "graph", "summary", "model.onnx")
    assert "producer: text 2\nopset: ai.onnx 18, local 1\n" in text
    assert "parameters: at least 36" in text
    (tmp_path / "text.pb").write_text("nothing of a graph")
    assert "no graph" in run(tmp_path, "graph", "summary", "text.pb", status=3)


def test_diff_says_what_differs_and_fails_on_demand(folder: Path, tmp_path: Path) -> None:
    graph = GraphDef.FromString(excerpt("graph/seed_mnist.pb"))
    graph.node.add(name="more", op="Relu", input=[graph.node[0].name])
    graph.node[5].device = "/gpu:|"
    (tmp_path / "after.pb").write_bytes(graph.SerializeToString())
    before, after = str(folder / "graph.pb"), str(tmp_path / "after.pb")
    assert run(folder, "diff", before, before, "--fail_on", "any") == "The graphs are the same.\n"
    found = in_json(folder, "diff", before, after)
    assert [(row["kind"], row["name"]) for row in found["ops"]] == [
        ("added", "more"),
        ("changed", graph.node[5].name),
    ]
    assert found["ops"][1]["details"] == [{"what": "device", "before": "", "after": "/gpu:|"}]
    text = run(folder, "diff", before, after)
    assert re.search(r"^\+ +more +Relu$", text, re.MULTILINE)
    markdown = run(folder, "diff", before, after, "--format", "md")
    assert "| + | more | Relu |  |  |  |" in markdown
    assert r"/gpu:\|" in markdown
    for reasons, status in (("added,shape", 1), ("device", 1), ("removed,params,type,name", 0)):
        run(folder, "diff", before, after, "--fail-on", reasons, status=status)
    assert "surprise is none of any, added" in run(
        folder, "diff", before, after, "--fail_on", "surprise", status=2
    )
    assert "no file or directory" in run(folder, "diff", before, "nothing.pb", status=2)
    writer.write_run(tmp_path / "runs", "g", writer.graph_event(excerpt("graph/seed_mnist.pb")))
    writer.write_run(tmp_path / "runs", "h", writer.graph_event(graph.SerializeToString()))
    runs = str(tmp_path / "runs")
    assert in_json(folder, "diff", runs, runs, "--runs", "g", "h")["ops"] == found["ops"]
    assert "no" in run(folder, "diff", runs, runs, "--runs", "g", "none", status=2)
    assert "is a file" in run(folder, "diff", before, runs, "--runs", "g", "h", status=2)


def test_graph_export_is_a_file_in_the_form_of_its_name(folder: Path, tmp_path: Path) -> None:
    run(folder, "graph", "export", "graph.pb", "-o", str(tmp_path / "g.graphml"))
    whole = nx.read_graphml(tmp_path / "g.graphml")
    run(folder, "graph", "export", "graph.pb", "-o", str(tmp_path / "g.gexf"), "--scope", "layer1")
    scope = nx.read_gexf(tmp_path / "g.gexf")
    assert whole.number_of_nodes() == 292 > scope.number_of_nodes() > 0
    nodes = json.loads(run(folder, "graph", "export", "graph.pb"))["nodes"]
    assert len(nodes) == 292
    assert run(folder, "graph", "export", "graph.pb", "--format", "dot").startswith("digraph")
    for wrong, reason in ((["-o", "g.png"], "one of dot"), (["-o", "no/g.dot"], "be written")):
        assert reason in run(folder, "graph", "export", "graph.pb", *wrong, status=2)


def test_doctor_names_a_port_in_use_and_what_is_missing(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        checks = in_json(folder, "doctor", "runs", "--port", port)
    states = {check["name"]: check["state"] for check in checks}
    assert states["port"] == "warning"
    assert {states[name] for name in ("program", "page", "libraries", "index", "damage")} == {"ok"}
    assert "problem" in run(folder, "doctor", "nothing", status=1)


def test_doctor_finds_a_directory_that_cannot_be_written(folder: Path) -> None:
    text = run(folder, "doctor", "runs", "--index_dir", "graph.pb/index", status=1)
    assert re.search("index +problem +.*graph.pb cannot be written", text)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_mistake_is_a_line_and_status_2(folder: Path, command: str) -> None:
    assert len(run(folder, command, "--nothing", status=2).splitlines()) == 1
    assert "--help" in run(folder, command, "--help")
    if command not in {"completion", "diff", "doctor", "index", "mcp"}:
        arguments = {"best": ["acc"], "graph": ["summary"]}.get(command, [])
        text = run(folder, command, *arguments, "--logdir", "nowhere", status=2)
        assert "There is no log directory" in text


def test_flags_that_contradict_each_other(folder: Path) -> None:
    assert "contradict" in run(folder, "query", "--json", "--format", "csv", status=2)
    assert "one log directory" in run(folder, "inspect", "runs", "--logdir", "runs", status=2)
    assert "FROM:TO" in run(folder, "query", "--steps", "5", status=2)


@needs_shell
def test_a_reader_may_close_the_output(folder: Path) -> None:
    writer.write_run(folder / "long", "a", writer.scalar_file({"x": range(20_000)}))
    command = f'"{sys.executable}" -m scopeboard query --logdir long | head -n 1'
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[0] == "RUN"
    assert done.stderr == ""


def test_a_misspelled_command_is_named(folder: Path) -> None:
    assert "dashboard inspect DIR" in run(folder, "inspct", status=2)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_loads_no_server(command: str) -> None:
    program = (
        f"import sys, scopeboard.cli.commands.{command}\n"
        f"print([name for name in {LOADED_BY_A_LOG} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_manual_has_every_command() -> None:
    text = (ROOT / "docs/guide/commands.md").read_text("utf-8")
    assert [name for name in COMMANDS if f"`dashboard {name}" not in text] == []
