"""`/plugin/projector`: the embeddings in the configurations of runs, and their files.

As in TensorBoard, missing data are answered with 400.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from scopeboard.compat.http.answer import json_answer, parameter
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.errors import DamagedDataError, NotFoundError, QueryError
from scopeboard.media.picture import picture_facts
from scopeboard.projector.config import CONFIG_NAME
from scopeboard.projector.embeddings import Embedding, Embeddings
from scopeboard.projector.inside import open_inside
from scopeboard.projector.whole_files import first_lines, float_rows, whole

_ASSETS: Final = "/plugins/org_tensorflow_tensorboard_projector"
_MAX_DIGITS: Final = 9
_BYTES: Final = "application/octet-stream"
_TEXT: Final = "text/plain"
_JSON: Final = "application/json"


def projector_routes(logs: LogReader) -> list[Route]:
    """Return the routes of this plugin."""
    embeddings = Embeddings(logs.store)

    def runs(_: Request) -> Response:
        return json_answer(list(dict.fromkeys(_run_of(one) for one in _in_files(embeddings))))

    def info(request: Request) -> Response:
        selected = _of_run(embeddings, parameter(request, "run"))
        return json_answer({"embeddings": [_info(embeddings, one) for one in selected]})

    def tensor(request: Request) -> Response:
        one, rows = _requested(embeddings, request), _rows(request)
        is_text = not one.config.tensor_path.endswith(".bytes")
        file = _open(one, one.config.tensor_path, "tensor")
        body = float_rows(file, rows, one.config.shape, is_text=is_text)
        return StreamingResponse(body, media_type=_BYTES)

    def metadata(request: Request) -> Response:
        one, rows = _requested(embeddings, request), _rows(request)
        body = first_lines(_open(one, one.config.metadata_path, "metadata"), rows)
        return StreamingResponse(body, media_type=_TEXT)

    def bookmarks(request: Request) -> Response:
        one = _requested(embeddings, request)
        body = whole(_open(one, one.config.bookmarks_path, "bookmarks"))
        return StreamingResponse(body, media_type=_JSON)

    def sprite_image(request: Request) -> Response:
        data = embeddings.sprite(_requested(embeddings, request))
        facts = picture_facts(data)
        return Response(data, media_type=facts.media_type if facts else _BYTES)

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
    for one in _in_files(Embeddings(logs.store)):
        with suppress(NotFoundError, DamagedDataError):
            open_inside(one.root, one.directory, one.config.tensor_path).close()
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


def _in_files(embeddings: Embeddings) -> Iterator[Embedding]:
    """Yield the embeddings whose tensor is in a file; checkpoints are not read."""
    for one in embeddings.find()[0]:
        if one.config.tensor_path:
            yield one


def _run_of(one: Embedding) -> str:
    """Return the run of an embedding; some writers configure it below the run's directory."""
    return one.run.removesuffix(_ASSETS)


def _of_run(embeddings: Embeddings, run: str) -> list[Embedding]:
    in_run = [one for one in _in_files(embeddings) if _run_of(one) == run]
    if not in_run:
        raise QueryError(f'Unknown run: "{run}"')
    return in_run


def _requested(embeddings: Embeddings, request: Request) -> Embedding:
    run, name = parameter(request, "run"), parameter(request, "name")
    for one in _of_run(embeddings, run):
        if _name_of(one).removesuffix(":0") == name.removesuffix(":0"):
            return one
    raise QueryError(f'There is no tensor "{name}" in run "{run}"')


def _name_of(one: Embedding) -> str:
    return (one.config.name or Path(one.config.tensor_path).name).removesuffix(":0")


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


def _open(one: Embedding, path: str, kind: str) -> FileIO:
    if not path:
        raise QueryError(f'No {kind} file found for tensor "{_name_of(one)}"')
    return open_inside(one.root, one.directory, path)


def _info(embeddings: Embeddings, one: Embedding) -> dict[str, Any]:
    """Return the configuration in JSON, with the shape of the tensor if it can be read."""
    config, shape = one.config, list(one.config.shape)
    if not shape:
        with suppress(NotFoundError, DamagedDataError):
            vectors = embeddings.read(one).vectors
            shape = [vectors.total, vectors.values.shape[1]]
    info: dict[str, Any] = {
        "tensorName": _name_of(one),
        "metadataPath": config.metadata_path,
        "bookmarksPath": config.bookmarks_path,
        "tensorShape": shape,
        "tensorPath": config.tensor_path,
    }
    if config.sprite is not None:
        sides = [config.sprite.width, config.sprite.height]
        info["sprite"] = {"imagePath": config.sprite.path, "singleImageDim": sides}
    return {name: value for name, value in info.items() if value}
