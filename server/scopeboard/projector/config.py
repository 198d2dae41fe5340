"""`projector_config.pbtxt`: which embeddings there are, and in which files."""

from dataclasses import dataclass
from typing import Final

from scopeboard.projector.text_config import TextMessage, read_text_message

CONFIG_NAME: Final = "projector_config.pbtxt"
MAX_CONFIG_BYTES: Final = 1 << 20
MAX_EMBEDDINGS: Final = 200
MAX_NAME_CHARACTERS: Final = 500


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture of many, row by row; `width` and `height` of each in pixels."""

    path: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class EmbeddingConfig:
    """An embedding as it was announced; paths are as written, empty where there are none.

    `shape` is that of the tensor, empty if it was not said. An embedding without a `tensor_path`
    stands in a checkpoint, which is not read.
    """

    name: str
    tensor_path: str
    metadata_path: str
    bookmarks_path: str
    shape: tuple[int, ...]
    sprite: Sprite | None


def read_config(text: str) -> list[EmbeddingConfig]:
    """Return the embeddings of a configuration.

    Raises:
        DamagedDataError: it is none.
    """
    message = read_text_message(text)
    return [_embedding(one) for one in message.messages.get("embeddings", [])[:MAX_EMBEDDINGS]]


def _embedding(message: TextMessage) -> EmbeddingConfig:
    return EmbeddingConfig(
        message.text("tensor_name")[:MAX_NAME_CHARACTERS],
        message.text("tensor_path"),
        message.text("metadata_path"),
        message.text("bookmarks_path"),
        tuple(_whole_numbers(message, "tensor_shape")),
        _sprite(message),
    )


def _sprite(message: TextMessage) -> Sprite | None:
    for sprite in message.messages.get("sprite", []):
        sides = _whole_numbers(sprite, "single_image_dim")
        if (
            sprite.text("image_path")
            and len(sides) == 2
            and all(0 < side < 10_000 for side in sides)
        ):
            return Sprite(sprite.text("image_path"), *sides)
    return None


def _whole_numbers(message: TextMessage, name: str) -> list[int]:
    texts = message.texts.get(name, [])
    return [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 19]
