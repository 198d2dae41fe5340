"""The logged steps of tags, and their order in a report."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from scopeboard.report.lists import Lists, Tag
from scopeboard.report.question import JSON, PageRequest
from scopeboard.report.recorder import Recorder
from scopeboard.report.view import View

_MOST_STEPS: Final = 100  # of a tag in a run

StepsOfRuns = dict[str, list[int]]
"""Steps of a tag by the id of the run, ascending, each once."""


class Turn(NamedTuple):
    """A step of a tag in a run, and its round: the steps that the view shows are in round 0."""

    round: int
    tag: Tag
    run: str
    step: int


def steps_question(kind: str, tag: Tag, accept: str = JSON) -> PageRequest:
    """Return the request for the steps of a tag."""
    return PageRequest("api/steps", (("kind", kind), ("tag", tag.name)), accept)


def steps_of(recorder: Recorder, lists: Lists, kind: str) -> Iterable[tuple[Tag, StepsOfRuns]]:
    """Add and yield the steps of each tag of a kind, in the report's runs."""
    for tag in lists.of_kind(kind):
        answer = recorder.keep(steps_question(kind, tag), tag.run_pairs())
        series = [] if answer is None else answer.read()["series"]
        yield tag, {each["run"]: sorted({int(step) for step in each["step"]}) for each in series}


def in_turn(
    recorder: Recorder, noun: str, tags: Iterable[tuple[Tag, StepsOfRuns]], view: View
) -> list[Turn]:
    """Return the steps of all tags and runs by round: the first of each, then the second, ..."""
    turns = []
    for tag, steps in tags:
        for run, own in steps.items():
            included = _newest(own, _step(view))
            recorder.held.leave_beyond(noun, tag.name, len(own) - len(included), _MOST_STEPS)
            turns += [Turn(at, tag, run, step) for at, step in enumerate(included)]
    return sorted(turns, key=lambda turn: turn.round)


def _newest(steps: Iterable[int], chosen: int | None) -> list[int]:
    """Return at most 100 steps, by distance from the chosen step, or else newest first."""
    newest = sorted(steps, reverse=True)
    if chosen is not None:
        newest.sort(key=lambda step: abs(step - chosen))
    return newest[:_MOST_STEPS]


def _step(view: View) -> int | None:
    text = view.value("step")
    is_number = text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 23
    return int(text) if is_number else None
