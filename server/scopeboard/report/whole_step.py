"""Everything that a run logged at a step as one answer: the server gives it in pages."""

from typing import Any, Final

import msgspec

from scopeboard.report.question import JSON, Answer, Question
from scopeboard.report.recorder import Recorder

_VALUES: Final = 200  # in a page, as many as the server describes of a step
_SAMPLES: Final = 200  # and of a value

Values = list[dict[str, Any]]


def whole_step(recorder: Recorder, question: Question, samples: str = "") -> Answer | None:
    """Return the answer to a question about one run and step, with all values there are.

    Args:
        recorder: asks.
        question: without the parameters of a page.
        samples: the name of the list of a value's samples, which comes in pages too; empty where
            values have none.
    """
    said: dict[str, Any] | None = None
    values: Values = []
    while True:
        page = _page(recorder, question, samples, len(values), 0)
        if page is None:
            return None
        said = page if said is None else said
        if not page["values"]:
            break
        if samples:
            _add_samples(recorder, question, samples, page["values"])
        values += page["values"]
        if len(values) >= page["values"][0]["values"]:
            break
    return Answer(JSON, msgspec.json.encode({**said, "values": values}))


def _add_samples(recorder: Recorder, question: Question, samples: str, values: Values) -> None:
    """Complete each value's list of samples."""
    have = _SAMPLES
    while any(have < value["samples"] for value in values):
        page = _page(recorder, question, samples, values[0]["nth"], have)
        if page is None or len(page["values"]) != len(values):
            return
        for value, more in zip(values, page["values"], strict=True):
            value[samples] += more[samples]
        have += _SAMPLES


def _page(
    recorder: Recorder, question: Question, samples: str, nth: int, sample: int
) -> dict[str, Any] | None:
    pairs = [("nth", str(nth)), ("values", str(_VALUES))]
    if samples:
        pairs += [("sample", str(sample)), ("samples", str(_SAMPLES))]
    answer = recorder.find(question.with_pairs(pairs))
    page: dict[str, Any] | None = None if answer is None else answer.read()
    return page
