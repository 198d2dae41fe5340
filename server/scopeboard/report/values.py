"""What was logged under tags: curves over steps, distributions, texts, pictures, sounds.

Of each, first what the view shows, then what is next to it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from scopeboard.errors import QueryError
from scopeboard.report.lists import Lists, Tag
from scopeboard.report.question import BINARY, Pairs, Question
from scopeboard.report.recorder import Recorder
from scopeboard.report.view import View
from scopeboard.store.smoothing import parse_smoothing

AXES: Final = ("step", "relative", "wall_time")
_POINTS: Final = 1000  # as many as a card of the page asks for
_OVERVIEW_POINTS: Final = 100  # and as a line of its overview
_HISTOGRAMS: Final[Pairs] = (("steps", "60"), ("bins", "96"))  # as a card of the page
_MOST_STEPS: Final = 100  # of a tag whose other steps are held too
_MEDIA: Final = {"images": "pictures", "audio": "sounds"}


def record_scalars(recorder: Recorder, lists: Lists, view: View) -> None:
    """Keep the charts of all tags over the view's axis, and what each run comes to in them."""
    tags = by_interest(lists.of_kind("scalars"), view)
    axis = view.value("x", AXES[0])
    for tag in tags:
        _take_chart(recorder, "chart", tag, axis if axis in AXES else AXES[0], view)
    for tag in tags:
        recorder.take("column for the run table", Question("api/metrics", (("tag", tag.name),)))


def record_overview(recorder: Recorder, lists: Lists, view: View) -> None:
    """Keep the lines of the overview, which are as coarse as they are small."""
    for tag in by_interest(lists.of_kind("scalars"), view):
        pairs = (("tag", tag.name), ("x", AXES[0]), ("points", str(_OVERVIEW_POINTS)))
        recorder.take(
            "line of the overview", Question("api/scalars", pairs, BINARY), tag.run_pairs()
        )


def record_other_axes(recorder: Recorder, lists: Lists, view: View) -> None:
    """Keep the charts over the axes that the view does not show."""
    for axis in AXES:
        if axis != view.value("x", AXES[0]):
            for tag in by_interest(lists.of_kind("scalars"), view):
                _take_chart(recorder, "chart over another axis", tag, axis, view)


def _take_chart(recorder: Recorder, noun: str, tag: Tag, axis: str, view: View) -> None:
    """Keep a chart; series too long to come whole are smoothed as the view smooths them."""
    question = Question("api/scalars", (("tag", tag.name), ("x", axis)), BINARY)
    extra = (*tag.run_pairs(), ("points", str(_POINTS)), ("context", "true"))
    recorder.take(noun, question, (*extra, ("smoothing", _smoothing(view))))


def _smoothing(view: View) -> str:
    """Return the view's smoothing as a query; what is none is the default, as on the page."""
    text = view.value("smooth", view.smoothing)
    try:
        parse_smoothing(text)
    except QueryError:
        return view.smoothing
    return text


def record_histograms(recorder: Recorder, lists: Lists, view: View) -> None:
    """Keep the distributions of all tags, as a card shows them, and their steps."""
    for tag in by_interest(lists.of_kind("histograms"), view):
        own: Pairs = (("tag", tag.name),)
        steps = Question("api/steps", (("kind", "histograms"), *own), BINARY)
        shown = (Question("api/histograms", own, BINARY), (*tag.run_pairs(), *_HISTOGRAMS))
        recorder.take_all("distribution", [(steps, tag.run_pairs()), shown])


def record_texts(recorder: Recorder, lists: Lists, view: View) -> None:
    """Keep texts, rendered and as logged: of each run first the one at the view's step."""
    for tag, steps in _steps_of(recorder, lists, "text"):
        for run, step in _in_turn(steps, _step(view)):
            own = (("tag", tag.name), ("run", run), ("step", str(step)))
            asked = [
                (Question("api/text", (*own, ("form", form))), ()) for form in ("rendered", "raw")
            ]
            recorder.take_all("text", asked)


def record_curves(recorder: Recorder, lists: Lists, view: View) -> None:
    """Keep precision-recall curves at the last step, and then at each step."""
    for tag, steps in _steps_of(recorder, lists, "curves"):
        own = Question("api/curves", (("tag", tag.name),))
        recorder.take("curve", own, tag.run_pairs())
        for step in _newest({step for each in steps.values() for step in each}, _step(view)):
            asked = own.with_pairs([("step", str(step))])
            recorder.take("curve of a further step", asked, tag.run_pairs())


def record_media(recorder: Recorder, lists: Lists, view: View) -> None:
    """Keep pictures, sounds and meshes: of each run first those at the view's step."""
    for kind, noun in _MEDIA.items():
        for tag, steps in _steps_of(recorder, lists, kind):
            for run, step in _in_turn(steps, _step(view)):
                _take_samples(recorder, kind, noun, (("tag", tag.name), ("run", run)), step)
    _record_meshes(recorder, lists, view)


def _take_samples(recorder: Recorder, kind: str, noun: str, own: Pairs, step: int) -> None:
    about = Question(f"api/{kind}", (*own, ("step", str(step))))
    answer = recorder.find(about)
    values = [] if answer is None else answer.read()["values"]
    samples = [
        (("nth", str(value["nth"])), ("sample", str(at)))
        for value in values
        for at, one in enumerate(value[noun])
        if one["media_type"]
    ]
    asked = [Question(f"{about.path}/sample", (*about.pairs, *sample)) for sample in samples]
    recorder.take_all(f"step of {noun}", [(each, ()) for each in (about, *asked)])


def _record_meshes(recorder: Recorder, lists: Lists, view: View) -> None:
    steps_of = {tag.name: steps for tag, steps in _steps_of(recorder, lists, "meshes")}
    answer = recorder.find(Question("api/meshes"))
    for mesh in [] if answer is None else answer.read()["meshes"]:
        for run, step in _in_turn(steps_of.get(mesh["steps_of"], {}), _step(view)):
            which = {"name": mesh["name"], "run": run, "step": str(step), "nth": "0", "sample": "0"}
            recorder.take("mesh", Question("api/meshes/sample", tuple(which.items()), BINARY))


def by_interest(tags: Sequence[Tag], view: View) -> list[Tag]:
    """Return tags in their order, those first that the view names or filters for."""
    named = {value for _, value in view.pairs}
    words = view.value("tags").lower().split()

    def rank(tag: Tag) -> int:
        if tag.name in named:
            return 0
        return 1 if words and all(word in tag.name.lower() for word in words) else 2

    return sorted(tags, key=rank)


StepsOfRuns = dict[str, list[int]]
"""Steps of a tag by the id of the run, ascending, each once."""


def _steps_of(recorder: Recorder, lists: Lists, kind: str) -> Iterable[tuple[Tag, StepsOfRuns]]:
    """Keep and yield the steps of each tag of a kind, in the report's runs."""
    for tag in lists.of_kind(kind):
        answer = recorder.keep(Question("api/steps", (("kind", kind), ("tag", tag.name))))
        series = [] if answer is None else answer.read()["series"]
        yield (
            tag,
            {
                each["run"]: sorted({int(step) for step in each["step"]})
                for each in series
                if each["run"] in tag.runs
            },
        )


def _in_turn(steps: StepsOfRuns, chosen: int | None) -> list[tuple[str, int]]:
    """Return runs and steps: what all runs show, then what each shows next."""
    ordered = {run: _newest(own, chosen) for run, own in steps.items()}
    longest = max(map(len, ordered.values()), default=0)
    return [
        (run, own[at]) for at in range(longest) for run, own in ordered.items() if at < len(own)
    ]


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
