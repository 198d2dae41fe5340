"""Decode summary values; the only module that knows the forms of TensorFlow 1 and 2.

TensorFlow 1 writes a typed field per value (`simple_value`, `histo`, `image`, `audio`).
TensorFlow 2 writes a tensor, and plugin metadata with the first value of each tag only, so that
every later value depends on the metadata of the first. `evidence_of` and `resolve_metadata`
return the kind of a tag, `read_…` decode a value. Both forms of the same data give the same result.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from google.protobuf.message import DecodeError
from numpy.typing import NDArray

from scopeboard.errors import DamagedDataError
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.events.values.tensor import (
    dtype_name,
    element_count,
    is_numeric_scalar,
    plain_number,
    read_tensor,
)
from scopeboard.types import Kind
from scopeboard.wire.plugins_pb2 import AudioPluginData
from scopeboard.wire.summary_pb2 import (
    DATA_CLASS_SCALAR,
    Summary,
    SummaryMetadata,
)
from scopeboard.wire.types_pb2 import DT_STRING

MAX_NAME_CHARACTERS: Final = 1024
MAX_DESCRIPTION_CHARACTERS: Final = 16_384
_MAX_CACHED_BYTES: Final = 1024  # of encoded metadata; runs repeat most of it

_KIND_OF_PLUGIN: Final[dict[str, Kind]] = {
    "scalars": "scalars",
    "histograms": "histograms",
    "images": "images",
    "audio": "audio",
    "text": "text",
    "hparams": "hparams",
    "pr_curves": "curves",
    "mesh": "meshes",
    "custom_scalars": "layouts",
    "graph_run_metadata": "graphs",
    "graph_run_metadata_graph": "graphs",
    "graph_keras_model": "graphs",
    "graph_tagged_run_metadata": "run_metadata",
}
_EVIDENCE_OF_FIELD: Final = {
    "simple_value": ("scalars", TagMetadata("scalars", "scalars")),
    "histo": ("histograms", TagMetadata("histograms", "histograms")),
    "image": ("images", TagMetadata("images", "images")),
    "audio": ("audio", TagMetadata("audio", "audio")),
}
"""The plugin that alone uses a field, and the metadata of a tag with such values."""
_GUESS_OF_TENSOR: Final = {
    True: TagMetadata("scalars", "scalars", guessed=True),  # a real number of rank 0
    False: TagMetadata("tensors", "", guessed=True),
}
_NO_PLUGIN: Final = (None, _GUESS_OF_TENSOR[False])


@dataclass(frozen=True, slots=True)
class Histogram:
    """Buckets in ascending order: edges and counts, float64 [k] each.

    `left_out` is the number of omitted buckets, whose edges or count include a NaN. TensorFlow
    writes NaN for all edges if one value is not finite.
    """

    left: NDArray[np.float64]
    right: NDArray[np.float64]
    count: NDArray[np.float64]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Images:
    """The encoded samples of one step; `width` and `height` in pixels as declared."""

    width: int
    height: int
    samples: list[bytes]


@dataclass(frozen=True, slots=True)
class Clip:
    """One encoded sound and its logged label; `content_type` as declared."""

    encoded: bytes
    content_type: str
    label: str


class TagEvidence(NamedTuple):
    """The evidence that one value has of the kind of its tag.

    `logged` is its metadata, if any; `plugin` the plugin of its field, if the field is used by one
    only; `guess` the metadata to assume when nothing else is known.
    """

    logged: TagMetadata | None
    plugin: str | None
    guess: TagMetadata


def evidence_of(value: Summary.Value) -> TagEvidence:
    """Return the evidence that `value` has of its tag."""
    logged = None
    if value.HasField("metadata"):
        encoded = value.metadata.SerializeToString()
        is_short = len(encoded) <= _MAX_CACHED_BYTES
        logged = (_cached_metadata if is_short else _logged_metadata)(encoded)
    field = value.WhichOneof("value")
    if field == "tensor":
        return TagEvidence(logged, None, _GUESS_OF_TENSOR[is_numeric_scalar(value.tensor)])
    plugin, guess = _EVIDENCE_OF_FIELD.get(field or "", _NO_PLUGIN)
    return TagEvidence(logged, plugin, guess)


def resolve_metadata(evidence: TagEvidence, known: TagMetadata | None) -> TagMetadata:
    """Return the logged metadata, else `known` if it fits the evidence, else the guess."""
    if evidence.logged is not None:
        return evidence.logged
    if known is not None and (evidence.plugin is None or evidence.plugin == known.plugin):
        return known
    return evidence.guess


def _logged_metadata(encoded: bytes) -> TagMetadata | None:
    metadata = SummaryMetadata.FromString(encoded)
    plugin = metadata.plugin_data.plugin_name[:MAX_NAME_CHARACTERS]
    is_scalar = metadata.data_class == DATA_CLASS_SCALAR
    if not plugin and not is_scalar:
        return None
    return TagMetadata(
        kind="scalars" if is_scalar else _KIND_OF_PLUGIN.get(plugin, "tensors"),
        plugin=plugin,
        display_name=metadata.display_name[:MAX_NAME_CHARACTERS],
        description=metadata.summary_description[:MAX_DESCRIPTION_CHARACTERS],
        content=metadata.plugin_data.content,
    )


_cached_metadata = lru_cache(maxsize=1024)(_logged_metadata)


def read_scalar(value: Summary.Value) -> float:
    """Return a scalar of either form, integers rounded to the nearest double.

    Raises:
        DamagedDataError: the value is not a single real number.
    """
    return float(read_number(value))


def read_number(value: Summary.Value) -> float | int:
    """Return a scalar of either form, integers unchanged.

    Raises:
        DamagedDataError: the value is not a single real number.
    """
    if value.WhichOneof("value") == "simple_value":
        return value.simple_value
    plain = plain_number(value.tensor)
    if plain is not None:
        return plain
    if element_count(value.tensor) != 1:  # before a single value is expanded to millions
        raise DamagedDataError(f"a scalar of {element_count(value.tensor)} elements")
    array = _tensor(value, "a scalar")
    if array.dtype.kind not in "fiub":
        raise DamagedDataError(f"a scalar holds {array.dtype}")
    number: float | int = array.item()
    return number


def read_histogram(value: Summary.Value) -> Histogram:
    """Return a histogram of either form, its buckets sorted by their left edge.

    Buckets with a NaN are omitted. The older form has only right edges. As in TensorBoard's
    data_compat, its empty buckets at both ends are omitted, and the outer edges are the smallest
    and the largest value.

    Raises:
        DamagedDataError: the value has another shape than buckets.
    """
    if value.WhichOneof("value") == "histo":
        limits, counts = np.array(value.histo.bucket_limit), np.array(value.histo.bucket)
        if len(limits) != len(counts):
            raise DamagedDataError(f"a histogram with {len(limits)} edges and {len(counts)} counts")
        filled, table = np.flatnonzero(counts), np.empty((0, 3))
        if len(filled):
            first, last = filled[0], filled[-1]
            edges = limits[first:last]
            left, right = np.append(value.histo.min, edges), np.append(edges, value.histo.max)
            table = np.stack([left, right, counts[first : last + 1]], axis=1)
    else:
        table = _tensor(value, "a histogram")
        if table.dtype.kind not in "fiub":
            raise DamagedDataError(f"a histogram of {table.dtype}")
        table = table.astype(np.float64)
    if table.ndim != 2 or table.shape[1] != 3:
        raise DamagedDataError(f"a histogram of shape {table.shape} instead of [k, 3]")
    is_nan = np.isnan(table)
    buckets = table[~is_nan.any(axis=1)] if is_nan.any() else table
    if (buckets[1:, 0] < buckets[:-1, 0]).any():  # rarely
        buckets = buckets[np.argsort(buckets[:, 0], kind="stable")]
    left, right, count = np.ascontiguousarray(buckets.T)
    return Histogram(left, right, count, left_out=len(table) - len(buckets))


def read_images(value: Summary.Value) -> Images:
    """Return the images of one step, still encoded.

    Raises:
        DamagedDataError: the value has no images.
    """
    if value.WhichOneof("value") == "image":
        image = value.image
        return Images(image.width, image.height, [image.encoded_image_string])
    strings = _strings(value, "images")
    if strings.ndim != 1 or len(strings) < 2:
        raise DamagedDataError(f"images of shape {strings.shape} instead of [width, height, …]")
    try:
        width, height = int(strings[0]), int(strings[1])
    except ValueError as error:
        raise DamagedDataError("images whose width or height is not a number") from error
    return Images(width, height, list(strings[2:]))


def read_audio(value: Summary.Value, metadata: TagMetadata) -> list[Clip]:
    """Return the sounds of one step, still encoded; labels are empty in the older form.

    Raises:
        DamagedDataError: the value has no sounds.
    """
    if value.WhichOneof("value") == "audio":
        audio = value.audio
        return [Clip(audio.encoded_audio_string, audio.content_type or "audio/wav", "")]
    strings = _strings(value, "audio")
    if strings.ndim == 1:
        strings = strings[:, np.newaxis]
    if strings.ndim != 2:
        raise DamagedDataError(f"audio of shape {strings.shape} instead of [k, 2]")
    try:
        is_wav = AudioPluginData.FromString(metadata.content).encoding == AudioPluginData.WAV
    except DecodeError:
        is_wav = False
    content_type = "audio/wav" if is_wav else "application/octet-stream"
    labels = [row[1].decode("utf-8", "replace") if len(row) > 1 else "" for row in strings]
    return [Clip(row[0], content_type, label) for row, label in zip(strings, labels, strict=True)]


def read_text(value: Summary.Value) -> NDArray[Any]:
    """Return strings (object array of str) in the tensor's shape; bad UTF-8 is replaced.

    Raises:
        DamagedDataError: the value has no strings.
    """
    strings = _strings(value, "text")
    texts = np.empty(strings.size, object)
    texts[:] = [item.decode("utf-8", "replace") for item in strings.flat]
    return texts.reshape(strings.shape)


def _strings(value: Summary.Value, what: str) -> NDArray[Any]:
    if value.tensor.dtype != DT_STRING:
        raise DamagedDataError(f"{what} as {dtype_name(value.tensor.dtype)} instead of strings")
    return _tensor(value, what)


def _tensor(value: Summary.Value, what: str) -> NDArray[Any]:
    if value.WhichOneof("value") != "tensor":
        raise DamagedDataError(f"{what} without a value")
    return read_tensor(value.tensor)
