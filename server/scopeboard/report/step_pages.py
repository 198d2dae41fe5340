"""All values of a run at a step as one response, joined from the server's pages."""

from typing import Any, Final

from scopeboard.report.client import PageRequest, PageResponse
from scopeboard.report.recorder import Recorder

_VALUES: Final = 200  # in a page; the server's limit per step
_SAMPLES: Final = 200  # in a page; the server's limit per value


def read_step(recorder: Recorder, request: PageRequest, samples: str = "") -> PageResponse | None:
    """Return the response to a request for one run and step, with all its values.

    Args:
        recorder: sends the requests.
        request: the request, without the parameters of a page.
        samples: the name of the list of a value's samples, which is paged too; empty for values
            without samples.
    """
    header: dict[str, Any] | None = None
    values: list[dict[str, Any]] = []
    while True:
        page = _read_page(recorder, request, samples, len(values), 0)
        if page is None:
            return None
        header = header or page
        of_page = page["values"]
        if not of_page:
            break
        loaded = _SAMPLES
        while samples and any(loaded < value["samples"] for value in of_page):
            more = _read_page(recorder, request, samples, of_page[0]["nth"], loaded)
            if more is None or len(more["values"]) != len(of_page):
                break
            for value, further in zip(of_page, more["values"], strict=True):
                value[samples] += further[samples]
            loaded += _SAMPLES
        values += of_page
        if len(values) >= of_page[0]["values"]:
            break
    return PageResponse.of_json({**header, "values": values})


def _read_page(
    recorder: Recorder, request: PageRequest, samples: str, nth: int, sample: int
) -> dict[str, Any] | None:
    pairs = [("nth", str(nth)), ("values", str(_VALUES))]
    if samples:
        pairs += [("sample", str(sample)), ("samples", str(_SAMPLES))]
    page: dict[str, Any] | None = recorder.read(request.with_pairs(pairs))
    return page
