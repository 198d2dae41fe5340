"""What the hparams plugin's metadata says."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.values.hparams import (
    MAX_CHARACTERS,
    MAX_HPARAMS,
    Experiment,
    HparamInfo,
    MetricInfo,
    SessionEnd,
    SessionStart,
    read_hparams,
    read_plugin_content,
)
from scopeboard.wire import plugins_pb2 as pb
from tools.hparam_values import end, experiment, start, to_value


def started_with(value: object) -> object:
    decoded = read_plugin_content(start({"x": value}).SerializeToString())
    assert isinstance(decoded, SessionStart)
    return decoded.hparams.get("x")


@pytest.mark.parametrize("value", [0.1, True, False, "adam", "", inf])
def test_plain_values_are_what_they_were(value: object) -> None:
    decoded = started_with(value)
    assert (decoded, type(decoded)) == (value, type(value))


def test_a_null_is_no_value_and_structures_are_texts() -> None:
    assert started_with(None) is None
    assert started_with([1.5, "a", True]) == '[1.5, "a", true]'
    assert started_with({"a": {"b": 1}}) == '{"a": {"b": 1}}'
    assert isinstance(started_with([inf]), str)


def test_a_start() -> None:
    content = start({"lr": 1}, group_name="g", model_uri="m", start_time_secs=3.5)
    assert read_plugin_content(content.SerializeToString()) == SessionStart(
        {"lr": 1.0}, "g", "m", "", 3.5
    )


def test_hyper_parameters_alone_are_those_of_a_start() -> None:
    assert read_hparams(start({"b": 1, "a": "x"}).SerializeToString()) == (("a", "x"), ("b", 1.0))
    assert read_hparams(end(1).SerializeToString()) == ()


@pytest.mark.parametrize(
    ("status", "word"),
    [(0, None), (1, "success"), (2, "failure"), (3, "running"), (77, None)],
)
def test_an_end(status: int, word: str | None) -> None:
    assert read_plugin_content(end(status).SerializeToString()) == SessionEnd(word, 5.0)  # type: ignore[arg-type]


def test_an_experiment() -> None:
    content = experiment(
        name="sweep",
        hparam_infos=[
            pb.HParamInfo(
                name="opt",
                type=pb.DATA_TYPE_STRING,
                domain_discrete=to_value(["a", "b"]).list_value,
            ),
            pb.HParamInfo(name="lr", domain_interval=pb.Interval(min_value=0, max_value=1)),
        ],
        metric_infos=[
            pb.MetricInfo(
                name=pb.MetricName(group="validation", tag="loss"),
                dataset_type=pb.MetricInfo.DATASET_VALIDATION,
            )
        ],
    )
    assert read_plugin_content(content.SerializeToString()) == Experiment(
        name="sweep",
        hparams=(
            HparamInfo("opt", type="string", values=("a", "b")),
            HparamInfo("lr", interval=(0.0, 1.0)),
        ),
        metrics=(MetricInfo("loss", "validation", dataset="validation"),),
    )


def test_what_is_too_much_is_cut() -> None:
    content = start({f"h{at:05}": 1 for at in range(MAX_HPARAMS + 1)} | {"a" * 2000: "b" * 2000})
    decoded = read_plugin_content(content.SerializeToString())
    assert isinstance(decoded, SessionStart)
    assert len(decoded.hparams) == MAX_HPARAMS
    assert decoded.hparams["a" * MAX_CHARACTERS] == "b" * MAX_CHARACTERS


@given(st.binary(max_size=60))
def test_no_bytes_are_too_odd(content: bytes) -> None:
    read_plugin_content(content)
