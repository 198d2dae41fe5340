"""`/api/projector`: embeddings as coordinates, what is known of each vector, and its neighbours."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Response

from scopeboard.api.answer import Answer, error_responses
from scopeboard.errors import NotFoundError
from scopeboard.projector.embeddings import Embedding, Embeddings
from scopeboard.projector.neighbours import Distance, nearest
from scopeboard.projector.principal_components import principal_components, rounded
from scopeboard.store.store import Store

MAX_COMPONENTS: Final = 50
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
    note: str


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
    embeddings = Embeddings(store)

    @router.get("/api/projector")
    def get_embeddings() -> EmbeddingsAnswer:
        """List the embeddings that `projector_config.pbtxt` files announce."""
        found, unread = embeddings.find()
        return EmbeddingsAnswer(embeddings=[_listed(one) for one in found], unread=unread)

    @router.get("/api/projector/vectors", responses=error_responses(404, 422))
    def get_vectors(
        run: str,
        index: int = 0,
        components: Annotated[int, Query(ge=2, le=MAX_COMPONENTS)] = 10,
    ) -> VectorsAnswer:
        """Return the vectors of an embedding by their principal components."""
        read = embeddings.read(embeddings.get(run, index))
        values = read.vectors.values
        found = principal_components(values, components)
        return VectorsAnswer(
            rows=len(values),
            total=read.vectors.total,
            stride=read.vectors.stride,
            dimensions=values.shape[1],
            components=components,
            variance=found.variance,
            coordinates=rounded(found.coordinates).ravel().tolist(),
            metadata=[
                MetadataColumn(name=name, values=column)
                for name, column in zip(read.metadata.names, read.metadata.columns, strict=True)
            ],
            note=read.note,
        )

    @router.get("/api/projector/neighbours", responses=error_responses(404, 422))
    def get_neighbours(
        run: str,
        row: int,
        index: int = 0,
        count: Annotated[int, Query(ge=1, le=200)] = 10,
        distance: Distance = "cosine",
    ) -> NeighboursAnswer:
        """Return the vectors that are nearest to one."""
        vectors = embeddings.read(embeddings.get(run, index)).vectors.values
        if not 0 <= row < len(vectors):
            raise NotFoundError(f"There is no vector {row}.")
        found = nearest(vectors, row, count, distance)
        answers = [NeighbourAnswer(row=one.row, distance=one.distance) for one in found]
        return NeighboursAnswer(neighbours=answers)

    @router.get("/api/projector/sprite", responses=error_responses(404, 422))
    def get_sprite(run: str, index: int = 0) -> Response:
        """Return the picture that holds those of all vectors."""
        content = embeddings.sprite(embeddings.get(run, index))
        for start, media_type in _PICTURES.items():
            if content.startswith(start):
                return Response(content, media_type=media_type)
        raise NotFoundError("The pictures are neither PNG nor JPEG.")

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
