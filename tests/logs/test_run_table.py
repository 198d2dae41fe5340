"""The runs of a log as a table, and the filter language on them."""

import pickle
import shutil
import warnings
from pathlib import Path

import numpy as np
import pytest

import scopeboard as sb
from graph.graphdefs import ops
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.state.state_file import StateFile
from scopeboard.state.state_path import find_state_file
from tools import writer
from tools.hparam_values import end, hparams_event, start

FAILURE = 2


def write(logs: Path, run: str, losses: list[float], **hparams: object) -> None:
    data = hparams_event(start(hparams)) if hparams else b""
    writer.write_run(logs, run, data + writer.scalar_file({"train/loss": losses}))


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    path = tmp_path / "logs"
    write(path, "a", [3, 1, 2], lr=1e-4, opt="adam", bn=True)
    write(path, "b/train", [5, float("nan")], lr=0.1, opt="sgd", bn=False)
    writer.write_run(path, "b/eval", writer.scalar_file({"acc": [0.5, 0.75]}))
    failed = hparams_event(start({"lr": 1})) + hparams_event(end(FAILURE))
    writer.write_run(path, "c", failed)
    return path


@pytest.fixture
def log(logs: Path, tmp_path: Path) -> sb.Log:
    return sb.open(logs, use_index=False, state_dir=tmp_path / "state")


def test_runs_have_names_times_and_hyper_parameters(log: sb.Log) -> None:
    runs = log.runs
    row = {name: dict(zip(runs.names, runs.column(name), strict=True)) for name in runs.columns}
    assert {*runs.names} == {"a", "b/train", "b/eval", "c"}
    assert row["step"]["a"] == 2
    assert row["duration"]["a"] == 2
    assert row["started"]["b/train"] == 1.7e9
    assert row["training"]["b/eval"] == "b"
    assert row["phase"]["b/eval"] == "eval"
    assert row["hparam:lr"] == {"a": 1e-4, "b/train": 0.1, "b/eval": 0.1, "c": 1}
    assert row["hparam:opt"]["b/eval"] == "sgd"
    assert row["hparam:opt"]["c"] is None
    assert row["hparam:bn"]["a"] == "true"
    assert row["metric:train/loss.min"]["a"] == 1
    assert row["metric:train/loss.last"]["a"] == 2
    assert np.isnan(row["metric:train/loss.max"]["c"])
    assert runs["state"][runs.names.index("c")] == "failed"


def test_a_text_is_a_column_or_a_filter(log: sb.Log) -> None:
    runs = log.runs
    assert runs["lr"].tolist() == runs["hparam:lr"].tolist()
    assert np.nanmin(runs["train/loss.min"]) == 1
    assert np.array_equal(runs["train/loss"], runs["train/loss.last"], equal_nan=True)
    assert np.array_equal(runs["train/loss.best"], runs["train/loss.min"], equal_nan=True)
    assert np.nanmax(runs["metric:acc.best"]) == 0.75
    assert isinstance(runs["a"], sb.RunTable)
    with pytest.raises(KeyError):
        runs["metric:nothing.last"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("lr<1e-3", {"a"}),
        ("LR<1e-3", {"a"}),
        ("lr<=0.1 opt:sgd", {"b/train", "b/eval"}),
        ("bn=true", {"a"}),
        ("state:failed", {"c"}),
        ("loss.min<2", {"a"}),
        ("train/loss.last=nan", {"b/train"}),
        ("loss.max!=3", {"b/train", "b/eval", "c"}),
        ("acc.best>=0.75", {"b/eval"}),
        ("step=1 -phase:eval", {"b/train"}),
        ("phase:eval or /^c$/", {"b/eval", "c"}),
        ("name:/^b/", {"b/train", "b/eval"}),
        ("duration>1.5", {"a"}),
        ("started>2020-01-01 directory=. -lr=1", {"a", "b/train", "b/eval"}),
        ("started!=0", {"a", "b/train", "b/eval", "c"}),
        ("age>1d file_errors=0 acc>0", {"b/eval"}),
        ("path:logs/a", {"a"}),
        ("tag:paper", set()),
        ("", {"a", "b/train", "b/eval", "c"}),
    ],
)
def test_a_filter_is_that_of_the_page(log: sb.Log, text: str, names: set[str]) -> None:
    assert {*log.runs.filter(text).names} == names


def test_a_model_is_named_after_the_first_run_that_had_it(tmp_path: Path) -> None:
    one, other = ops("x Placeholder", "y Relu x"), ops("x Placeholder", "y Tanh x")
    for seconds, (run, graph) in enumerate(
        {
            "first": one,
            "second": other,
            "third/train": one,
            "third/eval": None,
            "none": None,
        }.items()
    ):
        data = b"" if graph is None else writer.graph_event(graph)
        writer.write_run(
            tmp_path,
            run,
            writer.event(0, writer.tf1_scalar("x", 1), wall_time=1.7e9 + seconds) + data,
        )
    runs = sb.open(tmp_path, use_index=False).runs
    assert dict(zip(runs.names, runs["model"], strict=True)) == {
        "first": "first", "second": "second", "third/train": "first", "third/eval": "first",
        "none": None,
    }  # fmt: skip
    assert {*runs["model:first"].names} == {"first", "third/train", "third/eval"}
    assert runs["model!=first"].names == ["second", "none"]
    assert "model" not in runs.columns
    assert pickle.loads(pickle.dumps(runs))["model:second"].names == ["second"]  # noqa: S301
    unread = pickle.loads(pickle.dumps(sb.open(tmp_path, use_index=False).runs))  # noqa: S301
    with pytest.raises(ValueError, match="before the table was pickled"):
        unread["model:first"]


def test_what_is_no_filter_is_an_error(log: sb.Log) -> None:
    with pytest.raises(QueryError, match="No column “batch”"):
        log.runs["batch=3"]
    with pytest.raises(QueryError, match="needs a value"):
        log.runs["lr<"]


def test_rows_are_chosen_by_mask_and_number(log: sb.Log) -> None:
    runs = log.runs
    best = runs[runs["lr"] < 0.5]
    assert "c" not in best.names
    assert len(best["step<2"]) == 2
    assert runs[[0]].names == runs.names[:1]
    assert runs[:2].names == runs.names[:2]
    assert runs[-1].names == runs.names[-1:]
    assert runs[(1, 0)].names == runs[[1, 0]].names
    assert runs[[]].names == []
    assert best["lr"].tolist() == [lr for lr in runs["lr"].tolist() if lr < 0.5]


def test_columns_are_chosen_by_their_short_names_too(log: sb.Log) -> None:
    chosen = log.runs["lr<0.5"][["name", "lr", "train/loss.min", "hparam:lr"]]
    assert chosen.columns == ("name", "lr", "train/loss.min", "hparam:lr")
    assert chosen["lr"].tolist() == log.runs["lr<0.5"]["lr"].tolist()
    with pytest.raises(KeyError, match="'lr<1'; the columns are name, state"):
        log.runs[["name", "lr<1"]]


def test_a_table_of_runs_chooses_points(log: sb.Log) -> None:
    points = log.scalars("*loss", runs=log.runs["lr<1e-3"])
    assert points.run.names == ("a",)
    assert len(log.scalars(runs=log.runs["state:running"])) == 0


def test_names_tags_and_notes_of_the_dashboard_are_there(logs: Path, tmp_path: Path) -> None:
    state = StateFile(find_state_file(logs, tmp_path / "state"))
    marks = [
        {"run": "a", "name": "baseline", "tags": ["paper", "base"], "note": "the first"},
        {"run": "b", "name": "wide"},
        {"run": 3},
        "damaged",
    ]
    state.write("runs", {"marks": marks}, 0)
    runs = sb.open(logs, use_index=False, state_dir=tmp_path / "state").runs
    assert runs["baseline"].names == ["a"]
    assert runs["tag:paper note:first"].names == ["a"]
    assert {*runs["wide"].names} == {"b/train", "b/eval"}
    assert {*runs["name=wide/eval or -wide"].names} == {"a", "b/eval", "c"}


def test_a_table_is_of_its_moment(log: sb.Log, logs: Path) -> None:
    before = log.runs
    write(logs, "d", [0])
    assert log.refresh()
    assert len(log.runs) == len(before) + 1
    assert np.nanmin(before["train/loss.min"]) == 1
    assert np.nanmin(log.runs["train/loss.min"]) == 0
    with pytest.raises(NotFoundError):
        log.scalars(runs=["e"])


def test_a_table_outlives_its_log_but_for_what_it_has_not_read(log: sb.Log) -> None:
    runs, unread = log.runs, log.runs
    assert runs["train/loss.min"][0] == 1
    log.close()
    assert runs["train/loss.max"][0] == 3
    with pytest.raises(ValueError, match="is closed"):
        unread["train/loss.max"]


def test_a_table_of_runs_is_a_data_frame(log: sb.Log) -> None:
    frame = log.runs.to_pandas().set_index("name")
    assert frame.loc["a", "hparam:lr"] == 1e-4
    assert frame.loc["a", "metric:train/loss.min"] == 1
    assert log.runs.to_polars()["name"].to_list() == log.runs.names
    assert "rows" in repr(log.runs)


def test_a_misspelled_key_is_warned_of_or_an_error_with_what_is_like_it(log: sb.Log) -> None:
    runs = log.runs
    with pytest.warns(UserWarning, match=r"No run has 'los.min' in its name.*there is 'loss.min'"):
        assert runs["los.min"].names == []
    with pytest.warns(UserWarning, match="No run has 'zzz' in its name, and it is no column."):
        assert runs.filter("zzz lr>0").names == []
    with pytest.raises(QueryError, match=r"No column “los.min”.* There is \'loss.min\'"):
        runs["los.min<0.2"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert runs["-zzz or zzz"].names == runs.names
        assert runs[""].names == runs.names
        assert runs["eval state:done"].names == ["b/eval"]


def test_a_word_that_ends_several_tags_is_not_suggested(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"train/loss": [1], "val/loss": [2]}))
    runs = sb.open(tmp_path, use_index=False).runs
    with pytest.raises(QueryError, match=r"There is 'val/loss', 'train/loss'\.") as raised:
        runs["loss<1"]
    assert "'loss'" not in str(raised.value)


def test_a_pickled_table_needs_no_log(log: sb.Log, logs: Path) -> None:
    runs = log.runs["lr<1"]
    data = pickle.dumps(runs)
    log.close()
    shutil.rmtree(logs)
    loaded = pickle.loads(data)  # noqa: S301 - of this test
    assert loaded.names == runs.names == ["a", "b/eval", "b/train"]
    assert loaded["loss.min<2 warnings=0"].names == ["a"]
    assert np.nanmax(loaded["train/loss.best"]) == 5
    assert loaded.columns == runs.columns
