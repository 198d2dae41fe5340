"""The line of source that made an instruction: a frame of the module's table, or its own fields."""

from collections.abc import Sequence
from typing import Final

from scopeboard.graph.conversion.source_lines import MAX_NOTE
from scopeboard.wire import hlo_pb2 as wire

_LIBRARIES: Final = ("site-packages", "dist-packages")
_MAX_FRAMES: Final = 64


class SourceFrames:
    """The frames of one module; frames, places and names are numbered from 1."""

    def __init__(self, frames: wire.StackFrames) -> None:
        self._frames = frames
        self._known: dict[int, str] = {}

    def line_of(self, metadata: wire.Metadata) -> str:
        """Return file, line and function of the innermost call, libraries aside if possible."""
        number = metadata.stack_frame_id
        if number:
            known = self._known.get(number)
            if known is None:
                known = self._known[number] = self._find(number)
            return known
        file = metadata.source_file[:MAX_NOTE].decode("utf-8", "replace")
        return f'File "{file}", line {metadata.source_line}' if file else ""

    def _find(self, number: int) -> str:
        frames, first = self._frames.stack_frames, ""
        for _ in range(_MAX_FRAMES):
            if not 1 <= number <= len(frames):
                break
            frame = frames[number - 1]
            line = self._place(frame.file_location_id)
            if line and not any(each in line for each in _LIBRARIES):
                return line
            first = first or line
            number = frame.parent_frame_id
        return first

    def _place(self, number: int) -> str:
        places = self._frames.file_locations
        if not 1 <= number <= len(places):
            return ""
        place = places[number - 1]
        file = _text_at(self._frames.file_names, place.file_name_id)
        function = _text_at(self._frames.function_names, place.function_name_id)
        inside = f", in {function}" if function else ""
        return f'File "{file}", line {place.line}{inside}' if file else ""


def _text_at(texts: Sequence[bytes], number: int) -> str:
    is_known = 1 <= number <= len(texts)
    return texts[number - 1][:MAX_NOTE].decode("utf-8", "replace") if is_known else ""
