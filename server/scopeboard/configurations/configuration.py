"""The configuration of a run: hyper-parameters from files beside its events and from its texts."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scopeboard.types import Hparams, HparamValue, LogWarning

CONFIGURATION_FILES: Final = ("params.json", "hparams.yaml", "config.yaml", "config.json")
"""Names of files; of a hyper-parameter in several of them, the first has the value.

Ray Tune writes the first, Lightning the second.
"""

CONFIGURATION_TEXTS: Final = (
    "args",
    "args/text_summary",
    "model_config",
    "model_config/text_summary",
)
"""Tags of texts, as Hugging Face's Trainer logs them, with the suffix that PyTorch appends."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The hyper-parameters of a run by name, and warnings about files that could not be read."""

    values: Hparams = ()
    warnings: tuple[LogWarning, ...] = ()


def merge(parts: Iterable[Configuration]) -> Configuration:
    """Return one configuration; of a name in several parts, the first part has the value."""
    values: dict[str, HparamValue] = {}
    warnings: list[LogWarning] = []
    for part in parts:
        for name, value in part.values:
            values.setdefault(name, value)
        warnings += part.warnings
    return Configuration(tuple(sorted(values.items())), tuple(warnings))
