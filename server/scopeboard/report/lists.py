"""The lists that every page loads first; runs and tags are limited to those of the report."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Final

from scopeboard.report.client import PageRequest, PageResponse, Pairs
from scopeboard.report.comments import COMMENTS, CommentSteps, comment_steps
from scopeboard.report.expressions import chart_expressions, record_checks, view_expressions
from scopeboard.report.recorder import Recorder
from scopeboard.report.run_selection import Run, select_runs
from scopeboard.state.view import View

EXPRESSIONS: Final = "expressions"
"""In place of the kind of a tag: its name is the text of an expression."""
_LISTS: Final = ("hparams", "layouts", "meshes", "projector", "state", "tensors", "videos")
_CHARTS: Final = "charts"
_MODEL_KEYS: Final = ("cols", "by", "sort", "filter")
_MODELS_TIMEOUT: Final = 120.0  # seconds to wait until all graphs are hashed
_POLL_SECONDS: Final = 0.2
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
    """What a report is of: its runs, tags, expressions, video files and comments.

    `omitted_runs` are the names of the others.
    """

    runs: list[Run]
    tags: list[Tag]
    omitted_runs: list[str]
    videos: int
    expressions: list[str]
    comments: CommentSteps

    def of_kind(self, kind: str) -> list[Tag]:
        """Return the tags of a kind."""
        return [tag for tag in self.tags if tag.kind == kind]

    def of_expressions(self) -> list[Tag]:
        """Return the expressions as tags of all runs."""
        runs = tuple(str(run["id"]) for run in self.runs)
        return [Tag(text, EXPRESSIONS, runs) for text in self.expressions]


def record_lists(recorder: Recorder, view: View) -> Lists:
    """Add the lists, and return the runs and tags of the report."""
    request = PageRequest("api/runs")
    listed = recorder.read(request)
    runs = select_runs(listed["runs"], view, listed["most_lines"])
    ids = {run["id"] for run in runs}
    omitted = [str(run["name"]) for run in listed["runs"] if run["id"] not in ids]
    recorder.put(request, PageResponse.of_json({**listed, "runs": runs}))
    for name in _LISTS:
        recorder.require(PageRequest(f"api/{name}"))
    status = recorder.require(PageRequest("api/status"))
    directories = status.read()["log_directories"] if status else []
    videos = sum(directory["videos"] for directory in directories)
    of_state, comments = _record_state(recorder)
    expressions = dict.fromkeys((*view_expressions(view), *of_state))
    record_checks(recorder, expressions, view)
    baseline = view.value("baseline")
    view.baseline = next((str(run["id"]) for run in runs if run["name"] == baseline), "")
    request = PageRequest("api/warnings")
    warnings = recorder.find(request.with_pairs(("run", run["id"]) for run in runs))
    if warnings is not None:
        recorder.put(request, warnings)
    request = PageRequest("api/comparison")
    comparison = recorder.find(request.with_pairs(("run", run["id"]) for run in runs))
    if comparison is not None:
        recorder.put(request, comparison)
    _record_models(recorder, view, ids)
    request = PageRequest("api/tags")
    listed = recorder.read(request)
    tags = [{**tag, "runs": [run for run in tag["runs"] if run in ids]} for tag in listed["tags"]]
    tags = [tag for tag in tags if tag["runs"]]
    recorder.put(request, PageResponse.of_json({**listed, "tags": tags}))
    listed_tags = [Tag(tag["tag"], tag["kind"], tuple(tag["runs"])) for tag in tags]
    return Lists(runs, listed_tags, omitted, videos, list(expressions), comments)


def _record_models(recorder: Recorder, view: View, ids: AbstractSet[str]) -> None:
    """Add the models of runs where the run table, or the comparison of runs, has them."""
    columns = [text for key in _MODEL_KEYS for text in view.values(key)]
    if not (view.value("comparison") or any("model" in text for text in columns)):
        return  # the graphs of all runs would be read for it
    request, deadline = PageRequest("api/graphs/models"), monotonic() + _MODELS_TIMEOUT
    listed = recorder.read(request)
    while listed["reading"] and monotonic() <= deadline:
        sleep(_POLL_SECONDS)
        listed = recorder.read(request)
    models = [model for model in listed["models"] if model["run"] in ids]
    answer = {**listed, "models": models, "reading": False}
    recorder.put(request, PageResponse.of_json(answer))


def _record_state(recorder: Recorder) -> tuple[list[str], CommentSteps]:
    """Add the saved state: names, colours, notes, saved views, graph settings, charts of users.

    Of these charts it adds the tags too. It returns their expressions, and the steps of the saved
    comments. Any client may have written the state.
    """
    expressions: list[str] = []
    comments: CommentSteps = {}
    for name in recorder.read(PageRequest("api/state"))["revisions"]:
        if name.startswith(_LINK):
            continue
        part = recorder.require(PageRequest("api/state/part", (("name", name),)))
        if name == COMMENTS and part is not None:
            comments = comment_steps(part.read()["value"])
        if name != _CHARTS or part is None:
            continue
        value = part.read()["value"]
        charts = value.get("charts") if isinstance(value, dict) else None
        expressions += chart_expressions(charts if isinstance(charts, list) else ())
        patterns: dict[str, None] = {}  # a set in insertion order
        for chart in charts if isinstance(charts, list) else ():
            of_chart = chart.get("patterns") if isinstance(chart, dict) else None
            for pattern in of_chart if isinstance(of_chart, list) else ():
                if isinstance(pattern, str):
                    patterns.setdefault(pattern)
        for pattern in patterns:
            recorder.require(PageRequest("api/layouts/tags", (("pattern", pattern),)))
    return expressions, comments
