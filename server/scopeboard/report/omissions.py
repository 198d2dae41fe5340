"""The omissions of a report: sentences, and the names of the tags that they concern."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scopeboard.number_text import counted, plain_size
from scopeboard.report.full_series import MAX_POINTS, BucketedSeries
from scopeboard.report.lists import Lists
from scopeboard.report.responses import RecordedResponses
from scopeboard.report.run_selection import MAX_RUNS
from scopeboard.report.values import CHART_POINTS

_PLURALS: Final = {
    "changes of a tag": "changes of tags",
    "places of comments": "places of comments",
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
class Omission:
    """A sentence, and the tags, graphs or embeddings that it concerns, with their counts."""

    text: str
    names: tuple[str, ...] = ()


def omissions(
    responses: RecordedResponses,
    lists: Lists,
    bucketed: BucketedSeries,
    measured_steps: int,
    size_limit: int,
) -> list[Omission]:
    """Return the omissions; those of every report come last."""
    notes = []
    if lists.omitted_runs:
        count = counted(len(lists.omitted_runs), "run")
        text = f"{count}: a report includes the runs of its view, or else the newest {MAX_RUNS}:"
        notes.append(Omission(text, tuple(f"“{name}”" for name in lists.omitted_runs)))
    for noun, names in responses.omitted.items():
        total = names.total() + responses.counts[noun]
        counts = f"{names.total():,} of {total:,} {_plural(noun)}"
        text = f"{counts}, beyond the size limit of {plain_size(size_limit)} (--size):"
        notes.append(Omission(text, _with_counts(names)))
    for (noun, limit), names in responses.too_many.items():
        is_of_graph = noun in ("scope of a graph", "node card")
        per = "" if is_of_graph else " per tag and run"
        text = f"{names.total():,} {_plural(noun)} or more (at most {limit:,}{per}):"
        notes.append(Omission(text, _with_counts(names)))
    if bucketed.names:
        text = (
            f"Single points of {len(bucketed.names):,} series (more than {MAX_POINTS:,} points, or "
            f"beyond the size limit): they have {CHART_POINTS:,} buckets with minimum, mean and "
            f"maximum, also when zoomed in, and no smoothing but {bucketed.smoothing}:"
        )
        notes.append(Omission(text, bucketed.names))
    return notes + [Omission(text) for text in _omissions_of_kinds(lists, measured_steps)]


def shortened(note: Omission, max_names: int) -> str:
    """Return a sentence for the terminal, with the first of its names."""
    if not note.names:
        return note.text
    more = len(note.names) - max_names
    names = ", ".join(note.names[:max_names])
    return f"{note.text} {names}{f', and {more:,} more' if more > 0 else ''}"


def _plural(noun: str) -> str:
    return _PLURALS.get(noun, f"{noun}s")


def _with_counts(names: Counter[str]) -> tuple[str, ...]:
    """Return names with their counts, the largest count first."""
    return tuple(
        f"“{name}”" if count == 1 else f"“{name}” ({count:,})"
        for name, count in names.most_common()
    )


def _omissions_of_kinds(lists: Lists, measured_steps: int) -> Iterator[str]:
    """Yield sentences about data that no report has, for the kinds in the log."""
    if lists.of_kind("histograms"):
        yield "Distributions of more than 60 steps of a run, or of more than 96 buckets each."
    if measured_steps:
        yield f"Profiles of {counted(measured_steps, 'step')} of graphs."
    if lists.videos:
        yield f"{counted(lists.videos, 'video')} beside the event files."
    if lists.of_kind("tensors"):
        yield "Values of tensors."
    if lists.of_kind("graphs"):
        yield (
            "Search and traces in whole graphs, colours other than by structure, long attributes, "
            "and the number of nodes that a rule moves."
        )
    yield (
        "Nearest neighbours of vectors, tags of new patterns, archives, and downloads of every "
        "point or value."
    )
