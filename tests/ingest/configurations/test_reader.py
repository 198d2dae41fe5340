"""Configurations of runs, from files and texts to the list of runs."""

import os
from pathlib import Path

from scopeboard.ingest.poll_schedule import ScanLevel
from scopeboard.types import Hparams
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_STRING
from tools import writer
from tools.loading import Log, touch_later
from tools.platforms import needs_links


def text_event(tag: str, text: str, step: int = 0) -> bytes:
    value = Summary.Value(tag=tag, tensor=TensorProto(dtype=DT_STRING, string_val=[text.encode()]))
    value.metadata.CopyFrom(writer.plugin("text"))
    return writer.event(step, value)


def hparams(log: Log, run: str) -> Hparams:
    return log.runs()[run].hparams()


def test_files_beside_events_are_read_and_followed(tmp_path: Path) -> None:
    log = Log(tmp_path)
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    file = tmp_path / "a" / "hparams.yaml"
    file.write_text("lr: 0.1\n")
    (tmp_path / "above").mkdir()
    (tmp_path / "above" / "config.json").write_text('{"lr": 3}')
    log.load()
    assert hparams(log, "a") == (("lr", 0.1),)

    generation = log.store.generation
    log.load()
    assert log.store.generation == generation

    file.write_text("lr: 0.2\n")
    touch_later(file)
    log.load()
    assert hparams(log, "a") == (("lr", 0.2),)

    file.unlink()
    log.load()
    assert hparams(log, "a") == ()


def test_the_order_of_files_decides(tmp_path: Path) -> None:
    log = Log(tmp_path)
    writer.write_run(tmp_path, ".", writer.scalar_file({"x": [1]}))
    (tmp_path / "config.json").write_text('{"lr": 3, "width": 64}')
    (tmp_path / "params.json").write_text('{"lr": 1}')
    log.load()
    assert hparams(log, ".") == (("lr", 1.0), ("width", 64.0))


def test_files_above_training_and_evaluation_are_of_the_first_of_them(tmp_path: Path) -> None:
    log = Log(tmp_path)
    for run in ("a/train", "a/val", "b/train", "c/x"):
        writer.write_run(tmp_path, run, writer.scalar_file({"x": [1]}))
    writer.write_run(tmp_path, "b", writer.scalar_file({"x": [1]}))
    file = tmp_path / "a" / "hparams.yaml"
    file.write_text("lr: 0.1\nwidth: 64\n")
    (tmp_path / "a" / "train" / "config.json").write_text('{"lr": 3}')
    (tmp_path / "b" / "config.json").write_text('{"lr": 4}')
    (tmp_path / "c" / "config.json").write_text('{"lr": 5}')  # maybe not of this run alone
    log.load()
    of_runs = {name: dict(run.hparams()) for name, run in log.runs().items() if run.hparams()}
    assert of_runs == {"a/train": {"lr": 3, "width": 64}, "b": {"lr": 4}}

    file.write_text("{")
    touch_later(file)
    log.load()
    assert hparams(log, "a/train") == (("lr", 3.0),)
    warnings = {name: run.warnings for name, run in log.runs().items() if run.warnings}
    assert [(run, *(each.file for each in found)) for run, found in warnings.items()] == [
        ("a/train", "a/hparams.yaml")
    ]

    file.unlink()
    log.load()
    assert not log.runs()["a/train"].warnings


def test_a_file_above_is_followed_while_its_run_grows(tmp_path: Path) -> None:
    log = Log(tmp_path)
    writer.write_run(tmp_path, "train", writer.scalar_file({"x": [1]}))
    file = tmp_path / "params.json"
    file.write_text('{"lr": 1}')
    log.load()
    file.write_text('{"lr": 20}')
    log.loader.scan(ScanLevel.FILES)
    while log.loader.read_next():
        pass
    assert hparams(log, "train") == (("lr", 20.0),)


@needs_links
def test_above_a_linked_run_is_the_directory_of_the_link(tmp_path: Path) -> None:
    log = Log(tmp_path / "log")
    writer.write_run(tmp_path / "elsewhere", "x", writer.scalar_file({"x": [1]}))
    (tmp_path / "elsewhere" / "params.json").write_text('{"lr": 1}')
    (tmp_path / "log" / "a").mkdir(parents=True)
    (tmp_path / "log" / "a" / "params.json").write_text('{"lr": 2}')
    (tmp_path / "log" / "a" / "train").symlink_to(tmp_path / "elsewhere" / "x")
    log.load()
    assert hparams(log, "a/train") == (("lr", 2.0),)


def test_a_damaged_file_is_a_warning_of_its_run_until_it_is_mended(tmp_path: Path) -> None:
    log = Log(tmp_path)
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    file = tmp_path / "a" / "config.json"
    file.write_text('{"lr": ')
    log.load()
    (warning,) = log.runs()["a"].warnings
    assert (warning.file, warning.kind) == ("a/config.json", "configuration")
    assert warning.message == "not JSON at line 1, column 8: Expecting value"
    file.write_text('{"lr": 1}')
    log.load()
    assert (log.runs()["a"].warnings, hparams(log, "a")) == ([], (("lr", 1.0),))


def test_a_pipe_in_its_place_is_left_alone(tmp_path: Path) -> None:
    log = Log(tmp_path)
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "a" / "config.json")
    log.load()
    assert (log.runs()["a"].warnings, hparams(log, "a")) == ([], ())


@needs_links
def test_a_link_out_of_the_log_directory_is_not_followed(tmp_path: Path) -> None:
    log = Log(tmp_path / "log")
    writer.write_run(tmp_path / "log", "a", writer.scalar_file({"x": [1]}))
    (tmp_path / "secret.json").write_text('{"password": "x"}')
    (tmp_path / "log" / "a" / "config.json").symlink_to(tmp_path / "secret.json")
    log.load()
    (warning,) = log.runs()["a"].warnings
    assert warning.message == "config.json lies outside the log directory; trying again"
    assert hparams(log, "a") == ()


def test_texts_of_hugging_face_are_read_and_followed(tmp_path: Path) -> None:
    log = Log(tmp_path)
    args = text_event("args", '{\n  "learning_rate": 5e-05,\n  "fp16": false\n}')
    model = text_event("model_config", '{"hidden_size": 768, "fp16": true}')
    path = writer.write_run(tmp_path, "a", writer.version() + args + model)
    writer.write_run(tmp_path, "b", writer.version() + text_event("args/text_summary", "none"))
    log.load()
    expected = (("fp16", False), ("hidden_size", 768.0), ("learning_rate", 5e-05))
    assert (hparams(log, "a"), hparams(log, "b")) == (expected, ())

    with path.open("ab") as file:
        file.write(text_event("args", '{"learning_rate": 1}', step=1))
    log.load()
    assert hparams(log, "a") == (("fp16", True), ("hidden_size", 768.0), ("learning_rate", 1.0))


def test_a_run_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    log = Log(tmp_path)
    path = writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    writer.write_run(tmp_path, "b", writer.scalar_file({"x": [1]}))
    (tmp_path / "a" / "params.json").write_text('{"lr": 1}')
    log.load()
    assert len(log.store.configurations) == 1
    path.unlink()
    log.load()
    assert list(log.runs()) == ["b"]
    assert len(log.store.configurations) == 0


def test_a_check_of_files_follows_runs_that_grow(tmp_path: Path) -> None:
    log = Log(tmp_path)
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    log.load()
    (tmp_path / "a" / "hparams.yaml").write_text("lr: 1\n")
    log.loader.scan(ScanLevel.FILES)
    while log.loader.read_next():
        pass
    assert hparams(log, "a") == (("lr", 1.0),)
