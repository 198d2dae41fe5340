"""`/plugin/projector`: the embeddings in the configurations of runs, and their files.

As in TensorBoard, missing data are answered with 400.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from scopeboard.compat.http.answer import json_answer, parameter
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.errors import DamagedDataError, NotFoundError, QueryError
from scopeboard.files.inside import open_inside
from scopeboard.files.open_file import OpenFile
from scopeboard.media.image_header import read_image_header
from scopeboard.projector.config import CONFIG_NAME
from scopeboard.projector.embeddings import Embedding, Embeddings
from scopeboard.projector.file_streams import stream_file, stream_floats, stream_lines

_ASSETS: Final = "/plugins/org_tensorflow_tensorboard_projector"
_MAX_DIGITS: Final = 9
_BYTES: Final = "application/octet-stream"
_TEXT: Final = "text/plain"
_JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class _Tensor:
    """An embedding whose vectors are in a file or a checkpoint, by TensorBoard's names."""

    embedding: Embedding
    run: str
    name: str

    def open(self, path: str, kind: str) -> OpenFile:
        """Open a file of the configuration; the caller closes it.

        Raises:
            NotFoundError: it cannot be opened.
            QueryError: the configuration names no file of this kind.
        """
        if not path:
            raise QueryError(f'No {kind} file found for tensor "{self.name}"')
        return open_inside(self.embedding.root, self.embedding.directory, path)

    def floats(self, embeddings: Embeddings, rows: int | None) -> Iterator[bytes]:
        """Yield the first rows, all for None, as little-endian float32.

        Raises:
            NotFoundError, DamagedDataError: the vectors cannot be read.
        """
        config = self.embedding.config
        if not config.tensor_path:
            return iter([embeddings.read_first(self.embedding, rows).astype("<f4").tobytes()])
        is_text = not config.tensor_path.endswith(".bytes")
        file = self.open(config.tensor_path, "tensor")
        return stream_floats(file, rows, config.shape, is_text=is_text)

    def info(self, embeddings: Embeddings) -> dict[str, Any]:
        """Return the configuration in JSON, with the shape of the tensor if it can be read."""
        config, shape = self.embedding.config, list(self.embedding.config.shape)
        if not shape:
            with suppress(NotFoundError, DamagedDataError):
                vectors = embeddings.read(self.embedding).vectors
                shape = [vectors.total, vectors.values.shape[1]]
        info: dict[str, Any] = {
            "tensorName": self.name,
            "metadataPath": config.metadata_path,
            "bookmarksPath": config.bookmarks_path,
            "tensorShape": shape,
            "tensorPath": config.tensor_path,
        }
        if config.sprite is not None:
            sides = [config.sprite.width, config.sprite.height]
            info["sprite"] = {"imagePath": config.sprite.path, "singleImageDim": sides}
        return {name: value for name, value in info.items() if value}


def projector_routes(logs: LogReader) -> list[Route]:
    """Return the routes of this plugin."""
    embeddings = Embeddings(logs.store)

    def runs(_: Request) -> Response:
        return json_answer(list(dict.fromkeys(tensor.run for tensor in _tensors(embeddings))))

    def info(request: Request) -> Response:
        tensors = _tensors(embeddings, parameter(request, "run"))
        answer: dict[str, Any] = {"embeddings": [tensor.info(embeddings) for tensor in tensors]}
        if checkpoint := tensors[0].embedding.checkpoint:
            answer["modelCheckpointPath"] = str(checkpoint)
        return json_answer(answer)

    def tensor(request: Request) -> Response:
        tensor, rows = _requested_tensor(embeddings, request), _rows(request)
        return StreamingResponse(tensor.floats(embeddings, rows), media_type=_BYTES)

    def metadata(request: Request) -> Response:
        tensor, rows = _requested_tensor(embeddings, request), _rows(request)
        file = tensor.open(tensor.embedding.config.metadata_path, "metadata")
        return StreamingResponse(stream_lines(file, rows), media_type=_TEXT)

    def bookmarks(request: Request) -> Response:
        tensor = _requested_tensor(embeddings, request)
        file = tensor.open(tensor.embedding.config.bookmarks_path, "bookmarks")
        return StreamingResponse(stream_file(file), media_type=_JSON)

    def sprite_image(request: Request) -> Response:
        data = embeddings.sprite(_requested_tensor(embeddings, request).embedding)
        header = read_image_header(data)
        return Response(data, media_type=header.media_type if header else _BYTES)

    paths: dict[str, Callable[[Request], Response]] = {
        "runs": runs,
        "info": info,
        "tensor": tensor,
        "metadata": metadata,
        "bookmarks": bookmarks,
        "sprite_image": sprite_image,
    }
    return [
        Route(f"/plugin/projector/{path}", _with_query_errors(answer))
        for path, answer in paths.items()
    ]


def has_embeddings(logs: LogReader) -> bool:
    """Return whether a run has an embedding whose file of vectors exists."""
    files = (file for searched in logs.store.searched for file in searched.graph_files)
    if not any(Path(file).name == CONFIG_NAME for file in files):
        return False
    for tensor in _tensors(Embeddings(logs.store)):
        with suppress(NotFoundError, DamagedDataError):
            if tensor.embedding.config.tensor_path:
                tensor.open(tensor.embedding.config.tensor_path, "tensor").close()
            return True
    return False


def _with_query_errors(answer: Callable[[Request], Response]) -> Callable[[Request], Response]:
    """Return an endpoint that raises QueryError for missing and damaged data."""

    def endpoint(request: Request) -> Response:
        try:
            return answer(request)
        except (NotFoundError, DamagedDataError) as error:
            raise QueryError(str(error)) from error

    return endpoint


def _tensors(embeddings: Embeddings, run: str | None = None) -> list[_Tensor]:
    """Return the embeddings (of one run) whose vectors are in a file, or in a checkpoint.

    Raises:
        QueryError: the run has none.
    """
    tensors = []
    for embedding in embeddings.find()[0]:
        path = embedding.config.tensor_path
        if path or embedding.checkpoint is not None:
            run_name = embedding.run.removesuffix(_ASSETS)  # some writers log into this directory
            name = embedding.config.name or Path(path).name
            if run in (None, run_name):
                tensors.append(_Tensor(embedding, run_name, name.removesuffix(":0")))
    if run is not None and not tensors:
        raise QueryError(f'Unknown run: "{run}"')
    return tensors


def _requested_tensor(embeddings: Embeddings, request: Request) -> _Tensor:
    run, name = parameter(request, "run"), parameter(request, "name")
    for tensor in _tensors(embeddings, run):
        if tensor.name.removesuffix(":0") == name.removesuffix(":0"):
            return tensor
    raise QueryError(f'There is no tensor "{name}" in run "{run}"')


def _rows(request: Request) -> int | None:
    """Return the requested number of rows, None for all.

    Raises:
        QueryError: it is not a positive integer.
    """
    text = request.query_params.get("num_rows")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > _MAX_DIGITS or int(text) == 0:
        raise QueryError("query parameter num_rows must be integer > 0")
    return int(text)
