"""`/api/files`: the files that the dashboard reads, for a dashboard on another machine."""

from collections.abc import Mapping
from email.utils import formatdate
from functools import partial

import msgspec
from fastapi import APIRouter, Request, Response

from scopeboard.api.http.conditional import answer_unless_held
from scopeboard.api.http.ranged import file_reader, ranged_answer
from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.api.http.series_body import digest_of
from scopeboard.api.log.log_files import LogFiles
from scopeboard.files.status import FileStatus, inode_of
from scopeboard.store.store import Store


class FilesAnswer(Answer):
    """The files by path in the log directory, each column with one element for each.

    `size` is in bytes, `modified` in seconds since the epoch. `tag` is the entity tag that the file
    is sent with.
    """

    path: list[str]
    size: list[int]
    modified: list[int]
    tag: list[str]


def files_router(store: Store) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter()
    files = LogFiles(store)

    @router.get("/api/files", response_model=FilesAnswer)
    def get_files(request: Request) -> Response:
        """List every file of the log directory that is read, with what tells a change of it."""
        listed = files.list()
        tags = [_tag(path, status) for path, status in listed.items()]
        body = partial(_body, listed, tags)
        return answer_unless_held(request, digest_of(tags, []), "application/json", body)

    @router.get(
        "/api/files/{path:path}", response_class=Response, responses=error_responses(404, 422)
    )
    def get_file(request: Request, path: str) -> Response:
        """Return a file as it is, or the range of its bytes that the client requests."""
        with files.open(path) as file:
            status = file.status
        answer = ranged_answer(
            request,
            status.st_size,
            file_reader(partial(files.open, path)),
            _tag(path, status),
            "application/octet-stream",
        )
        answer.headers["Last-Modified"] = formatdate(int(status.st_mtime), usegmt=True)
        return answer

    return router


def _tag(path: str, status: FileStatus) -> str:
    return digest_of((path, inode_of(status), status.st_size, status.st_mtime_ns), [])


def _body(files: Mapping[str, FileStatus], tags: list[str]) -> bytes:
    statuses = files.values()
    return msgspec.json.encode(
        {
            "path": list(files),
            "size": [status.st_size for status in statuses],
            "modified": [int(status.st_mtime) for status in statuses],
            "tag": tags,
        }
    )
