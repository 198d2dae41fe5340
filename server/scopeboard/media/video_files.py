"""Videos in a log directory, by the names of their files.

Programs that record a training as a video write it beside the events rather than into them:

    videos/rl-video-episode-120.mp4             RecordVideo of Gymnasium
    videos/agent-step-0-to-step-500.mp4         VecVideoRecorder of Stable-Baselines3
    epoch_003.webm                              any program

The number behind a word for progress is the step, otherwise the last number of the name. What is
left of the path within its run is the tag.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scopeboard.errors import NotFoundError
from scopeboard.files.location import Location
from scopeboard.store.progress import SearchedDirectory
from scopeboard.store.store import Store
from scopeboard.types import RunId

VIDEO_TYPES: Final = {".mp4": "video/mp4", ".webm": "video/webm"}
_ROOT_RUN: Final = "."
_PROGRESS: Final = re.compile(
    r"(?:global[-_ ]?step|step|episode|epoch|iteration|iter|ep)[-_= ]?(\d{1,18})"
    r"(?:[-_ ]to[-_ ](?:step[-_ ])?\d+)?(?!\d)",
    re.IGNORECASE,
)
_LAST_NUMBER: Final = re.compile(r"(?<!\d)(\d{1,18})(?=\D*$)")
_SEPARATORS: Final = "-_=. "


@dataclass(frozen=True, slots=True)
class VideoFile:
    """A file that may have a video: its path below `root`, the resolved log directory.

    `run` is the id of the nearest run that the file lies in, None for a file in no run. `step` is
    None for a name without a number.
    """

    root: Location
    path: str
    run: RunId | None
    tag: str
    step: int | None

    @property
    def media_type(self) -> str:
        """The media type of the file, by its suffix."""
        return VIDEO_TYPES[Path(self.path).suffix]


def find_video_files(store: Store) -> list[VideoFile]:
    """Return the videos of the log directory by tag, step and path."""
    found = [file for searched in store.searched for file in _videos_of(searched, store)]
    return sorted(found, key=lambda file: (file.tag, file.step or 0, file.path))


def get_video_file(store: Store, path: str) -> VideoFile:
    """Return a video by its path.

    Raises:
        NotFoundError: the last walk of the log directory found no video there.
    """
    for file in find_video_files(store):
        if file.path == path:
            return file
    raise NotFoundError(f"The log directory has no video {path}.")


def _videos_of(searched: SearchedDirectory, store: Store) -> Iterator[VideoFile]:
    if not searched.video_files:
        return
    runs = {run.name: run.id for run in store.each_run()}
    for path in searched.video_files:
        run = _run_of(path, runs)
        within = path if run in (None, _ROOT_RUN) else path[len(run) + 1 :]
        tag, step = tag_and_step(within)
        yield VideoFile(searched.root, path, runs[run] if run else None, tag, step)


def _run_of(path: str, runs: Iterable[str]) -> str | None:
    """Return the name of the nearest run that a file lies in."""
    directory = path
    while "/" in directory:
        directory = directory.rpartition("/")[0]
        if directory in runs:
            return directory
    return _ROOT_RUN if _ROOT_RUN in runs else None


def tag_and_step(path: str) -> tuple[str, int | None]:
    """Return the tag and the step that the path of a video within its run states.

    `videos/rl-video-episode-120.mp4` is step 120 of `videos/rl-video-episode`; a path without a
    number is a tag without its suffix.
    """
    directory, slash, name = path.rpartition("/")
    stem = name.rpartition(".")[0] or name
    match = _PROGRESS.search(stem) or _LAST_NUMBER.search(stem)
    if match is None:
        return f"{directory}{slash}{stem}", None
    rest = stem[: match.start(1)].rstrip(_SEPARATORS) + stem[match.end() :].rstrip(_SEPARATORS)
    tag = f"{directory}{slash}{rest}" if rest else directory or stem
    return tag, int(match[1])
