"""Trains the runs of a recipe and logs them as event files.

Each run has three directories: `lr=0.1` has the hyper-parameters, `lr=0.1/train` is logged from the
batches and holds the graph, `lr=0.1/test` is logged from digits that training never sees. Beside it
is what the first layer makes of them in the end.
"""

import time
from pathlib import Path

import numpy as np

from programs.demo_log import session_notes, summaries
from programs.demo_log.digits import Digits, draw_digits
from programs.demo_log.embedding import write_embedding
from programs.demo_log.event_writer import EventWriter
from programs.demo_log.graphdef import graph_def
from programs.demo_log.hyper_parameters import HyperParameters
from programs.demo_log.network import Network, build_network
from programs.demo_log.recipe import Recipe
from programs.demo_log.run_metadata import run_metadata
from programs.demo_log.session import OpTiming, Session
from programs.demo_log.tracer import Array, Op, Tensor


def write_demo(directory: Path, recipe: Recipe) -> None:
    """Trains all runs of `recipe` and writes their event files below `directory`."""
    rng = np.random.default_rng(recipe.seed)
    training, test = (draw_digits(n, rng) for n in (recipe.training_digits, recipe.test_digits))
    for settings in recipe.runs:
        run = directory / f"lr={settings.learning_rate:g}"
        with EventWriter(run) as notes:
            notes.add_summary(session_notes.start(recipe, settings, time.time()), 0)
            _write_run(run, recipe, settings, training, test)
            notes.add_summary(session_notes.end(time.time()), recipe.steps)


def _write_run(
    run: Path, recipe: Recipe, settings: HyperParameters, training: Digits, test: Digits
) -> None:
    network = build_network(settings)
    with EventWriter(run / "train") as train_log, EventWriter(run / "test") as test_log:
        train_log.add_graph(graph_def(network.graph))
        trainee = _Trainee(network, train_log, test_log)
        trainee.initialize()
        rng = np.random.default_rng(settings.seed)
        for step in range(recipe.steps):
            everything = step % recipe.everything_every == 0
            if step % recipe.test_every == 0:
                trainee.test(test, step, recipe.curves_of if everything else ())
            chosen = rng.integers(recipe.training_digits, size=settings.batch_size)
            batch = Digits(training.images[chosen], training.labels[chosen])
            measured = step % recipe.measure_every == 0
            trainee.train(batch, step, everything=everything, measured=measured)
        trainee.test(test, recipe.steps, recipe.curves_of)
        trainee.write_embedding(run / "test", test)


class _Trainee:
    """A network in training, and the event files of its run."""

    def __init__(self, network: Network, train_log: EventWriter, test_log: EventWriter) -> None:
        self._network = network
        self._session = Session(network.graph)
        self._train_log = train_log
        self._test_log = test_log

    def initialize(self) -> None:
        """Sets every variable to its start."""
        self._measure("initialize", 0, self._network.initialize)

    def train(self, batch: Digits, step: int, *, everything: bool, measured: bool) -> None:
        """Does one step and logs its scalars, or `everything`; `measured` logs what ops cost."""
        network = self._network
        summary_ops = (network.everything,) if everything else network.progress
        targets = (network.train, *summary_ops)
        feeds = self._feeds(batch)
        if measured:
            outputs = self._measure(f"step{step:03}", step, *targets, feeds=feeds)
        else:
            outputs = self._session.run(*targets, feeds=feeds)
        self._train_log.add_summary(_joined(outputs, summary_ops), step)

    def test(self, digits: Digits, step: int, curves_of: tuple[int, ...]) -> None:
        """Logs loss and accuracy on `digits`, by the variables and by their moving averages.

        Each class in `curves_of` has a precision-recall curve of its probability.
        """
        network, feeds = self._network, self._feeds(digits)
        outputs = self._session.run(*network.scalars, network.probabilities, feeds=feeds)
        (probabilities,) = outputs[network.probabilities]
        feeds |= self._averages()
        averaged = self._session.run(network.loss, network.accuracy, feeds=feeds)
        by_averages = [
            summaries.scalar("moving_average/loss", averaged[network.loss][0]),
            summaries.scalar("moving_average/accuracy", averaged[network.accuracy][0]),
        ]
        curves = [
            summaries.pr_curve(
                f"digit/{digit}", probabilities[:, digit], digits.labels[:, digit] == 1
            )
            for digit in curves_of
        ]
        present = _joined(outputs, network.scalars)
        self._test_log.add_summary(present + summaries.serialise(by_averages + curves), step)

    def write_embedding(self, run: Path, digits: Digits) -> None:
        """Writes what the first layer makes of `digits` beside the events of a run."""
        network = self._network
        targets = network.hidden, network.probabilities
        outputs = self._session.run(*targets, feeds=self._feeds(digits))
        (hidden,), (probabilities,) = (outputs[op] for op in targets)
        write_embedding(run, hidden, probabilities, digits)

    def _averages(self) -> dict[Tensor, Array]:
        averages = self._network.averages
        values = self._session.run(*(average.op for average in averages.values()))
        return {value: values[average.op][0] for value, average in averages.items()}

    def _feeds(self, digits: Digits) -> dict[Tensor, Array]:
        return {self._network.images: digits.images, self._network.labels: digits.labels}

    def _measure(
        self, tag: str, step: int, *targets: Op, feeds: dict[Tensor, Array] | None = None
    ) -> dict[Op, tuple[Array, ...]]:
        timings: list[OpTiming] = []
        started = time.time()
        outputs = self._session.run(*targets, feeds=feeds, timings=timings)
        self._train_log.add_run_metadata(run_metadata(timings, started), tag, step)
        return outputs


def _joined(outputs: dict[Op, tuple[Array, ...]], summary_ops: tuple[Op, ...]) -> bytes:
    return b"".join(outputs[op][0].item() for op in summary_ops)
