"""All values of a run at a step as one response, joined from the server's pages."""

from typing import Any, Final

import msgspec

from scopeboard.report.question import JSON, PageRequest, PageResponse
from scopeboard.report.recorder import Recorder

_VALUES: Final = 200  # in a page; the server's limit per step
_SAMPLES: Final = 200  # in a page; the server's limit per value

Values = list[dict[str, Any]]


def whole_step(recorder: Recorder, question: PageRequest, samples: str = "") -> PageResponse | None:
    """Return the response to a request for one run and step, with all its values.

    Args:
        recorder: sends the requests.
        question: the request, without the parameters of a page.
        samples: the name of the list of a value's samples, which comes in pages too; empty for
            values without samples.
    """
    header: dict[str, Any] | None = None
    values: Values = []
    while True:
        page = _page(recorder, question, samples, len(values), 0)
        if page is None:
            return None
        header = page if header is None else header
        if not page["values"]:
            break
        if samples:
            _add_samples(recorder, question, samples, page["values"])
        values += page["values"]
        if len(values) >= page["values"][0]["values"]:
            break
    return PageResponse(JSON, msgspec.json.encode({**header, "values": values}))


def _add_samples(recorder: Recorder, question: PageRequest, samples: str, values: Values) -> None:
    """Complete each value's list of samples."""
    loaded = _SAMPLES
    while any(loaded < value["samples"] for value in values):
        page = _page(recorder, question, samples, values[0]["nth"], loaded)
        if page is None or len(page["values"]) != len(values):
            return
        for value, more in zip(values, page["values"], strict=True):
            value[samples] += more[samples]
        loaded += _SAMPLES


def _page(
    recorder: Recorder, question: PageRequest, samples: str, nth: int, sample: int
) -> dict[str, Any] | None:
    pairs = [("nth", str(nth)), ("values", str(_VALUES))]
    if samples:
        pairs += [("sample", str(sample)), ("samples", str(_SAMPLES))]
    answer = recorder.find(question.with_pairs(pairs))
    page: dict[str, Any] | None = None if answer is None else answer.read()
    return page
