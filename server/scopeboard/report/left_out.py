"""The omissions of a report: sentences, and the names of the tags that they concern."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scopeboard.number_text import counted, plain_size
from scopeboard.report.chosen_runs import MOST_RUNS
from scopeboard.report.every_point import MOST_POINTS, InBuckets
from scopeboard.report.held import HeldAnswers
from scopeboard.report.lists import Lists
from scopeboard.report.values import CHART_POINTS

_PLURALS: Final = {
    "chart over another axis": "charts over other axes",
    "chart with superseded points": "charts with superseded points",
    "chart with every point": "charts with every point of long series",
    "column for the run table": "columns for the run table",
    "distribution with superseded steps": "distributions with superseded steps",
    "line of the overview": "lines of the overview",
    "mesh": "meshes",
    "sample of audio": "further audio clips of steps with more than 100",
    "sample of images": "further images of steps with more than 100",
    "scope of a graph": "scopes of graphs",
    "step of audio": "steps of audio",
    "step of images": "steps of images",
    "table of steps": "tables of steps",
}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A sentence, and the tags, graphs or embeddings that it concerns, with their counts."""

    text: str
    names: tuple[str, ...] = ()


def left_out(
    held: HeldAnswers, lists: Lists, in_buckets: InBuckets, measured_steps: int, budget: int
) -> list[LeftOut]:
    """Return the sentences; the parts that no report has come last."""
    runs = []
    if lists.left_out:
        count = counted(len(lists.left_out), "run")
        text = f"{count}: a report includes the runs of its view, or else the newest {MOST_RUNS}:"
        runs.append(LeftOut(text, tuple(f"“{name}”" for name in lists.left_out)))
    return [
        *runs,
        *_without_room(held, budget),
        *_too_many(held),
        *_single_points(in_buckets),
        *(LeftOut(text) for text in _never(lists, measured_steps)),
    ]


def in_short(note: LeftOut, most: int) -> str:
    """Return a sentence for the terminal, with the first of its names."""
    if not note.names:
        return note.text
    more = len(note.names) - most
    names = ", ".join(note.names[:most])
    return f"{note.text} {names}{f', and {more:,} more' if more > 0 else ''}"


def _without_room(held: HeldAnswers, budget: int) -> Iterator[LeftOut]:
    for noun, names in held.left_out.items():
        count = names.total()
        whole = count + held.kept[noun]
        text = f"{count:,} of {whole:,} {_plural(noun)}, no room in {plain_size(budget)} (--size):"
        yield LeftOut(text, _named(names))


def _too_many(held: HeldAnswers) -> Iterator[LeftOut]:
    for (noun, most), names in held.too_many.items():
        each = "graph" if noun in ("scope of a graph", "node card") else "tag and run"
        limit = f"at most {most:,} per {each}" if each != "graph" else f"at most {most:,}"
        text = f"{names.total():,} {_plural(noun)} or more ({limit}):"
        yield LeftOut(text, _named(names))


def _single_points(in_buckets: InBuckets) -> Iterator[LeftOut]:
    if in_buckets.names:
        text = (
            f"Single points of {len(in_buckets.names):,} series (more than {MOST_POINTS:,} points, "
            f"or no room): they come as {CHART_POINTS:,} buckets with minimum, mean and maximum, "
            f"also where you zoom in, and with no smoothing but {in_buckets.smoothing}:"
        )
        yield LeftOut(text, in_buckets.names)


def _plural(noun: str) -> str:
    return _PLURALS.get(noun, f"{noun}s")


def _named(names: Counter[str]) -> tuple[str, ...]:
    """Return names with their counts, the largest count first."""
    return tuple(
        f"“{name}”" if count == 1 else f"“{name}” ({count:,})"
        for name, count in names.most_common()
    )


def _never(lists: Lists, measured_steps: int) -> Iterator[str]:
    if lists.of_kind("histograms"):
        yield "Distributions of more than 60 steps of a run, or of more than 96 buckets each."
    if measured_steps:
        yield f"Time and memory measured in {counted(measured_steps, 'step')} of graphs."
    if lists.of_kind("tensors"):
        yield "Values of tensors."
    if lists.of_kind("graphs"):
        yield (
            "Searches and traces through whole graphs, colours by anything but structure, "
            "long attributes, and how many nodes a rule moves."
        )
    yield (
        "Nearest neighbours of vectors, tags of new patterns, archives, and downloads of every "
        "point or value."
    )
