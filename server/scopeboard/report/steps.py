"""At which steps runs logged a tag, and which of these a report holds first."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from scopeboard.report.lists import Lists, Tag
from scopeboard.report.question import JSON, Question
from scopeboard.report.recorder import Recorder
from scopeboard.report.view import View

_MOST_STEPS: Final = 100  # of a tag in a run whose other steps are held too

StepsOfRuns = dict[str, list[int]]
"""Steps of a tag by the id of the run, ascending, each once."""


class Turn(NamedTuple):
    """A step of a tag in a run, and in which round it is held: first what the view shows."""

    round: int
    tag: Tag
    run: str
    step: int


def steps_question(kind: str, tag: Tag, accept: str = JSON) -> Question:
    """Return the question for the steps of a tag."""
    return Question("api/steps", (("kind", kind), ("tag", tag.name)), accept)


def steps_of(recorder: Recorder, lists: Lists, kind: str) -> Iterable[tuple[Tag, StepsOfRuns]]:
    """Keep and yield the steps of each tag of a kind, in the report's runs."""
    for tag in lists.of_kind(kind):
        answer = recorder.keep(steps_question(kind, tag), tag.run_pairs())
        series = [] if answer is None else answer.read()["series"]
        yield tag, {each["run"]: sorted({int(step) for step in each["step"]}) for each in series}


def in_turn(
    recorder: Recorder, noun: str, tags: Iterable[tuple[Tag, StepsOfRuns]], view: View
) -> list[Turn]:
    """Return what all tags show in all runs, then what each shows next, and so on."""
    turns = []
    for tag, steps in tags:
        for run, own in steps.items():
            kept = _newest(own, _step(view))
            recorder.held.leave_beyond(noun, tag.name, len(own) - len(kept), _MOST_STEPS)
            turns += [Turn(at, tag, run, step) for at, step in enumerate(kept)]
    return sorted(turns, key=lambda turn: turn.round)


def _newest(steps: Iterable[int], chosen: int | None) -> list[int]:
    """Return at most 100 steps: the one nearest to what is chosen first, else the last."""
    newest = sorted(steps, reverse=True)
    if chosen is not None:
        newest.sort(key=lambda step: abs(step - chosen))
    return newest[:_MOST_STEPS]


def _step(view: View) -> int | None:
    text = view.value("step")
    is_number = text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 23
    return int(text) if is_number else None
