"""`/plugin/projector`: embeddings that runs announced, and the files that they name.

TensorBoard answers 400 to all that is not there.
"""

from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from scopeboard.compat.http.answer import json_answer, parameter
from scopeboard.compat.http.log_reader import Logs
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


def projector_routes(logs: Logs) -> list[Route]:
    """Return the routes of this plugin."""
    embeddings = Embeddings(logs.store)

    def runs(_: Request) -> Response:
        return json_answer(list(dict.fromkeys(_run_of(one) for one in _announced(embeddings))))

    def info(request: Request) -> Response:
        found = _of_run(embeddings, parameter(request, "run"))
        return json_answer({"embeddings": [_described(embeddings, one) for one in found]})

    def tensor(request: Request) -> Response:
        one, rows = _asked(embeddings, request), _rows(request)
        is_text = not one.config.tensor_path.endswith(".bytes")
        file = _open(one, one.config.tensor_path, "tensor")
        return _sent(float_rows(file, rows, one.config.shape, is_text=is_text), _BYTES)

    def metadata(request: Request) -> Response:
        one, rows = _asked(embeddings, request), _rows(request)
        return _sent(first_lines(_open(one, one.config.metadata_path, "metadata"), rows), _TEXT)

    def bookmarks(request: Request) -> Response:
        one = _asked(embeddings, request)
        return _sent(whole(_open(one, one.config.bookmarks_path, "bookmarks")), _JSON)

    def sprite_image(request: Request) -> Response:
        data = embeddings.sprite(_asked(embeddings, request))
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
    return [Route(f"/plugin/projector/{path}", _mistaken(answer)) for path, answer in paths.items()]


def has_embeddings(logs: Logs) -> bool:
    """Return whether a run announced an embedding whose vectors stand in a file that is there."""
    files = (file for searched in logs.store.searched for file in searched.graph_files)
    if not any(Path(file).name == CONFIG_NAME for file in files):
        return False
    return any(map(_is_there, _announced(Embeddings(logs.store))))


def _is_there(one: Embedding) -> bool:
    try:
        open_inside(one.root, one.directory, one.config.tensor_path).close()
    except (NotFoundError, DamagedDataError):
        return False
    return True


def _mistaken(answer: Callable[[Request], Response]) -> Callable[[Request], Response]:
    """Return an endpoint that takes all that is not there for the client's mistake."""

    def endpoint(request: Request) -> Response:
        try:
            return answer(request)
        except (NotFoundError, DamagedDataError) as error:
            raise QueryError(str(error)) from error

    return endpoint


def _announced(embeddings: Embeddings) -> Iterator[Embedding]:
    """Yield the embeddings that stand in files; those of checkpoints are not read."""
    for one in embeddings.find()[0]:
        if one.config.tensor_path:
            yield one


def _run_of(one: Embedding) -> str:
    """Return the run that an embedding belongs to; some announce it below their directory."""
    return one.run.removesuffix(_ASSETS)


def _of_run(embeddings: Embeddings, run: str) -> list[Embedding]:
    found = [one for one in _announced(embeddings) if _run_of(one) == run]
    if not found:
        raise QueryError(f'Unknown run: "{run}"')
    return found


def _asked(embeddings: Embeddings, request: Request) -> Embedding:
    run, name = parameter(request, "run"), parameter(request, "name")
    for one in _of_run(embeddings, run):
        if _plain(_name_of(one)) == _plain(name):
            return one
    raise QueryError(f'There is no tensor "{name}" in run "{run}"')


def _name_of(one: Embedding) -> str:
    return _plain(one.config.name or Path(one.config.tensor_path).name)


def _plain(name: str) -> str:
    return name.removesuffix(":0")


def _rows(request: Request) -> int | None:
    """Return how many rows are asked for, None for all.

    Raises:
        QueryError: it is no number above 0.
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


def _sent(parts: Iterator[bytes], media_type: str) -> Response:
    return StreamingResponse(parts, media_type=media_type)


def _described(embeddings: Embeddings, one: Embedding) -> dict[str, Any]:
    """Return the configuration in JSON, with the shape of the tensor."""
    config = one.config
    said: dict[str, Any] = {
        "tensorName": _name_of(one),
        "metadataPath": config.metadata_path,
        "bookmarksPath": config.bookmarks_path,
        "tensorShape": list(config.shape) or _shape(embeddings, one),
        "tensorPath": config.tensor_path,
    }
    if config.sprite is not None:
        sides = [config.sprite.width, config.sprite.height]
        said["sprite"] = {"imagePath": config.sprite.path, "singleImageDim": sides}
    return {name: value for name, value in said.items() if value}


def _shape(embeddings: Embeddings, one: Embedding) -> list[int]:
    """Return rows and dimensions of a tensor, nothing where it cannot be read."""
    try:
        vectors = embeddings.read(one).vectors
    except (NotFoundError, DamagedDataError):
        return []
    return [vectors.total, vectors.values.shape[1]]
