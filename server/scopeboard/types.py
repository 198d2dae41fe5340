"""Identifiers and small values that every layer shares."""

from dataclasses import dataclass
from hashlib import blake2b
from os import fsencode
from typing import Final, Literal, NamedTuple, NewType

RunId = NewType("RunId", str)
"""An opaque name of a run, stable across restarts and safe in a URL."""

Kind = Literal[
    "scalars",
    "histograms",
    "images",
    "audio",
    "text",
    "hparams",
    "curves",
    "meshes",
    "layouts",
    "tensors",
    "graphs",
    "run_metadata",
]
"""The kind of a tag's values; `tensors` are values of unknown plugins."""

HparamValue = float | bool | str
"""The value of a hyper-parameter; integers are floats."""

Hparams = tuple[tuple[str, HparamValue], ...]
"""Hyper-parameters by name."""

RunState = Literal["running", "inactive", "done", "failed"]


def run_id_of(name: str) -> RunId:
    """Return a run's id: a digest of the bytes of its name, so that any name is safe in a URL."""
    return RunId(blake2b(fsencode(name), digest_size=8).hexdigest())


class TagKey(NamedTuple):
    """A tag within a run. A tag that changes its kind is two series with one name."""

    kind: Kind
    tag: str


@dataclass(frozen=True, slots=True)
class LogWarning:
    """A part of a file that could not be read; `message` is a sentence.

    `file` is relative to the log directory; `offset` is in bytes from its start. `read` is how many
    bytes of its `size` the reader has passed, skipped ones included.
    """

    file: str
    offset: int
    kind: str
    message: str
    read: int
    size: int


NO_TOKEN: Final = "none"  # noqa: S105 - the word for no token at all
"""In place of a token: the server requires none."""

TENSORBOARD_SAMPLES: Final = "tensorboard"
"""Stands for TensorBoard's own numbers of steps, in `--samples_per_plugin` and in queries."""
