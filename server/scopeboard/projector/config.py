"""`projector_config.pbtxt`: the embeddings of a run, and their files."""

import re
from dataclasses import dataclass
from typing import Final

from google.protobuf import text_format

from scopeboard.errors import DamagedDataError
from scopeboard.wire.projector_config_pb2 import EmbeddingInfo, ProjectorConfig

CONFIG_NAME: Final = "projector_config.pbtxt"
MAX_CONFIG_BYTES: Final = 1 << 20
MAX_EMBEDDINGS: Final = 200
MAX_NAME_CHARACTERS: Final = 500
_MAX_REASON: Final = 200
_LONG_LINE: Final = 1000
"""Characters; the library copies the line for each token that it skips."""
_TOKEN: Final = re.compile(
    r"""\s+|\#.*|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[^\s\#"'{}<>\[\]:;,]+|."""
)
"""A blank, a comment, a string, a word or a sign; a line consists of these."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """An image that contains the images of all vectors, row by row; their size is in pixels."""

    path: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class EmbeddingConfig:
    """An embedding as configured; paths are as written, empty if missing.

    `shape` is the shape of the tensor, empty if missing. An embedding without a `tensor_path` is in
    a checkpoint.
    """

    name: str
    tensor_path: str
    metadata_path: str
    bookmarks_path: str
    shape: tuple[int, ...]
    sprite: Sprite | None

    @classmethod
    def of(cls, info: EmbeddingInfo) -> "EmbeddingConfig":
        """Return the configuration in a message; an invalid sprite is ignored."""
        sides = info.sprite.single_image_dim
        is_valid = len(sides) == 2 and all(0 < side < 10_000 for side in sides)
        has_sprite = info.sprite.image_path and is_valid
        return cls(
            _text(info.tensor_name)[:MAX_NAME_CHARACTERS],
            _text(info.tensor_path),
            _text(info.metadata_path),
            _text(info.bookmarks_path),
            tuple(size for size in info.tensor_shape if size >= 0),
            Sprite(_text(info.sprite.image_path), *sides) if has_sprite else None,
        )


@dataclass(frozen=True, slots=True)
class ProjectorConfiguration:
    """The embeddings of a run, and the prefix of the checkpoint with them, empty if missing."""

    embeddings: list[EmbeddingConfig]
    checkpoint: str


def read_config(text: str) -> ProjectorConfiguration:
    """Return a configuration; unknown fields are ignored.

    Raises:
        DamagedDataError: the text is not in protobuf's text format, or a value has another type.
            Writers replace the whole file, so a part of it is not used.
    """
    config = ProjectorConfig()
    lines = [
        (number, piece)
        for number, line in enumerate(text.split("\n"), 1)
        for piece in ([line] if len(line) < _LONG_LINE else _TOKEN.findall(line))
    ]
    try:
        # The last value of a repeated scalar field counts.
        text_format.MergeLines((piece for _, piece in lines), config, allow_unknown_field=True)
    except text_format.ParseError as error:
        row = error.GetLine()
        position = f"Line {lines[row - 1][0]}: " if row else ""
        # The library's form is "line:column : 'the whole line': reason."
        reason = str(error).rpartition(" : ")[2].rpartition("': ")[2].strip().rstrip(".")
        if len(reason) > _MAX_REASON:  # the reason contains the token
            reason = f"{reason[:_MAX_REASON]}…"
        raise DamagedDataError(f"{position}{reason}.") from error
    except (RecursionError, ValueError) as error:  # ValueError: an invalid escape
        raise DamagedDataError("It is nested too deep, or not UTF-8.") from error
    embeddings = [EmbeddingConfig.of(info) for info in config.embeddings[:MAX_EMBEDDINGS]]
    return ProjectorConfiguration(embeddings, _text(config.model_checkpoint_path))


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")
