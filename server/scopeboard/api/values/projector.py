"""`/api/projector`: embeddings as coordinates, with metadata and neighbours of each vector."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field

from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.errors import NotFoundError
from scopeboard.projector.bookmarks import Bookmark, Method
from scopeboard.projector.embeddings import Embedding, Embeddings, LoadedEmbedding
from scopeboard.projector.neighbours import Distance, nearest
from scopeboard.projector.principal_components import (
    MAX_COMPONENTS,
    Components,
    ComponentsCache,
    rounded,
)
from scopeboard.store.store import Store

Counted = Annotated[int, Query(ge=2, le=MAX_COMPONENTS)]
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


class VectorsAnswer(Answer):
    """The coordinates of vectors along their principal components.

    There are `rows` of `total`, every `stride`th; `coordinates` has `components` for each, row by
    row. `variance` is the explained variance of each component as a fraction; with many vectors it
    is computed on a sample.
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

    @classmethod
    def of(cls, read: LoadedEmbedding, components: Components) -> "VectorsAnswer":
        """Return the answer for an embedding."""
        values, metadata, stride = read.vectors.values, read.metadata, read.vectors.stride
        columns = zip(metadata.names, metadata.columns, strict=True)
        return cls(
            rows=len(values),
            total=read.vectors.total,
            stride=stride,
            dimensions=values.shape[1],
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
    count: int = Field(10, ge=1, le=200)
    distance: Distance = "cosine"


class NeighbourAnswer(Answer):
    """A row and its distance."""

    row: int
    distance: float


class NeighboursAnswer(Answer):
    """The nearest other vectors in all dimensions, in ascending order of distance."""

    neighbours: list[NeighbourAnswer]


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
    def get_vectors(run: str, index: int = 0, components: Counted = 10) -> VectorsAnswer:
        """Return the vectors of an embedding by their principal components."""
        read = embeddings.read(embeddings.get(run, index))
        return VectorsAnswer.of(read, cache.get(read.version, read.vectors.values, components))

    @router.get("/api/projector/neighbours", responses=errors)
    def get_neighbours(query: Annotated[NeighboursQuery, Query()]) -> NeighboursAnswer:
        """Return the nearest neighbours of a vector."""
        vectors = embeddings.read(embeddings.get(query.run, query.index)).vectors.values
        if query.row >= len(vectors):
            raise NotFoundError(f"There is no vector {query.row}.")
        neighbours = nearest(vectors, query.row, query.count, query.distance)
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
