"""The values of a server that are no scalars, each read when it is used."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Floats, Ints
from scopeboard.events.decode.sent_value import Decode, read_sent
from scopeboard.logs.server.client import ServerClient
from scopeboard.logs.server.runs import parameters_of_runs
from scopeboard.logs.values.sequence import Read, ValueSeries
from scopeboard.store.query.axis import Range
from scopeboard.types import Kind, RunId, TagKey

_TAGS_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class ServedSeries:
    """The values of one tag in one run; see `ValueSeries`."""

    client: ServerClient
    key: TagKey
    run: RunId
    superseded: bool
    step: Ints
    wall_time: Floats

    @property
    def tag(self) -> str:
        """The tag."""
        return self.key.tag

    def __len__(self) -> int:
        return len(self.step)

    def value(self, position: int, decode: Decode[Read]) -> Read:
        """Return the value at a position; see `ValueSeries`."""
        step = self.step[position]
        query: dict[str, object] = {
            **self.key._asdict(),
            "run": self.run,
            "step": int(step),
            "nth": position - int(np.searchsorted(self.step, step, "left")),
            "superseded": self.superseded,
        }
        data = self.client.raw("/api/value", query.items())
        return read_sent(data, self.key.kind, decode)


def list_values(
    client: ServerClient,
    kind: Kind,
    tags: Sequence[str],
    runs: Sequence[RunId] | None,
    names: Mapping[RunId, str],
    steps: Range,
    *,
    superseded: bool,
) -> list[tuple[str, ValueSeries]]:
    """Return the series of tags in runs with the names of the runs; see `LogView.values`.

    Args:
        client: sends requests.
        kind: any but scalars.
        tags: each once.
        runs: ids; None for all.
        names: those of all runs.
        steps: the range of steps.
        superseded: whether to include superseded values.
    """
    chosen = frozenset(names if runs is None else runs)
    rank_of = {run: rank for rank, run in enumerate(names)}
    options = [("kind", kind), ("superseded", superseded), *parameters_of_runs(runs, names)]
    found: list[tuple[str, ValueSeries]] = []
    for first in range(0, len(tags), _TAGS_AT_ONCE):
        batch = tags[first : first + _TAGS_AT_ONCE]
        answer = client.columns("/api/steps", [*options, *(("tag", tag) for tag in batch)])
        with client.understood():
            of_tag = {tag: number for number, tag in enumerate(batch)}
            series = [each for each in answer["series"] if each["run"] in chosen]
            series.sort(key=lambda each: (of_tag[each["tag"]], rank_of[each["run"]]))
            for each in series:
                run, key = RunId(each["run"]), TagKey(kind, each["tag"])
                rows = np.flatnonzero(steps.holds(each["step"]))
                step, wall_time = each["step"][rows], each["wall_time"][rows]
                values = ServedSeries(client, key, run, superseded, step, wall_time)
                found.append((names[run], values))
    return found
