"""`/api/meshes`: meshes and point clouds of runs, each logged as one tag per part."""

from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

import msgspec
import numpy as np
from fastapi import APIRouter, Query, Request, Response
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from scopeboard.api.http.binary_columns import BINARY, Columns
from scopeboard.api.http.conditional import answer_unless_held, json_step
from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.api.http.series_body import digest_of
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.values.mesh import MeshPart, mesh_config_text, mesh_part, read_mesh_part
from scopeboard.media.mesh import drawable_mesh
from scopeboard.media.mesh_config import mesh_config
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_value
from scopeboard.types import RunId, TagKey

Parts = dict[MeshPart, tuple[BlobSeries, int]]
"""The series of each part of a mesh, and the index of a step in it."""


@dataclass(slots=True)
class _LoggedMesh:
    """The tags of a mesh by part, with the names and the runs of all of them."""

    tags: dict[MeshPart, str] = field(default_factory=dict)
    display_name: str = ""
    description: str = ""
    runs: dict[RunId, None] = field(default_factory=dict)


class MeshAnswer(Answer):
    """A mesh and the runs that have it.

    `steps_of` is the tag with the steps of the mesh: the tag of its vertices, if it has any.
    """

    name: str
    display_name: str
    description: str
    steps_of: str
    runs: list[str]

    @classmethod
    def of(cls, name: str, mesh: _LoggedMesh) -> "MeshAnswer":
        """Return the answer for a mesh."""
        return cls(
            name=name,
            display_name=mesh.display_name,
            description=mesh.description,
            steps_of=mesh.tags.get("vertices") or next(iter(mesh.tags.values())),
            runs=list(mesh.runs),
        )


class MeshesAnswer(Answer):
    """All meshes by name."""

    meshes: list[MeshAnswer]


class MeshQuery(BaseModel):
    """One sample of a mesh: of the `nth` value at a step, the `sample`th of its batch."""

    name: str
    run: str
    step: int
    nth: int = Field(0, ge=0)
    sample: int = Field(0, ge=0)


def meshes_router(store: Store) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    logged = LoggedValues(store)

    @router.get("/api/meshes")
    def get_meshes() -> MeshesAnswer:
        """List the meshes; `/api/steps?kind=meshes` lists the steps of each."""
        meshes = sorted(_logged_meshes(store).items())
        return MeshesAnswer(meshes=[MeshAnswer.of(name, mesh) for name, mesh in meshes])

    @router.get(
        "/api/meshes/sample",
        response_class=Response,
        responses={200: {"content": {BINARY: {}}}, **error_responses(404, 422)},
    )
    def get_sample(request: Request, query: Annotated[MeshQuery, Query()]) -> Response:
        """Return one mesh in binary columns: `positions`, `faces` and `colours`.

        The header has the numbers of `values` at the step and of `samples` in the value, and
        `notes`, sentences on logged parts that are not drawn; `config` has the camera, the lights
        and the material that the author chose.
        """
        mesh = _logged_meshes(store).get(query.name)
        if mesh is None:
            raise NotFoundError(f"No run has the mesh {query.name!r}.")
        parts = _find_parts(logged, mesh.tags, query)
        # Not the digests of the series: this mesh does not change while they grow.
        values = [
            (
                [column[index].item() for column in series.columns],
                series.identities[int(series.file[index])],
            )
            for _, (series, index) in sorted(parts.items())
        ]
        etag = digest_of((query, mesh.tags, values), [])
        return answer_unless_held(request, etag, BINARY, lambda: _body(parts, mesh.tags, query))

    return router


def _logged_meshes(store: Store) -> dict[str, _LoggedMesh]:
    """Return the meshes by name."""
    meshes: dict[str, _LoggedMesh] = {}
    for summary in store.tags("meshes"):
        metadata = store.tag_metadata(summary.runs[0], summary.key)
        named_part = mesh_part(summary.key.tag, metadata)
        if named_part is None:
            continue
        name, part = named_part
        mesh = meshes.setdefault(name, _LoggedMesh())
        mesh.tags.setdefault(part, summary.key.tag)
        mesh.display_name = mesh.display_name or summary.display_name
        mesh.description = mesh.description or summary.description
        mesh.runs.update(dict.fromkeys(summary.runs))
    return meshes


def _find_parts(logged: LoggedValues, tags: dict[MeshPart, str], query: MeshQuery) -> Parts:
    """Return the parts of a mesh that were logged at a step.

    Raises:
        NotFoundError: the run has no vertices there.
    """
    parts: Parts = {}
    for part, tag in tags.items():
        for series in logged.find(TagKey("meshes", tag), [query.run]):
            at_step = series.at_step(query.step)
            if query.nth < len(at_step):
                parts[part] = series, at_step[query.nth]
    if "vertices" not in parts:
        raise NotFoundError(f"This run has no vertices of {query.name!r} at step {query.step}.")
    return parts


def _body(parts: Parts, tags: dict[MeshPart, str], query: MeshQuery) -> bytes:
    series, index = parts["vertices"]
    vertices = read_value(series, index, read_mesh_part)
    if query.sample >= len(vertices):
        raise NotFoundError(f"There are {len(vertices)} samples at step {query.step}.")
    notes: list[str] = []
    faces, colours = (_read_part(parts, tags, part, query, notes) for part in ("faces", "colours"))
    mesh = drawable_mesh(vertices[query.sample], faces, colours)
    columns = Columns()
    head = {
        "step": json_step(query.step),
        "wall_time": float(series.wall_time[index]),
        "values": len(series.at_step(query.step)),
        "samples": len(vertices),
        "notes": notes + mesh.notes,
        "config": asdict(mesh_config(mesh_config_text(series.metadata))),
        "positions": _add_table(columns, mesh.positions),
        "faces": _add_table(columns, mesh.faces),
        "colours": None if mesh.colours is None else _add_table(columns, mesh.colours),
    }
    return columns.body(msgspec.json.encode(head))


def _read_part(
    parts: Parts, tags: dict[MeshPart, str], part: MeshPart, query: MeshQuery, notes: list[str]
) -> NDArray[Any] | None:
    """Return faces or colours of the sample ([n, 3]); add a note if they cannot be read."""
    if part not in tags:
        return None
    if part not in parts:
        notes.append(f"No {part} were logged at this step.")
        return None
    try:
        samples = read_value(*parts[part], read_mesh_part)
    except (NotFoundError, DamagedDataError) as error:
        notes.append(f"The {part} cannot be read: {error}")
        return None
    if query.sample < len(samples):
        sample: NDArray[Any] = samples[query.sample]
        return sample
    notes.append(f"There are {part} for {len(samples)} samples only.")
    return None


def _add_table(columns: Columns, table: NDArray[Any]) -> msgspec.Raw:
    """Add a table ([n, 3]) row by row; return the reference to it."""
    flat = table.ravel()
    (reference,) = columns.add(flat, np.array([0]), np.array([len(flat)]))
    return msgspec.Raw(reference)
