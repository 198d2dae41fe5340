"""The graph that stands for the model of a run."""

from dataclasses import replace

from scopeboard.graph.catalog.main_graph import main_graph
from scopeboard.graph.source.entry import GraphEntry

from .test_summary_cache import Source, entry

OWN = entry(Source("own", b""))
NEWER = replace(OWN, id="newer", wall_time=2.0)
STEP = replace(OWN, id="step", kind="profile", wall_time=3.0)
KERAS = replace(OWN, id="keras", kind="conceptual", wall_time=1.0)


def chosen(*entries: GraphEntry) -> str:
    found = main_graph(entries)
    return "" if found is None else found.id


def test_the_newest_graph_is_chosen_and_a_keras_model_before_all_others() -> None:
    assert chosen() == ""
    assert chosen(OWN, NEWER, STEP) == "newer"
    assert chosen(OWN, NEWER, KERAS, STEP) == "keras"
    assert chosen(STEP) == "step"
    assert chosen(replace(OWN, wall_time=float("nan")), NEWER) == "newer"


def test_of_functions_alone_the_largest_is_chosen() -> None:
    functions = [replace(OWN, id=f"f{size}", function=size, size=size) for size in (1, 3, 2)]
    assert chosen(*functions) == "f3"
    assert chosen(*functions, STEP) == "step"
