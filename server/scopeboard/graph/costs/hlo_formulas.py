"""FLOPs of XLA's instructions: one formula for each kind, from shapes and settings.

`formulas` has the definition of a FLOP. Names with underscores are those of StableHLO.
"""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Final

from scopeboard.graph.costs.formulas import (
    AtLeast,
    Formula,
    elementwise,
    free,
    known,
    size_of,
    times,
)
from scopeboard.graph.model.op_view import OpView

_CONTRACTED: Final = "lhs_contracting_dims"
_LABELS: Final = "dim_labels"
_WINDOW: Final = "window"


def product(op: OpView) -> int | None:
    """2·|output|·k: k is the size of the dimensions that are contracted."""
    left = op.input(0)
    if left is None or _CONTRACTED not in op.attributes:
        return None
    dims = list(op.attributes[_CONTRACTED].list.i)
    if any(not 0 <= dim < len(left) for dim in dims):
        return None
    return times(2 * prod(known(left[dim]) for dim in dims), op.output)


def convolution(op: OpView) -> int | None:
    """2·|output|·(channels in a group)·(window), of which the kernel's shape has both.

    Of one that dilates its input, which is a transposed one, 2·|input|·(output channels)·(window).
    """
    kernel = op.input(1)
    if kernel is None or _LABELS not in op.attributes:
        return None
    labels = op.attributes[_LABELS].s.partition(b"_")[2].partition(b"->")[0]
    window = op.attributes[_WINDOW].s if _WINDOW in op.attributes else b""
    is_transposed = b"lhs_dilate" in window
    channels = labels.find(b"i" if is_transposed else b"o")
    if not 0 <= channels < len(kernel):
        return None
    rest = prod(known(size) for dim, size in enumerate(kernel) if dim != channels)
    counted = times(2 * rest, op.input(0) if is_transposed else op.output)
    is_open = is_transposed and "feature_group_count" in op.attributes
    return AtLeast(0) if counted is None or is_open else counted


def reduction(op: OpView) -> int | None:
    """The elements of all inputs that are reduced, which are the first half of the inputs."""
    count = max(len(op.inputs) // 2, 1)
    return sum(size_of(shape) or 0 for shape in op.inputs[:count])


def window_reduction(op: OpView) -> int | None:
    """|output|·(window)."""
    sizes = _window_sizes(op)
    return None if sizes is None else times(prod(sizes), op.output)


def scatter(op: OpView) -> int | None:
    """The elements of the updates."""
    shape = op.inputs[-1] if op.inputs else None
    return None if shape is None else size_of(shape)


def _window_sizes(op: OpView) -> list[int] | None:
    text = op.attributes[_WINDOW].s.decode() if _WINDOW in op.attributes else ""
    if not text.startswith("size="):
        return None
    parts = text.removeprefix("size=").split(" ")[0].split("x")
    return [int(part) for part in parts if part.isdecimal()]


_OP_TYPES: Final[Sequence[tuple[Formula, str]]] = (
    (free, (
        "Input Output Weight _Arg _Retval constant bitcast bitcast-convert bitcast_convert "
        "broadcast broadcast_in_dim dynamic_broadcast_in_dim concatenate convert copy copy-start "
        "copy-done dynamic-slice dynamic_slice dynamic-update-slice dynamic_update_slice gather "
        "dynamic_gather iota dynamic_iota opt-barrier optimization_barrier pad dynamic_pad reshape "
        "dynamic_reshape reverse slice real_dynamic_slice transpose after-all after_all "
        "create_token domain partition-id partition_id replica-id replica_id all-gather all_gather "
        "all-to-all all_to_all collective-permute collective_permute collective-broadcast send "
        "send-done recv recv-done infeed outfeed rng rng-bit-generator rng_bit_generator "
        "get-dimension-size get_dimension_size set-dimension-size set_dimension_size sort real "
        "imag complex add-dependency async-done async-update rng-get-and-update-state "
        "all-gather-start all-gather-done all-reduce-done collective-permute-start "
        "collective-permute-done composite custom_call_sharding"
    )),
    (elementwise, (
        "abs add and atan2 cbrt ceil clamp clz count-leading-zeros compare cosine cosh divide erf "
        "exponential exponential-minus-one exponential_minus_one floor is-finite is_finite log "
        "log-plus-one log_plus_one logistic maximum minimum multiply negate not or popcnt power "
        "remainder round-nearest-afz round-nearest-even round_nearest_afz round_nearest_even rsqrt "
        "select shift-left shift-right-arithmetic shift-right-logical shift_left "
        "shift_right_arithmetic shift_right_logical sign sine sqrt subtract tan tanh xor "
        "reduce-precision reduce_precision chlo.erf chlo.erf_inv chlo.square chlo.sinh chlo.cosh "
        "chlo.tan chlo.lgamma chlo.digamma chlo.asin chlo.acos chlo.atan chlo.asinh chlo.acosh "
        "chlo.atanh stochastic-convert"
    )),
    (product, "dot dot_general"),
    (convolution, "convolution"),
    (reduction, "reduce all-reduce all_reduce all-reduce-start reduce-scatter reduce_scatter"),
    (window_reduction, "reduce-window reduce_window"),
    (scatter, "scatter select-and-scatter select_and_scatter"),
)  # fmt: skip
HLO_FORMULAS: Final[Mapping[str, Formula]] = {
    name: formula for formula, names in _OP_TYPES for name in names.split()
}
