"""The files of an embedding, which the projector reads: vectors, labels, images, configuration."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from google.protobuf import text_format
from numpy.typing import NDArray

from scopeboard.wire.projector_config_pb2 import ProjectorConfig
from scopeboard.writer.png import encode_png
from scopeboard.writer.summaries.pixels import grid

CONFIG_NAME: Final = "projector_config.pbtxt"
_BREAKS: Final = str.maketrans("\t\r\n", "   ")
_RGB: Final = 3


@dataclass(frozen=True, slots=True)
class Embedding:
    """Vectors [n, size] with what belongs to each: columns of texts, and an image.

    `header` has the names of the columns, none if there is one column alone. `images` are
    [n, 1 or 3, height, width] of 0 to 1, None without images.
    """

    name: str
    directory: str
    vectors: NDArray[Any]
    rows: Sequence[Sequence[str]] | None
    header: Sequence[str]
    images: NDArray[Any] | None


def embedding_of(
    tag: str,
    step: int,
    vectors: NDArray[Any],
    metadata: Sequence[Any] | None,
    header: Sequence[str] | None,
    images: NDArray[Any] | None,
) -> Embedding:
    """Return a checked embedding; its directory below that of the run has step and tag.

    Raises:
        ValueError: the parts have another shape, or not as many rows as the vectors.
    """
    if vectors.ndim != len("nd"):
        raise ValueError(f"vectors are [n, size], not {vectors.shape}")
    if images is not None and images.ndim != len("NCHW"):
        raise ValueError(f"images of vectors are [n, channels, height, width], not {images.shape}")
    for name, part in (("metadata", metadata), ("label_img", images)):
        if part is not None and len(part) != len(vectors):
            raise ValueError(f"{name} has {len(part)} rows for {len(vectors)} vectors")
    rows = None if metadata is None else [_cells(row, header) for row in metadata]
    if header and rows and any(len(row) != len(header) for row in rows):
        raise ValueError(f"metadata_header has {len(header)} names; a row has other columns")
    return Embedding(
        name=f"{tag}:{step:05}",
        directory=f"{step:05}/{_file_name(tag)}",
        vectors=vectors,
        rows=rows,
        header=_cells(header or (), header) if header and len(header) > 1 else (),
        images=images,
    )


def write_embedding(run: Path, embedding: Embedding) -> None:
    """Write the files, and add the embedding to the configuration of the run.

    Raises:
        OSError: a file cannot be written.
    """
    directory = run / embedding.directory
    directory.mkdir(parents=True, exist_ok=True)
    vectors = embedding.vectors.astype("U").tolist()
    _write_table(directory / "tensors.tsv", vectors)
    if embedding.rows is not None:
        head = [embedding.header] if embedding.header else []
        _write_table(directory / "metadata.tsv", [*head, *embedding.rows])
    if embedding.images is not None:
        (directory / "sprite.png").write_bytes(encode_png(_sprite(embedding.images)))
    _add_to_config(run / CONFIG_NAME, embedding)


def _add_to_config(path: Path, embedding: Embedding) -> None:
    """Add an embedding after those that are there; one of the same name is replaced."""
    config = ProjectorConfig()
    try:
        text_format.Parse(path.read_text("utf-8"), config)
    except (OSError, ValueError, text_format.ParseError):
        config.Clear()  # it is missing or damaged
    others = [info for info in config.embeddings if info.tensor_name != embedding.name.encode()]
    found = ProjectorConfig(embeddings=others)
    info = found.embeddings.add(tensor_name=embedding.name.encode())
    info.tensor_path = f"{embedding.directory}/tensors.tsv".encode()
    if embedding.rows is not None:
        info.metadata_path = f"{embedding.directory}/metadata.tsv".encode()
    if embedding.images is not None:
        info.sprite.image_path = f"{embedding.directory}/sprite.png".encode()
        height, width = embedding.images.shape[2:]
        info.sprite.single_image_dim.extend([width, height])
    path.write_text(text_format.MessageToString(found), "utf-8")


def _sprite(images: NDArray[Any]) -> NDArray[np.uint8]:
    """Return the images row by row in a square, as the projector has them."""
    columns = math.ceil(math.sqrt(len(images)))
    arranged = grid(images, columns)
    square = np.zeros((_RGB, arranged.shape[2], arranged.shape[2]))
    square[:, : arranged.shape[1]] = arranged[:, : arranged.shape[2]]
    return np.clip(square.transpose(1, 2, 0) * 255, 0, 255).astype(np.uint8)


def _cells(row: Any, header: Sequence[str] | None) -> list[str]:  # noqa: ANN401 - a label
    cells = row if header and not isinstance(row, str) else [row]
    return [str(cell).translate(_BREAKS) for cell in cells]


def _write_table(path: Path, rows: Sequence[Sequence[str]]) -> None:
    text = "".join("\t".join(row) + "\n" for row in rows)
    path.write_text(text, "utf-8", newline="\n")


def _file_name(tag: str) -> str:
    """Return a tag as the name of a directory, in PyTorch's way."""
    return tag.replace("%", "%25").replace("/", "%2f").replace("\\", "%5c")
