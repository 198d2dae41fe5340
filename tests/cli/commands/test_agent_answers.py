"""Answers for agents: short, true, and with links that show the same."""

from pathlib import Path

import pytest

import scopeboard as sb
from scopeboard.cli.commands.agent_answers import MAX_ROWS, AgentAnswers
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.logs.log import Log
from tools import writer
from tools.hparam_values import hparams_event, start
from tools.served import excerpt

URL = "http://localhost:6006/"


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """A log of three runs, of which one has a graph."""
    for name, rate in (("a", 0.1), ("b/x", 0.01)):
        data = writer.scalar_file({"val/loss": [3, 1, 2 * rate], "acc": [0.1, 0.5, rate]})
        writer.write_run(tmp_path, name, data + hparams_event(start({"lr": rate})))
    writer.write_run(tmp_path, "g", writer.graph_event(excerpt("graph/seed_mnist.pb")))
    return sb.open(tmp_path, use_index=False)


def rows(answer: str) -> list[list[str]]:
    """Return the cells of an answer without its link."""
    *lines, link = answer.splitlines()
    assert link.startswith(f"link: {URL}")
    return [line.split("\t") for line in lines]


def link_of(answer: str) -> str:
    return answer.splitlines()[-1].removeprefix("link: ")


def test_the_overview_is_short(log: Log) -> None:
    answer = AgentAnswers(log, URL).overview()
    assert answer.startswith("3 runs (3 done), ")
    assert "scalars: acc, val/loss" in answer
    assert "damaged records: 0" in answer
    assert len(answer) < 400


def test_points_have_run_tag_and_step_and_a_link_to_them(log: Log) -> None:
    answer = AgentAnswers(log, URL).points("tag:loss lr<0.05", points=2)
    assert rows(answer) == [
        ["run", "tag", "step", "value"],
        ["b/x", "val/loss", "0", "3"],
        ["b/x", "val/loss", "2", "0.02"],
    ]
    view = log.view(link_of(answer))
    assert (view.runs.names, view.tags, view.tab) == (["b/x"], ["val/loss"], "scalars")


def test_the_best_run_is_first(log: Log) -> None:
    answer = AgentAnswers(log, URL).best("val/loss", top=1)
    assert rows(answer)[1:] == [["run", "step", "value"], ["b/x", "2", "0.02"]]
    assert log.view(link_of(answer)).tags == ["val/loss"]
    with pytest.raises(NotFoundError, match="nothing"):
        AgentAnswers(log, URL).best("nothing")


def test_runs_have_columns(log: Log) -> None:
    answers = AgentAnswers(log, URL)
    answer = answers.runs("lr>0.05", ["lr", "acc.max"])
    assert rows(answer)[1:] == [["a", "done", "2", "0.1", "0.5"]]
    assert log.view(link_of(answer)).runs.names == ["a"]
    with pytest.raises(QueryError, match="no column 'a'"):
        answers.runs("", ["a"])
    assert rows(answers.runs("lr>5")) == [["nothing found"]]
    assert "No run has 'zzz' in its name" in answers.runs("zzz")
    assert "No tag of scalars passes tag=los; there is" in answers.points("tag=los")


def test_tags_and_graphs(log: Log) -> None:
    answers = AgentAnswers(log, URL)
    assert rows(answers.tags("LOSS"))[1:] == [["val/loss", "scalars", "2", "6"]]
    answer = answers.graph()
    assert "292 ops, 408 edges" in answer
    assert "tab=graph&runs=name%3Ag" in link_of(answer)


def test_damage_is_listed(tmp_path: Path) -> None:
    data = bytearray(writer.scalar_file({"x": [1, 2]}))
    data[-1] ^= 1
    writer.write_run(tmp_path, "a", bytes(data) + writer.event(5, writer.tf1_scalar("x", 3)))
    answer = AgentAnswers(sb.open(tmp_path, use_index=False), URL).damage()
    assert "checksum" in answer


def test_an_answer_is_of_the_log_as_it_is_now(log: Log, tmp_path: Path) -> None:
    answers = AgentAnswers(log, URL)
    assert "3 runs" in answers.overview()
    for number in range(MAX_ROWS):
        writer.write_run(tmp_path, f"new{number}", writer.scalar_file({"x": [1]}))
    assert f"{3 + MAX_ROWS} runs" in answers.overview()
    assert "and 3 more rows" in answers.runs()
    assert link_of(answers.runs()) == f"{URL}?runs=all"
