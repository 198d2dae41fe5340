"""`/api/videos`: the videos that lie beside the event files, by tag and step."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.http.conditional import JsonStep, json_step
from scopeboard.api.http.ranged import file_reader, ranged_answer
from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.api.http.series_body import digest_of
from scopeboard.files.inside import open_inside
from scopeboard.files.status import inode_of
from scopeboard.media.video_files import VideoFile, find_video_files, get_video_file
from scopeboard.store.store import Store
from scopeboard.system.file_names import display_name


class VideoAnswer(Answer):
    """A video file: its path in the log directory, and what its name says.

    `run` is the id of the run that it lies in, null for a file in no run; `step` is null for a name
    without a number.
    """

    path: str
    run: str | None
    tag: str
    step: JsonStep | None

    @classmethod
    def of(cls, file: VideoFile) -> "VideoAnswer":
        """Return the answer for a file."""
        step = None if file.step is None else json_step(file.step)
        return cls(path=file.path, run=file.run, tag=display_name(file.tag), step=step)


class VideosAnswer(Answer):
    """The first 10,000 videos of a log directory, by tag, step and path."""

    videos: list[VideoAnswer]


def videos_router(store: Store) -> APIRouter:
    """Return the routes of videos."""
    router = APIRouter()

    @router.get("/api/videos", response_model=VideosAnswer)
    def get_videos() -> VideosAnswer:
        """List the videos in the log directory; none of them is opened."""
        # A request cannot name a file whose name is not UTF-8.
        files = [file for file in find_video_files(store) if display_name(file.path) == file.path]
        return VideosAnswer(videos=[VideoAnswer.of(file) for file in files])

    @router.get("/api/videos/file", response_class=Response, responses=error_responses(404, 422))
    def get_video(request: Request, path: Annotated[str, Query()]) -> Response:
        """Return a video as stored, or the range of its bytes that the client requests."""
        found = get_video_file(store, path)
        open_file = partial(open_inside, found.root, found.root, found.path)
        with open_file() as file:
            status = file.status
        etag = digest_of((path, inode_of(status), status.st_size, status.st_mtime_ns), [])
        read = file_reader(open_file)
        return ranged_answer(request, status.st_size, read, etag, found.media_type)

    return router
