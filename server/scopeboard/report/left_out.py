"""What a report does not hold, told in sentences."""

from collections.abc import Iterator

from scopeboard.report.chosen_runs import MOST_RUNS
from scopeboard.report.held import HeldAnswers
from scopeboard.report.lists import Lists
from scopeboard.terminal import counted, plain_size

_PLURALS = {
    "chart over another axis": "charts over other axes",
    "column for the run table": "columns for the run table",
    "curve of a further step": "curves of further steps",
    "line of the overview": "lines of the overview",
    "mesh": "meshes",
    "scope of a graph": "scopes of graphs",
    "step of pictures": "steps of pictures",
    "step of sounds": "steps of sounds",
}


def left_out(held: HeldAnswers, lists: Lists, measured_steps: int, budget: int) -> list[str]:
    """Return the sentences; what is never in a report comes last."""
    return [
        *_runs(lists),
        *_without_room(held, budget),
        *_too_many(held),
        *_never(lists, measured_steps),
    ]


def _runs(lists: Lists) -> Iterator[str]:
    if lists.left_out:
        runs = counted(lists.left_out, "run")
        yield f"{runs}: a report holds those that its view shows, else the newest {MOST_RUNS}."


def _without_room(held: HeldAnswers, budget: int) -> Iterator[str]:
    for noun, count in held.left_out.items():
        whole = count + held.kept[noun]
        plural = _PLURALS.get(noun, f"{noun}s")
        yield (
            f"{count:,} of {whole:,} {plural}, which have no room in {plain_size(budget)}; "
            "--size makes more."
        )


def _too_many(held: HeldAnswers) -> Iterator[str]:
    for noun, (count, most) in held.too_many.items():
        plural = _PLURALS.get(noun, f"{noun}s")
        yield f"{count:,} {plural} or more: a report holds at most {most:,} of them."


def _never(lists: Lists, measured_steps: int) -> Iterator[str]:
    if lists.of_kind("scalars"):
        yield (
            "Single points of a run with more than 1,000 of a tag: of these there are 1,000 "
            "buckets with minimum, mean and maximum, also where you zoom in."
        )
    if lists.of_kind("histograms"):
        yield "Distributions of more than 60 steps of a run, or of more than 96 buckets each."
    if measured_steps:
        yield f"What {counted(measured_steps, 'step')} measured of time and memory in graphs."
    yield "Searches and traces through graphs, embeddings, and downloads of every point."
