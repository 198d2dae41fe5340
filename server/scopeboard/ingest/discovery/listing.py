"""The entries of a directory, sorted into those that logs have."""

from dataclasses import dataclass, field
from typing import Final

from scopeboard.configurations.configuration import CONFIGURATION_FILES
from scopeboard.ingest.discovery.profiles import is_profile_name

GRAPH_SUFFIXES: Final = (
    ".pb", ".pbtxt", ".meta", ".onnx", ".safetensors", ".gguf", ".pt2", ".tflite", ".mlir",
)  # fmt: skip
VIDEO_SUFFIXES: Final = (".mp4", ".webm")


@dataclass(slots=True)
class Listing:
    """The entries of a directory: files by name, directories and links with their inodes."""

    directories: list[tuple[str, int]] = field(default_factory=list)
    links: list[tuple[str, int]] = field(default_factory=list)
    event_files: list[str] = field(default_factory=list)
    graph_files: list[str] = field(default_factory=list)
    video_files: list[str] = field(default_factory=list)
    profile_files: list[str] = field(default_factory=list)
    configurations: list[str] = field(default_factory=list)
    files: int = 0

    def add_file(self, name: str) -> None:
        """Add a file by its name."""
        self.files += 1
        if "tfevents" in name and is_event_file_name(name):
            self.event_files.append(name)
        elif is_profile_name(name):
            self.profile_files.append(name)
        elif name in CONFIGURATION_FILES:
            self.configurations.append(name)
        elif name.endswith(GRAPH_SUFFIXES):
            self.graph_files.append(name)
        elif name.endswith(VIDEO_SUFFIXES):
            self.video_files.append(name)

    def sort(self) -> None:
        """Sort all entries by name, those to be visited in reverse, as they are popped."""
        self.directories.sort(reverse=True)
        self.links.sort(reverse=True)
        self.configurations.sort(key=CONFIGURATION_FILES.index)
        self.event_files.sort()
        self.graph_files.sort()


def is_event_file_name(name: str) -> bool:
    """Return whether a file of this name is treated as an event file."""
    return "tfevents" in name and not name.endswith(".profile-empty")
