"""The last, the least, the greatest and the best value of a tag in each run."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from scopeboard.arrays import Flags, Floats

Stat = Literal["last", "min", "max", "best"]
STATS: Final[tuple[Stat, ...]] = ("last", "min", "max", "best")

_LOSS: Final = re.compile("loss|error|perplexity|divergence|latency", re.IGNORECASE)
_LOSS_WORD: Final = re.compile(  # `power` has no word error rate
    "(?<![a-z])(err|cost|ppl|nll|bce|mse|mae|rmse|wer|cer|fid|distance|duration|time)(?![a-z])",
    re.IGNORECASE,
)


def is_lower_better(tag: str) -> bool:
    """Return whether less of a tag is better, as far as its name shows."""
    return bool(_LOSS.search(tag) or _LOSS_WORD.search(tag))


def split_metric(text: str) -> tuple[str, Stat]:
    """Return tag and statistic of `loss.min`; of `loss`, which is its last value."""
    tag, dot, last = text.rpartition(".")
    for stat in STATS:
        if dot and tag and stat == last:
            return tag, stat
    return text, "last"


@dataclass(frozen=True, slots=True)
class TagMetrics:
    """The metrics of a tag, each column [runs]; NaN in runs where `is_there` is false.

    `last` is the value as logged at the highest step; `min` and `max` are over finite values.
    """

    is_there: Flags
    last: Floats
    min: Floats
    max: Floats

    def column(self, stat: Stat, tag: str) -> Floats:
        """Return the column of a statistic; the best value is the least of a loss."""
        if stat == "best":
            return self.min if is_lower_better(tag) else self.max
        values: Floats = getattr(self, stat)
        return values
