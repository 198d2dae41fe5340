"""Images, audio, meshes and embeddings; of each run the step of the view first."""

from typing import Final

from scopeboard.report.lists import Lists
from scopeboard.report.question import BINARY, PageRequest
from scopeboard.report.recorder import Recorder
from scopeboard.report.steps import Turn, in_turn, steps_of
from scopeboard.report.view import View
from scopeboard.report.whole_step import whole_step

_COMPONENTS: Final = 30  # of vectors; the input of UMAP
_MOST_SAMPLES: Final = 100  # that are added together with the description of their step
_MEDIA: Final = {"images": "pictures", "audio": "sounds"}


def record_media(recorder: Recorder, lists: Lists, view: View) -> None:
    """Add images, audio and meshes, of each run those at the view's step first."""
    turns: list[tuple[str, Turn]] = []
    for kind in _MEDIA:
        noun = f"step of {kind}"
        of_kind = in_turn(recorder, noun, steps_of(recorder, lists, kind), view)
        turns += [(kind, turn) for turn in of_kind]
    further: list[tuple[str, str, PageRequest]] = []
    for kind, turn in sorted(turns, key=lambda each: each[1].round):
        rest = _take_step(recorder, kind, turn)
        further += [(kind, turn.tag.name, sample) for sample in rest]
    _record_meshes(recorder, lists, view)
    for kind, name, sample in further:
        recorder.take(f"sample of {kind}", name, sample)


def _take_step(recorder: Recorder, kind: str, turn: Turn) -> list[PageRequest]:
    """Add a step with its first samples; return the requests for the other samples."""
    noun, samples_of = f"step of {kind}", _MEDIA[kind]
    if recorder.held.is_full(noun):
        recorder.held.leave(noun, turn.tag.name)
        return []
    pairs = (("tag", turn.tag.name), ("run", turn.run), ("step", str(turn.step)))
    about = PageRequest(f"api/{kind}", pairs)
    answer = whole_step(recorder, about, samples_of)
    if answer is None:
        return []
    samples = [
        PageRequest(f"{about.path}/sample", (*about.pairs, ("nth", str(nth)), ("sample", str(at))))
        for nth, value in enumerate(answer.read()["values"])
        for at, sample in enumerate(value[samples_of])
        if sample["media_type"]
    ]
    first, rest = samples[:_MOST_SAMPLES], samples[_MOST_SAMPLES:]
    answers = [(each, recorder.find(each)) for each in first]
    found = [(each, sample) for each, sample in answers if sample is not None]
    is_added = recorder.take_answers(noun, turn.tag.name, [(about, answer), *found])
    return rest if is_added else []


def _record_meshes(recorder: Recorder, lists: Lists, view: View) -> None:
    answer = recorder.find(PageRequest("api/meshes"))
    names = {mesh["steps_of"]: mesh["name"] for mesh in answer.read()["meshes"]} if answer else {}
    of_meshes = [each for each in steps_of(recorder, lists, "meshes") if each[0].name in names]
    for _, tag, run, step in in_turn(recorder, "mesh", of_meshes, view):
        _take_mesh(recorder, names[tag.name], run, step)


def _take_mesh(recorder: Recorder, name: str, run: str, step: int) -> None:
    """Add every sample of every value of a mesh at a step."""
    nth, sample = 0, 0
    while True:
        mesh = (("name", name), ("run", run), ("step", str(step)))
        index = (("nth", str(nth)), ("sample", str(sample)))
        request = PageRequest("api/meshes/sample", (*mesh, *index), BINARY)
        answer = recorder.take("mesh", name, request)
        if answer is None:
            return
        header = answer.header()
        if sample + 1 < header["samples"]:
            sample += 1
        elif nth + 1 < header["values"]:
            nth, sample = nth + 1, 0
        else:
            return


def record_embeddings(recorder: Recorder) -> None:
    """Add the first principal components of embeddings, and their sprites."""
    answer = recorder.find(PageRequest("api/projector"))
    for embedding in [] if answer is None else answer.read()["embeddings"]:
        own = (("run", embedding["run"]), ("index", str(embedding["index"])))
        vectors = PageRequest("api/projector/vectors", (*own, ("components", str(_COMPONENTS))))
        requests = [vectors]
        if embedding["sprite_width"] is not None:
            requests.append(PageRequest("api/projector/sprite", own))
        recorder.take_all("embedding", embedding["name"], requests)
