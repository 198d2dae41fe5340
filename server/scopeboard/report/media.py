"""Images, audio, meshes and embeddings; of each run the step of the view first."""

from typing import Final

from scopeboard.report.client import BINARY, PageRequest
from scopeboard.report.lists import Lists
from scopeboard.report.recorder import Recorder
from scopeboard.report.step_pages import read_step
from scopeboard.report.steps import RankedStep, ranked_steps, steps_of
from scopeboard.state.view import View

_COMPONENTS: Final = 30  # of vectors; the input of UMAP
_MAX_SAMPLES: Final = 100  # in one group with the description of their step
_MEDIA: Final = {"images": "pictures", "audio": "sounds"}


def record_media(recorder: Recorder, lists: Lists, view: View) -> None:
    """Add images, audio and meshes, of each run those at the view's step first."""
    steps: list[tuple[str, RankedStep]] = []
    for kind in _MEDIA:
        of_kind = steps_of(recorder, lists, kind)
        ranked = ranked_steps(recorder, f"step of {kind}", of_kind, view)
        steps += [(kind, step) for step in ranked]
    further: list[tuple[str, str, PageRequest]] = []
    for kind, step in sorted(steps, key=lambda each: each[1].rank):
        samples = _add_step(recorder, kind, step)
        further += [(kind, step.tag.name, sample) for sample in samples]
    _add_meshes(recorder, lists, view)
    for kind, name, sample in further:
        recorder.add(f"sample of {kind}", name, sample)


def _add_step(recorder: Recorder, kind: str, step: RankedStep) -> list[PageRequest]:
    """Add a step with its first samples; return the requests for the other samples."""
    noun, samples_of = f"step of {kind}", _MEDIA[kind]
    if recorder.responses.is_full(noun):
        recorder.responses.omit(noun, step.tag.name)
        return []
    pairs = (("tag", step.tag.name), ("run", step.run), ("step", str(step.step)))
    description = PageRequest(f"api/{kind}", pairs)
    response = read_step(recorder, description, samples_of)
    if response is None:
        return []
    samples = [
        PageRequest(f"api/{kind}/sample", (*pairs, ("nth", str(nth)), ("sample", str(number))))
        for nth, value in enumerate(response.read()["values"])
        for number, sample in enumerate(value[samples_of])
        if sample["media_type"]
    ]
    first, rest = samples[:_MAX_SAMPLES], samples[_MAX_SAMPLES:]
    sent = [(request, recorder.find(request)) for request in first]
    present = [(request, sample) for request, sample in sent if sample is not None]
    is_added = recorder.add_responses(noun, step.tag.name, [(description, response), *present])
    return rest if is_added else []


def _add_meshes(recorder: Recorder, lists: Lists, view: View) -> None:
    """Add every sample of every value of the meshes, step by step."""
    listed = recorder.read(PageRequest("api/meshes")) or {"meshes": []}
    names = {mesh["steps_of"]: mesh["name"] for mesh in listed["meshes"]}
    of_meshes = [each for each in steps_of(recorder, lists, "meshes") if each[0].name in names]
    for _, tag, run, step in ranked_steps(recorder, "mesh", of_meshes, view):
        name = names[tag.name]
        mesh = (("name", name), ("run", run), ("step", str(step)))
        nth, sample = 0, 0
        while True:
            pairs = (*mesh, ("nth", str(nth)), ("sample", str(sample)))
            request = PageRequest("api/meshes/sample", pairs, BINARY)
            response = recorder.add("mesh", name, request)
            if response is None:
                break
            header = response.header()
            if sample + 1 < header["samples"]:
                sample += 1
            elif nth + 1 < header["values"]:
                nth, sample = nth + 1, 0
            else:
                break


def record_embeddings(recorder: Recorder) -> None:
    """Add the first principal components of embeddings, and their sprites."""
    listed = recorder.read(PageRequest("api/projector")) or {"embeddings": []}
    for embedding in listed["embeddings"]:
        pairs = (("run", embedding["run"]), ("index", str(embedding["index"])))
        vectors = PageRequest("api/projector/vectors", (*pairs, ("components", str(_COMPONENTS))))
        requests = [vectors]
        if embedding["sprite_width"] is not None:
            requests.append(PageRequest("api/projector/sprite", pairs))
        recorder.add_all("embedding", embedding["name"], requests)
