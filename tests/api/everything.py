"""A log with something for every route, and a request for each that succeeds on it.

What holds for all routes is shown on all of them: a route without a request here fails a test.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from graph.run_metadatas import CPU, metadata, ran
from scopeboard.web.openapi import openapi_document
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.plugins_pb2 import Category
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_FLOAT
from tools import writer
from tools.hparam_values import hparams_event, start
from tools.media_events import images, sounds, wav
from tools.mesh_events import SQUARE, SQUARE_FACES, mesh
from tools.served import excerpt

from .graphs.test_statistics import measured_event
from .log.test_layouts import chart, layout
from .log.test_steps import histogram
from .values.test_curves import curve
from .values.test_media import PNGS
from .values.test_projector import write_embedding
from .values.test_tensors import tensor
from .values.test_text import text

QUERIES: dict[str, str] = {
    "/api/audio": "?tag=sound",
    "/api/audio/files": "",
    "/api/audio/sample": "?tag=sound&run={run}&step=0",
    "/api/contents": "",
    "/api/files": "",
    "/api/curves": "?tag=pr",
    "/api/export": "?format=csv",
    "/api/export/values": "?kind=histograms",
    "/api/expressions": "?expression=x*2&points=3",
    "/api/expressions/changes": "?tag=x",
    "/api/expressions/places": "?tag=x&step=1",
    "/api/expressions/check": "?expression=x-",
    "/api/graphs": "",
    "/api/graphs/models": "",
    "/api/graphs/{graph_id}/attribute": "?name=in&key=dtype",
    "/api/graphs/{graph_id}/changes": "",
    "/api/graphs/{graph_id}/counterparts": "?side=before",
    "/api/graphs/{graph_id}/choices": "",
    "/api/graphs/{graph_id}/colours": "?by=op_type",
    "/api/graphs/{graph_id}/columns": "",
    "/api/graphs/{graph_id}/export": "?format=json",
    "/api/graphs/{graph_id}/hot_spots": "?tag=step",
    "/api/graphs/{graph_id}/neighbours": "?name=s",
    "/api/graphs/{graph_id}/node": "?name=s/x&tag=step",
    "/api/graphs/{graph_id}/op_statistics": "?tag=step",
    "/api/graphs/{graph_id}/run_metadata": "",
    "/api/graphs/{graph_id}/scope": "",
    "/api/graphs/{graph_id}/scopes": "?name=s&name=&name=no",
    "/api/graphs/{graph_id}/search": "?q=s/*",
    "/api/graphs/{graph_id}/stage": "",
    "/api/graphs/{graph_id}/statistics": "?tag=step",
    "/api/graphs/{graph_id}/metrics": "?metric=x&tag_rule=x+-%3E+s",
    "/api/graphs/{graph_id}/tags": "?tag_rule=x*+-%3E+s/*",
    "/api/graphs/{graph_id}/tensors": "?source=in&target=s",
    "/api/graphs/{graph_id}/trace": "?from=s/x",
    "/api/histograms": "?tag=h",
    "/api/hparams": "",
    "/api/images": "?tag=picture",
    "/api/images/files": "",
    "/api/images/sample": "?tag=picture&run={run}&step=0",
    "/api/layouts": "",
    "/api/layouts/tags": "?pattern=x&pattern=((",
    "/api/meshes": "",
    "/api/meshes/sample": "?name=cube&run={run}&step=0",
    "/api/comparison": "?run={run}",
    "/api/metrics": "?tag=x&tag=nothing",
    "/api/projector": "",
    "/api/projector/axis": "?run=a&begin=x&end=y",
    "/api/projector/neighbours": "?run=a&row=0",
    "/api/projector/sprite": "?run=a",
    "/api/projector/vectors": "?run=a",
    "/api/runs": "",
    "/api/scalars": "?tag=x&points=3",
    "/api/state": "",
    "/api/state/part": "?name=runs",
    "/api/status": "",
    "/api/steps": "?kind=graphs&tag=__run_graph__",
    "/api/tags": "",
    "/api/tensors": "",
    "/api/text": "?tag=note",
    "/api/value": "?kind=text&tag=note&run={run}&step=0",
    "/api/videos": "",
    "/api/videos/file": "?path=a/episode-3.mp4",
    "/api/warnings": "",
}
"""Queries by path; `{run}` is the identifier of the run `a`."""

WITHOUT_REQUEST = {
    "/api/stream",  # has no end
    "/api/files/{path}",  # has a file in its path
    "/api/views",  # a view has to be saved first
}

COMPAT = (
    "environment",
    "experiments",
    "logdir",
    "plugin/audio/tags",
    "plugin/custom_scalars/layout",
    "plugin/distributions/distributions?run=a&tag=h",
    "plugin/graphs/graph?run=a",
    "plugin/graphs/info",
    "plugin/histograms/histograms?run=a&tag=h",
    "plugin/hparams/experiment?request=%7B%7D",
    "plugin/images/tags",
    "plugin/mesh/meshes?run=a&tag=cube",
    "plugin/pr_curves/pr_curves?run=a&tag=pr",
    "plugin/projector/runs",
    "plugin/scalars/scalars?run=a&tag=x",
    "plugin/text/text?run=a&tag=note",
    "plugin/timeseries/tags",
    "plugins_listing",
    "runs",
    "window_properties",
)
"""Paths below `/data/` that TensorBoard's clients ask."""


def documented_gets() -> set[str]:
    """Return the paths of the API that answer a GET."""
    paths = openapi_document()["paths"]
    return {path for path, operations in paths.items() if "get" in operations}


def everything() -> bytes:
    """Return the event file of a run that logs something for every tab."""
    ops = NodeDef(name="in", op="Placeholder"), NodeDef(name="s/x", op="Relu", input=["in"])
    ops[0].attr["dtype"].type = DT_FLOAT
    step = metadata({CPU: [ran("s/x", 1, (0, 2, 3), [(8, 8)], [[2]])]})
    parts = [
        writer.scalar_file({"x": range(9)}),
        writer.graph_event(GraphDef(node=ops).SerializeToString()),
        measured_event("step", 1, step),
        writer.event(0, histogram("h")),
        hparams_event(start({"lr": 0.1, "opt": "adam", "bias": True})),
        text(0, "*a*"),
        curve(0, *[[1, 1]] * 6),
        layout(Category(title="c", chart=[chart("t", "x")])),
        images(0, PNGS[0], tag="picture"),
        sounds(0, wav(0.1), tag="sound"),
        mesh(0, vertices=[SQUARE], faces=[SQUARE_FACES]),
        tensor(0, "w", "mine", TensorProto(dtype=DT_FLOAT, float_val=[1])),
    ]
    return b"".join(parts)


def write_everything(log_directory: Path) -> None:
    """Write the runs `a`, with something for every tab, an embedding and a video, and `b`."""
    writer.write_run(log_directory, "a", everything())
    writer.write_run(log_directory, "b", writer.scalar_file({"x": [1]}))
    write_embedding(log_directory)
    (log_directory / "a" / "episode-3.mp4").write_bytes(excerpt("videos/clip.mp4"))


def path_of(route: str, graph: str) -> str:
    """Return the path of a route for a graph; changes are those between two graphs."""
    is_of_two = route.endswith(("/changes", "/counterparts"))
    return route.format(graph_id=f"{graph}~{graph}" if is_of_two else graph)


def requests_of(runs: Mapping[str, str], graph: str) -> Iterator[str]:
    """Yield the path and query of a request for each route, without a leading slash.

    Args:
        runs: identifiers of runs by name.
        graph: the identifier of the graph of `a`.
    """
    for path, query in QUERIES.items():
        yield (path_of(path, graph) + query.format(run=quote(runs["a"])))[1:]
    yield from (f"data/{path}" for path in COMPAT)
