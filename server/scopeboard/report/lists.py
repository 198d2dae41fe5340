"""What every page asks first: what there is. Of runs and tags, only those of the report."""

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from scopeboard.report.chosen_runs import Run, chosen_runs
from scopeboard.report.question import JSON, Answer, Pairs, Question
from scopeboard.report.recorder import Recorder
from scopeboard.report.view import View

_LISTS: Final = ("hparams", "layouts", "meshes", "projector", "state", "status", "tensors")
_CHARTS: Final = "charts"
_LINK: Final = "link:"  # views too long for an address, which nobody can name in a report


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag of a kind, and the ids of the report's runs that have it."""

    name: str
    kind: str
    runs: tuple[str, ...]

    def run_pairs(self) -> Pairs:
        """Return the runs as a question names them."""
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
    """Keep what there is, and return what of it the report is about."""
    asked = Question("api/runs")
    listed = _read(recorder, asked)
    runs = chosen_runs(listed["runs"], view, listed["most_lines"])
    recorder.put(asked, _said({**listed, "runs": runs}))
    for name in _LISTS:
        recorder.keep(Question(f"api/{name}"))
    _record_parts(recorder)
    _record_warnings(recorder, runs)
    ids = {run["id"] for run in runs}
    left_out = [str(run["name"]) for run in listed["runs"] if run["id"] not in ids]
    return Lists(runs, _record_tags(recorder, runs), left_out)


def _record_tags(recorder: Recorder, runs: list[Run]) -> list[Tag]:
    asked = Question("api/tags")
    listed = _read(recorder, asked)
    ids = {run["id"] for run in runs}
    cut = [{**tag, "runs": [run for run in tag["runs"] if run in ids]} for tag in listed["tags"]]
    tags = [tag for tag in cut if tag["runs"]]
    recorder.put(asked, _said({**listed, "tags": tags}))
    return [Tag(tag["tag"], tag["kind"], tuple(tag["runs"])) for tag in tags]


def _record_parts(recorder: Recorder) -> None:
    """Keep what viewers did: names, colours, notes, saved views, choices in graphs."""
    for name in _read(recorder, Question("api/state"))["revisions"]:
        if not name.startswith(_LINK):
            part = recorder.keep(Question("api/state/part", (("name", name),)))
            if name == _CHARTS and part is not None:
                _record_patterns(recorder, part.read()["value"])


def _record_patterns(recorder: Recorder, value: object) -> None:
    """Keep which tags the charts that viewers made are of; anybody may have written the value."""
    charts = value.get("charts") if isinstance(value, dict) else None
    lists = (
        [each.get("patterns") for each in charts or () if isinstance(each, dict)]
        if isinstance(charts, list)
        else []
    )
    patterns = [one for each in lists if isinstance(each, list) for one in each]
    for pattern in dict.fromkeys(one for one in patterns if isinstance(one, str)):
        recorder.keep(Question("api/layouts/tags", (("pattern", pattern),)))


def _record_warnings(recorder: Recorder, runs: list[Run]) -> None:
    asked = Question("api/warnings")
    answer = recorder.find(asked.with_pairs(("run", run["id"]) for run in runs))
    if answer is not None:
        recorder.put(asked, answer)


def _read(recorder: Recorder, question: Question) -> Any:  # noqa: ANN401 - JSON
    answer = recorder.find(question)
    return None if answer is None else answer.read()


def _said(value: object) -> Answer:
    return Answer(JSON, msgspec.json.encode(value))
