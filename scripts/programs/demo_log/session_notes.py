"""Metadata of a run: hyper-parameters, and a note for the reader."""

from dataclasses import asdict

from google.protobuf.struct_pb2 import ListValue, Value

from programs.demo_log import summaries
from programs.demo_log.hyper_parameters import HyperParameters
from programs.demo_log.recipe import Recipe
from scopeboard.wire.plugins_pb2 import (
    Experiment,
    HParamDataType,
    HParamInfo,
    HParamsPluginData,
    MetricInfo,
    MetricName,
    SessionEndInfo,
    SessionStartInfo,
    Status,
)

EXPERIMENT_TAG = "_hparams_/experiment"
START_TAG = "_hparams_/session_start_info"
END_TAG = "_hparams_/session_end_info"

NOTE = """\
# Reading digits at a learning rate of {rate:g}

A real run, recorded when the demo was made. A network of two layers (784 → {hidden} → 10) learns
to read digits that a small program draws; it is written in NumPy.

What to look at:

* **Scalars.** Three learning rates, the same network and the same digits. At 0.01 it crawls, at
  0.1 it learns, at 1.2 it stumbles. `moving_average/accuracy` is measured with the weights'
  moving averages in place of the weights.
* **Graph.** Exactly the ops that ran: open `train_step` to see the gradients, and follow the
  dashed edge from `moving_average`. Step {last} and others carry the time each op took.
* **Images.** `layer1/filters` shows which pixels move each unit of the first layer.
* **Histograms.** Compare `layer1/activations` of a good rate with those of the highest.
* **Curves.** How well a 3, a 5 and an 8 are told from all other digits, step by step.
* **Projector.** What the first layer makes of {test} test digits: equal digits lie together.

| Setting | Value |
| --- | --- |
{table}
"""


def start(recipe: Recipe, settings: HyperParameters, wall_time: float) -> bytes:
    """The summary that opens a session: experiment, hyper-parameters, note."""
    session = SessionStartInfo(
        hparams={name: Value(number_value=value) for name, value in asdict(settings).items()},
        group_name=f"lr={settings.learning_rate:g}",
        start_time_secs=wall_time,
    )
    return summaries.serialise(
        [
            summaries.hparams(EXPERIMENT_TAG, HParamsPluginData(experiment=_experiment(recipe))),
            summaries.hparams(START_TAG, HParamsPluginData(session_start_info=session)),
            summaries.text("note", _note(recipe, settings)),
        ]
    )


def end(wall_time: float) -> bytes:
    """The summary that closes a session."""
    session = SessionEndInfo(status=Status.STATUS_SUCCESS, end_time_secs=wall_time)
    return summaries.serialise(
        [summaries.hparams(END_TAG, HParamsPluginData(session_end_info=session))]
    )


def _experiment(recipe: Recipe) -> Experiment:
    settings = [asdict(run) for run in recipe.runs]
    return Experiment(
        name="Reading digits",
        description="A network of two layers at several learning rates.",
        hparam_infos=[_hparam_info(name, {run[name] for run in settings}) for name in settings[0]],
        metric_infos=[
            _metric_info("test", "accuracy", MetricInfo.DATASET_VALIDATION),
            _metric_info("test", "loss", MetricInfo.DATASET_VALIDATION),
            _metric_info("train", "loss", MetricInfo.DATASET_TRAINING),
        ],
    )


def _hparam_info(name: str, values: set[float]) -> HParamInfo:
    choices = ListValue(values=[Value(number_value=value) for value in sorted(values)])
    float64 = HParamDataType.DATA_TYPE_FLOAT64
    return HParamInfo(name=name, type=float64, domain_discrete=choices)


def _metric_info(group: str, tag: str, dataset: MetricInfo.DatasetType) -> MetricInfo:
    name = MetricName(group=group, tag=tag)
    return MetricInfo(name=name, display_name=f"{group} {tag}", dataset_type=dataset)


def _note(recipe: Recipe, settings: HyperParameters) -> str:
    rows = (f"| {name.replace('_', ' ')} | {value:g} |" for name, value in asdict(settings).items())
    return NOTE.format(
        rate=settings.learning_rate,
        hidden=settings.hidden_units,
        test=recipe.test_digits,
        last=(recipe.steps - 1) // recipe.measure_every * recipe.measure_every,
        table="\n".join(rows),
    )
