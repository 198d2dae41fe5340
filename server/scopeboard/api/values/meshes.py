"""`/api/meshes`: meshes and point clouds of runs, whose parts are tags of their own."""

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
from scopeboard.media.mesh import Mesh, drawable_mesh
from scopeboard.media.mesh_config import mesh_config
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_value
from scopeboard.types import RunId, TagKey

Parts = dict[MeshPart, tuple[BlobSeries, int]]
"""Where each part of a mesh at a step is: the series, and the position in it."""


class MeshAnswer(Answer):
    """A mesh and the runs that have it.

    `steps_of` is the tag whose steps are those of the mesh: that of its vertices, if it has any.
    """

    name: str
    display_name: str
    description: str
    steps_of: str
    runs: list[str]


class MeshesAnswer(Answer):
    """All meshes by name."""

    meshes: list[MeshAnswer]


class WhichMesh(BaseModel):
    """One sample: of the values at a step the `nth`, and its place in the batch."""

    name: str
    run: str
    step: int
    nth: int = Field(0, ge=0)
    sample: int = Field(0, ge=0)


@dataclass(slots=True)
class _Named:
    """The tags of a mesh by part, and what they say of it."""

    tags: dict[MeshPart, str] = field(default_factory=dict)
    display_name: str = ""
    description: str = ""
    runs: dict[RunId, None] = field(default_factory=dict)


def meshes_router(store: Store) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    logged = LoggedValues(store)

    @router.get("/api/meshes")
    def get_meshes() -> MeshesAnswer:
        """List the meshes; `/api/steps?kind=meshes` lists the steps of each."""
        return MeshesAnswer(meshes=[_listed(*named) for named in sorted(_meshes(store).items())])

    @router.get(
        "/api/meshes/sample",
        response_class=Response,
        responses={200: {"content": {BINARY: {}}}, **error_responses(404, 422)},
    )
    def get_sample(request: Request, which: Annotated[WhichMesh, Query()]) -> Response:
        """Return one mesh in binary columns: `positions`, `faces` and `colours`.

        The header has the numbers of `values` at the step and of `samples` in the value, and
        `notes` that say what was logged and is not drawn; `config` has the camera, the lights
        and the material that its author named.
        """
        named = _meshes(store).get(which.name)
        if named is None:
            raise NotFoundError(f"No run has the mesh {which.name!r}.")
        parts = _parts(logged, named.tags, which)
        places = [_place(*parts[part]) for part in sorted(parts)]
        etag = digest_of((which, named.tags, places), [])
        return answer_unless_held(request, etag, BINARY, lambda: _body(parts, named.tags, which))

    return router


def _meshes(store: Store) -> dict[str, _Named]:
    found: dict[str, _Named] = {}
    for summary in store.tags("meshes"):
        metadata = store.tag_metadata(summary.runs[0], summary.key)
        named_part = mesh_part(summary.key.tag, metadata)
        if named_part is None:
            continue
        name, part = named_part
        named = found.setdefault(name, _Named())
        named.tags.setdefault(part, summary.key.tag)
        named.display_name = named.display_name or summary.display_name
        named.description = named.description or summary.description
        named.runs.update(dict.fromkeys(summary.runs))
    return found


def _listed(name: str, named: _Named) -> MeshAnswer:
    steps_of = named.tags.get("vertices") or next(iter(named.tags.values()))
    return MeshAnswer(
        name=name,
        display_name=named.display_name,
        description=named.description,
        steps_of=steps_of,
        runs=list(named.runs),
    )


def _parts(logged: LoggedValues, tags: dict[MeshPart, str], which: WhichMesh) -> Parts:
    """Return where the parts of a mesh at a step are.

    Raises:
        NotFoundError: the run has no vertices there.
    """
    parts: Parts = {}
    for part, tag in tags.items():
        for series in logged.find(TagKey("meshes", tag), [which.run]):
            at = series.at_step(which.step)
            if which.nth < len(at):
                parts[part] = series, at[which.nth]
    if "vertices" not in parts:
        raise NotFoundError(f"This run has no vertices of {which.name!r} at step {which.step}.")
    return parts


def _place(series: BlobSeries, at: int) -> list[object]:
    """Return what stays the same while the series grows."""
    place = [column[at].item() for column in series.columns]
    return [*place, series.identities[int(series.file[at])]]


def _body(parts: Parts, tags: dict[MeshPart, str], which: WhichMesh) -> bytes:
    series, at = parts["vertices"]
    vertices = read_value(series, at, read_mesh_part)
    if which.sample >= len(vertices):
        raise NotFoundError(f"There are {len(vertices)} samples at step {which.step}.")
    notes: list[str] = []
    faces, colours = (_part(parts, tags, part, which, notes) for part in ("faces", "colours"))
    mesh = drawable_mesh(vertices[which.sample], faces, colours)
    head = {
        "step": json_step(which.step),
        "wall_time": float(series.wall_time[at]),
        "values": len(series.at_step(which.step)),
        "samples": len(vertices),
        "notes": notes + mesh.notes,
        "config": asdict(mesh_config(mesh_config_text(series.metadata))),
    }
    return _binary(head, mesh)


def _part(
    parts: Parts, tags: dict[MeshPart, str], part: MeshPart, which: WhichMesh, notes: list[str]
) -> NDArray[Any] | None:
    """Return faces or colours of the sample ([n, 3]); None with a note where they are missing."""
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
    if which.sample < len(samples):
        sample: NDArray[Any] = samples[which.sample]
        return sample
    notes.append(f"The {part} are of {len(samples)} samples only.")
    return None


def _binary(head: dict[str, Any], mesh: Mesh) -> bytes:
    columns = Columns()
    for name, column in (("positions", mesh.positions), ("faces", mesh.faces)):
        head[name] = _add(columns, column)
    head["colours"] = None if mesh.colours is None else _add(columns, mesh.colours)
    return columns.body(msgspec.json.encode(head))


def _add(columns: Columns, table: NDArray[Any]) -> msgspec.Raw:
    """Add a table ([n, 3]) row by row; return where it stands."""
    flat = table.ravel()
    (place,) = columns.add(flat, np.array([0]), np.array([len(flat)]))
    return msgspec.Raw(place)
