"""The lists that every page loads first; runs and tags are limited to those of the report."""

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from scopeboard.report.chosen_runs import Run, chosen_runs
from scopeboard.report.question import JSON, PageRequest, PageResponse, Pairs
from scopeboard.report.recorder import Recorder
from scopeboard.report.view import View

_LISTS: Final = ("hparams", "layouts", "meshes", "projector", "state", "status", "tensors")
_CHARTS: Final = "charts"
_LINK: Final = "link:"  # views too long for a URL; a report has no links


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag of a kind, and the ids of the report's runs that have it."""

    name: str
    kind: str
    runs: tuple[str, ...]

    def run_pairs(self) -> Pairs:
        """Return the runs as parameters of a request."""
        return tuple(("run", run) for run in self.runs)


@dataclass(frozen=True, slots=True)
class Lists:
    """The runs and tags of a report, and the names of the runs it leaves out."""

    runs: list[Run]
    tags: list[Tag]
    left_out: list[str]

    def of_kind(self, kind: str) -> list[Tag]:
        """Return the tags of a kind."""
        return [tag for tag in self.tags if tag.kind == kind]


def record_lists(recorder: Recorder, view: View) -> Lists:
    """Add the lists, and return the runs and tags of the report."""
    request = PageRequest("api/runs")
    listed = _read(recorder, request)
    runs = chosen_runs(listed["runs"], view, listed["most_lines"])
    recorder.put(request, _json_answer({**listed, "runs": runs}))
    for name in _LISTS:
        recorder.keep(PageRequest(f"api/{name}"))
    _record_parts(recorder)
    _record_warnings(recorder, runs)
    ids = {run["id"] for run in runs}
    left_out = [str(run["name"]) for run in listed["runs"] if run["id"] not in ids]
    return Lists(runs, _record_tags(recorder, runs), left_out)


def _record_tags(recorder: Recorder, runs: list[Run]) -> list[Tag]:
    request = PageRequest("api/tags")
    listed = _read(recorder, request)
    ids = {run["id"] for run in runs}
    cut = [{**tag, "runs": [run for run in tag["runs"] if run in ids]} for tag in listed["tags"]]
    tags = [tag for tag in cut if tag["runs"]]
    recorder.put(request, _json_answer({**listed, "tags": tags}))
    return [Tag(tag["tag"], tag["kind"], tuple(tag["runs"])) for tag in tags]


def _record_parts(recorder: Recorder) -> None:
    """Add the saved state: names, colours, notes, saved views, graph settings."""
    for name in _read(recorder, PageRequest("api/state"))["revisions"]:
        if not name.startswith(_LINK):
            part = recorder.keep(PageRequest("api/state/part", (("name", name),)))
            if name == _CHARTS and part is not None:
                _record_patterns(recorder, part.read()["value"])


def _record_patterns(recorder: Recorder, value: object) -> None:
    """Add the tags of user-made charts; any client may have written the value."""
    charts = value.get("charts") if isinstance(value, dict) else None
    lists = (
        [each.get("patterns") for each in charts or () if isinstance(each, dict)]
        if isinstance(charts, list)
        else []
    )
    patterns = [item for each in lists if isinstance(each, list) for item in each]
    for pattern in dict.fromkeys(item for item in patterns if isinstance(item, str)):
        recorder.keep(PageRequest("api/layouts/tags", (("pattern", pattern),)))


def _record_warnings(recorder: Recorder, runs: list[Run]) -> None:
    request = PageRequest("api/warnings")
    answer = recorder.find(request.with_pairs(("run", run["id"]) for run in runs))
    if answer is not None:
        recorder.put(request, answer)


def _read(recorder: Recorder, question: PageRequest) -> Any:  # noqa: ANN401 - JSON
    answer = recorder.find(question)
    return None if answer is None else answer.read()


def _json_answer(value: object) -> PageResponse:
    return PageResponse(JSON, msgspec.json.encode(value))
