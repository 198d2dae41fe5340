"""`/api/projector`: embeddings as coordinates, what is known of each vector, and its neighbours."""

from typing import Annotated, Final

import numpy as np
from fastapi import APIRouter, Query, Response
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.errors import NotFoundError
from scopeboard.projector.bookmarks import Bookmark, Method
from scopeboard.projector.embeddings import Embedding, Embeddings, Read
from scopeboard.projector.kept_components import MAX_COMPONENTS, KeptComponents
from scopeboard.projector.neighbours import Distance, nearest
from scopeboard.projector.principal_components import Components, rounded
from scopeboard.store.store import Store

Counted = Annotated[int, Query(ge=2, le=MAX_COMPONENTS)]
_PICTURES: Final = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}


class EmbeddingAnswer(Answer):
    """An embedding: the `index`th of the run's. Pixels are those of one picture of its sprite."""

    run: str
    index: int
    name: str
    sprite_width: int | None
    sprite_height: int | None


class EmbeddingsAnswer(Answer):
    """All embeddings by run; `unread` says which configurations cannot be read, and why."""

    embeddings: list[EmbeddingAnswer]
    unread: list[str]


class MetadataColumn(Answer):
    """A column of what is known of the vectors."""

    name: str
    values: list[str]


class BookmarkAnswer(Answer):
    """A view that was saved; `row` is the vector chosen in it, null without one."""

    label: str
    method: Method
    dimensions: int
    colour_by: str
    row: int | None


class VectorsAnswer(Answer):
    """The coordinates of vectors along their principal components.

    There are `rows` of `total`, every `stride`th; `coordinates` has `components` for each, row by
    row. `variance` is the part of the variance along each, on a sample where there are many.
    """

    rows: int
    total: int
    stride: int
    dimensions: int
    components: int
    variance: list[float]
    coordinates: list[float]
    metadata: list[MetadataColumn]
    bookmarks: list[BookmarkAnswer]
    note: str


class NeighboursQuery(BaseModel):
    """Of which vector, and how many."""

    run: str
    row: int = Field(ge=0)
    index: int = 0
    count: int = Field(10, ge=1, le=200)
    distance: Distance = "cosine"


class NeighbourAnswer(Answer):
    """A row and its distance."""

    row: int
    distance: float


class NeighboursAnswer(Answer):
    """The nearest other vectors in all dimensions, the nearest first."""

    neighbours: list[NeighbourAnswer]


def projector_router(store: Store) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    embeddings, kept = Embeddings(store), KeptComponents()
    errors = error_responses(404, 422)

    @router.get("/api/projector")
    def get_embeddings() -> EmbeddingsAnswer:
        """List the embeddings that `projector_config.pbtxt` files announce."""
        found, unread = embeddings.find()
        return EmbeddingsAnswer(embeddings=[_listed(one) for one in found], unread=unread)

    @router.get("/api/projector/vectors", responses=errors)
    def get_vectors(run: str, index: int = 0, components: Counted = 10) -> VectorsAnswer:
        """Return the vectors of an embedding by their principal components."""
        read = embeddings.read(embeddings.get(run, index))
        return _vectors(read, kept.of(read.content, read.vectors.values, components))

    @router.get("/api/projector/neighbours", responses=errors)
    def get_neighbours(asked: Annotated[NeighboursQuery, Query()]) -> NeighboursAnswer:
        """Return the vectors that are nearest to one."""
        read = embeddings.read(embeddings.get(asked.run, asked.index))
        return _neighbours(read.vectors.values, asked)

    @router.get("/api/projector/sprite", responses=errors)
    def get_sprite(run: str, index: int = 0) -> Response:
        """Return the picture that holds those of all vectors."""
        return _picture(embeddings.sprite(embeddings.get(run, index)))

    return router


def _listed(embedding: Embedding) -> EmbeddingAnswer:
    sprite = embedding.config.sprite
    return EmbeddingAnswer(
        run=embedding.run,
        index=embedding.index,
        name=embedding.config.name,
        sprite_width=sprite.width if sprite else None,
        sprite_height=sprite.height if sprite else None,
    )


def _vectors(read: Read, found: Components) -> VectorsAnswer:
    values, metadata, stride = read.vectors.values, read.metadata, read.vectors.stride
    columns = zip(metadata.names, metadata.columns, strict=True)
    return VectorsAnswer(
        rows=len(values),
        total=read.vectors.total,
        stride=stride,
        dimensions=values.shape[1],
        components=len(found.variance),
        variance=found.variance,
        coordinates=rounded(found.coordinates).ravel().tolist(),
        metadata=[MetadataColumn(name=name, values=column) for name, column in columns],
        bookmarks=[_bookmark(one, stride) for one in read.bookmarks],
        note=read.note,
    )


def _bookmark(bookmark: Bookmark, stride: int) -> BookmarkAnswer:
    """Return a saved view; its point is a row of those that are sent, if it is one of these."""
    point = bookmark.point
    row = None if point is None or point % stride else point // stride
    return BookmarkAnswer(
        label=bookmark.label,
        method=bookmark.method,
        dimensions=bookmark.dimensions,
        colour_by=bookmark.colour_by,
        row=row,
    )


def _neighbours(vectors: NDArray[np.float32], asked: NeighboursQuery) -> NeighboursAnswer:
    if asked.row >= len(vectors):
        raise NotFoundError(f"There is no vector {asked.row}.")
    found = nearest(vectors, asked.row, asked.count, asked.distance)
    answers = [NeighbourAnswer(row=one.row, distance=one.distance) for one in found]
    return NeighboursAnswer(neighbours=answers)


def _picture(content: bytes) -> Response:
    for start, media_type in _PICTURES.items():
        if content.startswith(start):
            return Response(content, media_type=media_type)
    raise NotFoundError("The pictures are neither PNG nor JPEG.")
