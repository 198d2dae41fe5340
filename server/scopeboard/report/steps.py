"""The logged steps of tags, and their order in a report."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from scopeboard.report.client import JSON, PageRequest
from scopeboard.report.lists import Lists, Tag
from scopeboard.report.recorder import Recorder
from scopeboard.state.view import View

_MAX_STEPS: Final = 100  # of a tag in a run

StepsOfRuns = dict[str, list[int]]
"""Steps of a tag by the id of the run, ascending, each once."""


class RankedStep(NamedTuple):
    """A step of a tag in a run, and its rank there: the step that the view shows has rank 0."""

    rank: int
    tag: Tag
    run: str
    step: int


def steps_request(kind: str, tag: Tag, accept: str = JSON) -> PageRequest:
    """Return the request for the steps of a tag."""
    return PageRequest("api/steps", (("kind", kind), ("tag", tag.name)), accept)


def steps_of(recorder: Recorder, lists: Lists, kind: str) -> Iterable[tuple[Tag, StepsOfRuns]]:
    """Add and yield the steps of each tag of a kind, in the report's runs."""
    for tag in lists.of_kind(kind):
        response = recorder.require(steps_request(kind, tag), tag.run_pairs())
        series = [] if response is None else response.read()["series"]
        yield tag, {each["run"]: sorted({int(step) for step in each["step"]}) for each in series}


def ranked_steps(
    recorder: Recorder, noun: str, tags: Iterable[tuple[Tag, StepsOfRuns]], view: View
) -> list[RankedStep]:
    """Return the steps of all tags and runs by rank: the first of each, then the second, ...

    Each run has at most 100 steps of a tag: those next to the step of the view, or the newest.
    """
    text = view.value("step")
    has_step = text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 23
    shown = int(text) if has_step else None
    ranked = []
    for tag, steps in tags:
        for run, of_run in steps.items():
            ordered = sorted(of_run, reverse=True)
            if shown is not None:
                ordered.sort(key=lambda step: abs(step - shown))
            beyond = len(ordered) - _MAX_STEPS
            recorder.responses.omit_beyond(noun, tag.name, beyond, _MAX_STEPS)
            steps_and_ranks = enumerate(ordered[:_MAX_STEPS])
            ranked += [RankedStep(rank, tag, run, step) for rank, step in steps_and_ranks]
    return sorted(ranked, key=lambda each: each.rank)
