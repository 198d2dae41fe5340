"""The event files, read back as any reader would."""

import struct
from pathlib import Path

import numpy as np
import pytest

from programs.demo_log.recipe import DEMO, Recipe
from programs.demo_log.session_notes import NOTE
from programs.demo_log.training import write_demo
from scopeboard.events.values.tensor import read_tensor
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.graph_pb2 import GraphDef
from scopeboard.wire.plugins_pb2 import HParamsPluginData, Status
from scopeboard.wire.run_metadata_pb2 import RunMetadata
from scopeboard.wire.summary_pb2 import Summary

from .conftest import read_events

TRAIN, TEST, NOTES = "lr=0.5/train", "lr=0.5/test", "lr=0.5"


def test_runs(log_directory: Path) -> None:
    runs = {
        path.parent.relative_to(log_directory).as_posix() for path in event_files(log_directory)
    }
    assert runs == {
        f"lr={rate}{part}" for rate in ("0.01", "0.5") for part in ("", "/train", "/test")
    }


def test_every_record_is_whole_and_wall_times_never_go_back(log_directory: Path) -> None:
    for path in event_files(log_directory):
        events = read_events(path)
        assert events[0].file_version == "brain.Event:2"
        wall_times = [event.wall_time for event in events]
        assert wall_times == sorted(wall_times)


def test_scalars_stand_at_every_step(log_directory: Path, recipe: Recipe) -> None:
    for tag in ("loss", "accuracy", "learning_rate"):
        assert list(scalars(log_directory, TRAIN, tag)) == list(range(recipe.steps))
    tested = [*range(0, recipe.steps, recipe.test_every), recipe.steps]
    for tag in ("loss", "accuracy", "moving_average/loss", "moving_average/accuracy"):
        assert list(scalars(log_directory, TEST, tag)) == tested


def test_the_network_learns(log_directory: Path, recipe: Recipe) -> None:
    good = scalars(log_directory, TEST, "accuracy")
    slow = scalars(log_directory, "lr=0.01/test", "accuracy")
    averaged = scalars(log_directory, TEST, "moving_average/accuracy")
    assert good[0] < 0.3
    assert good[recipe.steps] > 0.93
    assert averaged[recipe.steps] > 0.93
    assert slow[recipe.steps] < good[recipe.steps] - 0.1


def test_the_learning_rate_decays(log_directory: Path) -> None:
    rates = scalars(log_directory, TRAIN, "learning_rate")
    assert rates[0] == pytest.approx(0.5)
    assert rates[100] == pytest.approx(0.5 * 0.5 ** (100 / 400))


def test_only_the_first_value_of_a_tag_has_metadata(log_directory: Path) -> None:
    for path in event_files(log_directory):
        seen: set[str] = set()
        for event in read_events(path):
            for value in event.summary.value:
                assert value.HasField("metadata") == (value.tag not in seen)
                seen.add(value.tag)


def test_histograms_and_images(log_directory: Path, recipe: Recipe) -> None:
    steps = list(range(0, recipe.steps, recipe.everything_every))
    for layer in ("layer1", "layer2"):
        for name in ("weights", "biases", "activations"):
            logged = values(log_directory, TRAIN, f"{layer}/{name}")
            assert list(logged) == steps
            assert logged[0].metadata.plugin_data.plugin_name == "histograms"
            shape = [dimension.size for dimension in logged[20].tensor.tensor_shape.dim]
            assert shape == [30, 3]
    for tag in ("input/digits", "layer1/filters"):
        logged = values(log_directory, TRAIN, tag)
        assert list(logged) == steps
        assert logged[0].metadata.plugin_data.plugin_name == "images"
        width, height, *pictures = logged[0].tensor.string_val
        assert (width, height, len(pictures)) == (b"28", b"28", 12)


def test_curves_get_better(log_directory: Path, recipe: Recipe) -> None:
    steps = [*range(0, recipe.steps, recipe.everything_every)]
    for digit in recipe.curves_of:
        logged = values(log_directory, TEST, f"digit/{digit}")
        assert list(logged) == [*steps, recipe.steps]
        assert logged[0].metadata.plugin_data.plugin_name == "pr_curves"
        first, last = (read_tensor(logged[step].tensor) for step in (0, recipe.steps))
        assert first.shape == last.shape == (6, 51)
        assert last[4, 25] > 0.8 > first[4, 25]  # precision at one half


def test_the_embedding_has_a_row_and_a_picture_for_each_digit(
    log_directory: Path, recipe: Recipe
) -> None:
    run = log_directory / TEST
    config = (run / "projector_config.pbtxt").read_text()
    assert 'tensor_path: "projector/layer1.tsv"' in config
    vectors = np.loadtxt(run / "projector" / "layer1.tsv", delimiter="\t")
    assert vectors.shape == (recipe.test_digits, 128)
    heading, *rows = (run / "projector" / "digits.tsv").read_text().splitlines()
    assert heading.split("\t") == ["label", "prediction", "correct"]
    assert len(rows) == recipe.test_digits
    right = sum(row.endswith("yes") for row in rows) / len(rows)
    logged = scalars(log_directory, TEST, "accuracy")
    assert right == pytest.approx(logged[recipe.steps])
    sprite = (run / "projector" / "digits.png").read_bytes()
    side = 28 * 18  # 300 pictures in a square of 18 rows
    assert struct.unpack_from(">II", sprite, 16) == (side, side)


def test_every_op_of_the_graph_has_run(log_directory: Path) -> None:
    """Nothing in the graph is decoration: the log itself says when each op ran."""
    events = read_events(file_of(log_directory, TRAIN))
    (graph,) = [GraphDef.FromString(e.graph_def) for e in events if e.HasField("graph_def")]
    measured = {
        event.tagged_run_metadata.tag: RunMetadata.FromString(
            event.tagged_run_metadata.run_metadata
        )
        for event in events
        if event.HasField("tagged_run_metadata")
    }
    assert list(measured) == ["initialize", "step000", "step100"]
    ran = {
        stats.node_name
        for metadata in measured.values()
        for device in metadata.step_stats.dev_stats
        for stats in device.node_stats
    }
    fed = {node.name for node in graph.node if node.op == "Placeholder"}
    assert fed == {"input/images", "input/labels"}
    assert ran == {node.name for node in graph.node} - fed


def test_hyper_parameters(log_directory: Path) -> None:
    start = hparams(log_directory, "_hparams_/session_start_info", 0).session_start_info
    assert start.hparams["learning_rate"].number_value == 0.5
    assert start.hparams["hidden_units"].number_value == 128
    end = hparams(log_directory, "_hparams_/session_end_info", 161).session_end_info
    assert end.status == Status.STATUS_SUCCESS
    assert end.end_time_secs > start.start_time_secs
    experiment = hparams(log_directory, "_hparams_/experiment", 0).experiment
    assert {info.name for info in experiment.hparam_infos} == set(start.hparams)
    for metric in experiment.metric_infos:
        assert scalars(log_directory, f"{NOTES}/{metric.name.group}", metric.name.tag)


def test_the_note_speaks_of_the_runs_there_are(log_directory: Path) -> None:
    (note,) = values(log_directory, NOTES, "note").values()
    assert note.metadata.plugin_data.plugin_name == "text"
    assert note.tensor.string_val[0].startswith(b"# Reading digits at a learning rate of 0.5\n")
    for run in DEMO.runs:
        assert f"{run.learning_rate:g}" in NOTE


def test_the_same_recipe_gives_the_same_log(tmp_path: Path) -> None:
    few = Recipe(runs=DEMO.runs[1:2], steps=6, training_digits=50, test_digits=20)
    for name in ("first", "second"):
        write_demo(tmp_path / name, few)
    for part in ("train", "test"):
        first, second = (
            [timeless(event) for event in read_events(file_of(tmp_path / name, f"lr=0.1/{part}"))]
            for name in ("first", "second")
        )
        assert first == second
    vectors, again = (
        (tmp_path / name / "lr=0.1" / "test" / "projector" / "layer1.tsv").read_text()
        for name in ("first", "second")
    )
    assert vectors == again


def timeless(event: Event) -> bytes:
    event.ClearField("wall_time")
    event.tagged_run_metadata.ClearField("run_metadata")
    return event.SerializeToString(deterministic=True)


def event_files(log_directory: Path) -> list[Path]:
    return sorted(log_directory.rglob("events.out.tfevents.*"))


def file_of(log_directory: Path, run: str) -> Path:
    (path,) = (log_directory / run).glob("events.out.tfevents.*")
    return path


def values(log_directory: Path, run: str, tag: str) -> dict[int, Summary.Value]:
    return {
        event.step: value
        for event in read_events(file_of(log_directory, run))
        for value in event.summary.value
        if value.tag == tag
    }


def scalars(log_directory: Path, run: str, tag: str) -> dict[int, float]:
    found = values(log_directory, run, tag)
    return {step: float(read_tensor(value.tensor)) for step, value in found.items()}


def hparams(log_directory: Path, tag: str, step: int) -> HParamsPluginData:
    value = values(log_directory, NOTES, tag)[step]
    return HParamsPluginData.FromString(value.metadata.plugin_data.content)
