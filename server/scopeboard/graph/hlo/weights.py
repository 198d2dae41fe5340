"""Which parameters of a program are weights, by the names that the program gave them.

JAX names a parameter after its place in the arguments: `params['Dense_0']['kernel']`,
`state.params['w']`. A name that is one word alone, such as `x`, is an input.
"""

import re
from typing import Final, Literal

WeightKind = Literal["trained", "fixed", "input"]

_KEYS: Final = re.compile(r"[\w-]+")
_OPTIMIZER: Final = frozenset({"opt_state", "optimizer", "optimizer_state", "opt", "optim"})
_STATISTICS: Final = frozenset(
    {"batch_stats", "stats", "buffers", "moving_mean", "moving_variance", "running_mean",
     "running_var", "num_batches_tracked"}
)  # fmt: skip
_WEIGHTS: Final = frozenset(
    {"params", "param", "parameters", "weights", "variables", "vars", "model", "net", "self",
     "module", "theta"}
)  # fmt: skip


def weight_kind(path: str) -> WeightKind:
    """Return what a parameter of this name is."""
    keys = _KEYS.findall(path)
    if len(keys) < 2 or _OPTIMIZER.intersection(keys):
        return "input"
    if _STATISTICS.intersection(keys):
        return "fixed"
    return "trained" if _WEIGHTS.intersection(keys) else "input"


def last_key(path: str) -> str:
    """Return the last key of a name: `kernel` of `params['Dense_0']['kernel']`."""
    keys = _KEYS.findall(path)
    return keys[-1] if keys else ""
