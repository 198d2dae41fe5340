"""`/api/projector`: embeddings as coordinates, with metadata and neighbours of each vector."""

from collections.abc import Sequence
from typing import Annotated, Final

import numpy as np
from fastapi import APIRouter, Query, Response
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.errors import NotFoundError
from scopeboard.projector.bookmarks import Bookmark, Method
from scopeboard.projector.directions import coordinates_along, on_sphere
from scopeboard.projector.embeddings import Embedding, Embeddings, LoadedEmbedding
from scopeboard.projector.matching import matching_rows
from scopeboard.projector.neighbours import Distance, Neighbour, nearest
from scopeboard.projector.principal_components import (
    MAX_COMPONENTS,
    Components,
    ComponentsCache,
    rounded,
)
from scopeboard.store.store import Store

_MAX_NEIGHBOURS: Final = 200
_MEDIA_TYPES: Final = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}


class EmbeddingAnswer(Answer):
    """The `index`th embedding of a run; width and height of one sprite image are in pixels."""

    run: str
    index: int
    name: str
    sprite_width: int | None
    sprite_height: int | None

    @classmethod
    def of(cls, embedding: Embedding) -> "EmbeddingAnswer":
        """Return the answer for an embedding."""
        sprite = embedding.config.sprite
        return cls(
            run=embedding.run,
            index=embedding.index,
            name=embedding.config.name,
            sprite_width=sprite.width if sprite else None,
            sprite_height=sprite.height if sprite else None,
        )


class EmbeddingsAnswer(Answer):
    """All embeddings by run; `unread` are sentences on configurations that cannot be read."""

    embeddings: list[EmbeddingAnswer]
    unread: list[str]


class MetadataColumn(Answer):
    """A column of the metadata of vectors."""

    name: str
    values: list[str]


class BookmarkAnswer(Answer):
    """A saved view; `row` is the vector selected in it, null without one."""

    label: str
    method: Method
    dimensions: int
    colour_by: str
    row: int | None

    @classmethod
    def of(cls, bookmark: Bookmark, stride: int) -> "BookmarkAnswer":
        """Return the answer for a bookmark; every `stride`th row of its embedding is sent."""
        point = bookmark.point
        return cls(
            label=bookmark.label,
            method=bookmark.method,
            dimensions=bookmark.dimensions,
            colour_by=bookmark.colour_by,
            row=None if point is None or point % stride else point // stride,
        )


class VectorsQuery(BaseModel):
    """An embedding, or some of its vectors, and how many principal components of them.

    `spherical` subtracts the mean of all vectors and scales each to length 1 first. `matching` and
    `near` isolate vectors: those whose metadata match, as a text or as `/regex/`; a row and its
    `count` nearest by `distance`.
    """

    run: str
    index: int = 0
    components: int = Field(10, ge=2, le=MAX_COMPONENTS)
    spherical: bool = False
    matching: str = ""
    near: int | None = Field(None, ge=0)
    count: int = Field(10, ge=1, le=_MAX_NEIGHBOURS)
    distance: Distance = "cosine"


class VectorsAnswer(Answer):
    """The coordinates of vectors along their principal components.

    There are `rows` of `total`, every `stride`th. `isolated` are the rows that the query isolates,
    null for all. `coordinates` has `components` for each of these, row by row. `variance` is the
    explained variance of each component as a fraction; with many vectors it is computed on a
    sample. `metadata` has all rows.
    """

    rows: int
    total: int
    stride: int
    dimensions: int
    isolated: list[int] | None
    components: int
    variance: list[float]
    coordinates: list[float]
    metadata: list[MetadataColumn]
    bookmarks: list[BookmarkAnswer]
    note: str

    @classmethod
    def of(
        cls, read: LoadedEmbedding, isolated: Sequence[int] | None, components: Components
    ) -> "VectorsAnswer":
        """Return the answer for an embedding."""
        values, metadata, stride = read.vectors.values, read.metadata, read.vectors.stride
        columns = zip(metadata.names, metadata.columns, strict=True)
        return cls(
            rows=len(values),
            total=read.vectors.total,
            stride=stride,
            dimensions=values.shape[1],
            isolated=None if isolated is None else list(isolated),
            components=len(components.variance),
            variance=components.variance,
            coordinates=rounded(components.coordinates).ravel().tolist(),
            metadata=[MetadataColumn(name=name, values=column) for name, column in columns],
            bookmarks=[BookmarkAnswer.of(each, stride) for each in read.bookmarks],
            note=read.note,
        )


class NeighboursQuery(BaseModel):
    """A vector, and the number of neighbours."""

    run: str
    row: int = Field(ge=0)
    index: int = 0
    count: int = Field(10, ge=1, le=_MAX_NEIGHBOURS)
    distance: Distance = "cosine"


class NeighbourAnswer(Answer):
    """A row and its distance."""

    row: int
    distance: float


class NeighboursAnswer(Answer):
    """The nearest other vectors in all dimensions, in ascending order of distance."""

    neighbours: list[NeighbourAnswer]


class AxisQuery(BaseModel):
    """Two searches in the metadata, each a text or `/regex/`; `spherical` as in `VectorsQuery`."""

    run: str
    index: int = 0
    begin: str = Field(min_length=1)
    end: str = Field(min_length=1)
    spherical: bool = False


class AxisAnswer(Answer):
    """How far each vector lies from the mean of `begin`, at 0, to the mean of `end`, at 1.

    `begin` and `end` are the numbers of vectors that match; all coordinates are 0 if one is.
    """

    begin: int
    end: int
    coordinates: list[float]


def projector_router(store: Store) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    embeddings, cache = Embeddings(store), ComponentsCache()
    errors = error_responses(404, 422)

    @router.get("/api/projector")
    def get_embeddings() -> EmbeddingsAnswer:
        """List the embeddings that `projector_config.pbtxt` files announce."""
        announced, unread = embeddings.find()
        return EmbeddingsAnswer(
            embeddings=[EmbeddingAnswer.of(each) for each in announced], unread=unread
        )

    @router.get("/api/projector/vectors", responses=errors)
    def get_vectors(query: Annotated[VectorsQuery, Query()]) -> VectorsAnswer:
        """Return the vectors of an embedding, or some, by their principal components."""
        read = embeddings.read(embeddings.get(query.run, query.index))
        isolated = _isolated(read, query)
        version = (read.version, query.spherical, None if isolated is None else tuple(isolated))

        def vectors() -> NDArray[np.float32]:
            all_rows = on_sphere(read.vectors.values) if query.spherical else read.vectors.values
            return all_rows if isolated is None else all_rows[isolated]

        return VectorsAnswer.of(read, isolated, cache.get(version, vectors, query.components))

    @router.get("/api/projector/axis", responses=errors)
    def get_axis(query: Annotated[AxisQuery, Query()]) -> AxisAnswer:
        """Return the coordinates of all vectors along a direction from some to others."""
        read = embeddings.read(embeddings.get(query.run, query.index))
        vectors = on_sphere(read.vectors.values) if query.spherical else read.vectors.values
        begin, end = (matching_rows(read.metadata, text) for text in (query.begin, query.end))
        coordinates = (
            coordinates_along(vectors, begin, end) if begin and end else np.zeros(len(vectors))
        )
        return AxisAnswer(begin=len(begin), end=len(end), coordinates=rounded(coordinates).tolist())

    @router.get("/api/projector/neighbours", responses=errors)
    def get_neighbours(query: Annotated[NeighboursQuery, Query()]) -> NeighboursAnswer:
        """Return the nearest neighbours of a vector."""
        read = embeddings.read(embeddings.get(query.run, query.index))
        neighbours = _nearest(read, query.row, query.count, query.distance)
        return NeighboursAnswer(
            neighbours=[
                NeighbourAnswer(row=each.row, distance=each.distance) for each in neighbours
            ]
        )

    @router.get("/api/projector/sprite", responses=errors)
    def get_sprite(run: str, index: int = 0) -> Response:
        """Return the image that contains the images of all vectors."""
        image = embeddings.sprite(embeddings.get(run, index))
        for start, media_type in _MEDIA_TYPES.items():
            if image.startswith(start):
                return Response(image, media_type=media_type)
        raise NotFoundError("The sprite image is neither PNG nor JPEG.")

    return router


def _isolated(read: LoadedEmbedding, query: VectorsQuery) -> list[int] | None:
    """Return the rows that a query isolates, None for all.

    Raises:
        NotFoundError: no vector is isolated, or there is no such row.
        QueryError: the regular expression is invalid.
    """
    if query.near is not None:
        found = _nearest(read, query.near, query.count, query.distance)
        return sorted([query.near, *(each.row for each in found)])
    if not query.matching:
        return None
    matching = matching_rows(read.metadata, query.matching)
    if not matching:
        raise NotFoundError(f"No vector has metadata that match {query.matching}.")
    return matching


def _nearest(read: LoadedEmbedding, row: int, count: int, distance: Distance) -> list[Neighbour]:
    vectors = read.vectors.values
    if row >= len(vectors):
        raise NotFoundError(f"There is no vector {row}.")
    return nearest(vectors, row, count, distance)
