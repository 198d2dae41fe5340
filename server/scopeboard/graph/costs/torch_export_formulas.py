"""FLOPs of the operators in programs of torch.export: one formula for each kind.

`formulas` has the definition of a FLOP. Tensors are inputs by position, an optional one that is
left out included; settings are attributes, by the names in the operator's schema.
https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/native_functions.yaml
"""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Final

from scopeboard.graph.costs.formulas import (
    Formula,
    einsum,
    elementwise,
    free,
    known,
    reduction,
    size_of,
    softmax,
    times,
)
from scopeboard.graph.model.op_view import OpView

_ADDENDS: Final = frozenset({"aten::addmm", "aten::baddbmm", "aten::addbmm", "aten::addmv"})
_LSTM_STATES: Final = {"aten::lstm": 2}
_SEQUENCE_RANK: Final = 3


def product(op: OpView) -> int | None:
    """2·|output|·k: k is the last dimension of the first factor. |output| more for an addition."""
    has_addend = op.op_type in _ADDENDS
    left = op.input(1 if has_addend else 0)
    flops = times(2 * known(left[-1]), op.output) if left else None
    return _with_addend(op, flops, 0 if has_addend else 2)


def _with_addend(op: OpView, flops: int | None, slot: int) -> int | None:
    """Return FLOPs with |output| more where an input is added."""
    has_addend = op.input(slot) is not None
    return flops + (size_of(op.output) or 0) if has_addend and flops is not None else flops


def convolution(op: OpView) -> int | None:
    """2·|output|·(channels in a group)·(window), and |output| for the bias where there is one.

    Transposed: 2·|x|·(output channels in a group)·(window). Filters are [outputs, channels in a
    group, window…], of transposed ones [channels, outputs in a group, window…].
    """
    filters = op.input(1)
    if filters is None or len(filters) < _SEQUENCE_RANK:
        return None
    is_transposed = "conv_transpose" in op.op_type or (
        "transposed" in op.attributes and op.attributes["transposed"].b
    )
    result = op.input(0) if is_transposed else op.output
    return _with_addend(op, times(2 * prod(map(known, filters[1:])), result), 2)


def attention(op: OpView) -> int | None:
    """2·|queries|·(keys) for the scores, and 2·|output|·(keys) for the weighted sums."""
    query, key = op.input(0), op.input(1)
    if query is None or key is None or op.output is None or len(key) < 2:
        return None
    return 2 * known(key[-2]) * ((size_of(query) or 0) + (size_of(op.output) or 0))


def pooling(op: OpView) -> int | None:
    """|output|·(window); a window of one number has this size in each dimension."""
    if "kernel_size" not in op.attributes:
        return None
    window = [*op.attributes["kernel_size"].list.i]
    dimensions = next((int(each) for each in op.op_type if each.isdecimal()), 1)
    sizes = window if len(window) > 1 else window * dimensions
    return times(prod(map(known, sizes)), op.output)


def batch_norm(op: OpView) -> int | None:
    """2·|x|: times a factor, plus an offset; 6·|x| when training."""
    is_training = any(
        key in op.attributes and op.attributes[key].b for key in ("training", "train")
    )
    return times(6 if is_training else 2, op.input(0))


def layer_norm(op: OpView) -> int | None:
    """6·|x|: mean, variance (3), times a factor, plus an offset."""
    return times(6, op.input(0))


def recurrence(op: OpView) -> int | None:
    """2·(steps of all sequences)·(elements of all matrices of weights).

    Functions of single elements do not count. States come before the weights.
    """
    x, first = op.input(0), 1 + _LSTM_STATES.get(op.op_type, 1)
    if x is None or len(x) < 2:
        return None
    matrices = [shape for shape in op.inputs[first:] if shape is not None and len(shape) == 2]
    return 2 * prod(map(known, x[:-1])) * sum(prod(map(known, shape)) for shape in matrices)


_OP_TYPES: Final[Sequence[tuple[Formula, str]]] = (
    (free, ("alias arange argsort as_strided as_strided_copy baddbmm_ bernoulli broadcast_tensors "
     "broadcast_to cat chunk clone concat constant_pad_nd contiguous copy detach detach_copy "
     "diagonal dropout embedding empty empty_like expand expand_as expand_copy eye feature_dropout "
     "flatten flip full full_like gather gather_nd index index_put index_select lift_fresh "
     "lift_fresh_copy linspace masked_scatter meshgrid movedim narrow new_empty new_full new_ones "
     "new_zeros nonzero one_hot ones ones_like pad permute permute_copy pixel_shuffle "
     "pixel_unshuffle rand rand_like randint randn randn_like repeat repeat_interleave "
     "replication_pad1d replication_pad2d reflection_pad1d reflection_pad2d reshape roll "
     "scalar_tensor scatter scatter_reduce select select_copy slice slice_copy slice_scatter "
     "select_scatter sort split split_copy split_with_sizes split_with_sizes_copy squeeze "
     "squeeze_copy stack sym_constrain_range sym_constrain_range_for_size sym_numel sym_size "
     "sym_stride t take tile to transpose transpose_copy tril triu type_as unbind unflatten unfold "
     "unfold_copy unique unsqueeze unsqueeze_copy view view_as view_copy upsample_nearest1d "
     "upsample_nearest2d upsample_nearest3d zeros zeros_like _to_copy _unsafe_view _reshape_alias "
     "_assert_async _assert_scalar _assert_tensor_metadata _local_scalar_dense item native_dropout "
     "channel_shuffle resolve_conj _unsafe_index _unsafe_index_put fill zero hstack vstack "
     "swapaxes tensor_split lift alpha_dropout feature_alpha_dropout")),
    (elementwise, ("abs acos acosh add asin asinh atan atan2 atanh bitwise_and bitwise_not "
     "bitwise_or bitwise_xor ceil celu clamp clamp_max clamp_min clip copysign cos cosh cumprod "
     "cumsum div divide elu eq erf erfc exp exp2 expm1 floor floor_divide fmod ge gelu glu greater "
     "gt hardshrink hardsigmoid hardswish hardtanh heaviside isfinite isinf isnan le leaky_relu "
     "lerp less log log10 log1p log2 log_sigmoid logical_and logical_not logical_or logical_xor "
     "logsigmoid lt masked_fill maximum minimum mish mul multiply ne neg nan_to_num prelu pow "
     "reciprocal relu relu6 remainder round rrelu rsqrt rsub selu sgn sigmoid sign silu sin sinh "
     "softplus softsign sqrt square sub subtract tan tanh threshold trunc where xlogy addcmul "
     "addcdiv _prelu_kernel softshrink _log_sigmoid upsample_linear1d upsample_bilinear2d "
     "upsample_bicubic2d upsample_trilinear3d _upsample_bilinear2d_aa "
     "__and__ __or__ __xor__ diff")),
    (softmax, "softmax log_softmax _softmax _log_softmax _safe_softmax"),
    (reduction, ("adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d "
     "adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d _adaptive_avg_pool2d "
     "_adaptive_avg_pool3d all amax amin aminmax any argmax argmin count_nonzero logsumexp max "
     "mean median min norm linalg_norm linalg_vector_norm prod std std_mean sum var var_mean "
     "topk nll_loss nll_loss_nd nll_loss_forward mse_loss l1_loss smooth_l1_loss "
     "cross_entropy_loss binary_cross_entropy binary_cross_entropy_with_logits")),
    (product, "linear matmul mm bmm mv dot addmm baddbmm addbmm addmv inner _int_mm"),
    (einsum, "einsum"),
    (convolution, ("convolution _convolution conv1d conv2d conv3d conv_transpose1d "
     "conv_transpose2d conv_transpose3d")),
    (pooling, ("max_pool1d max_pool2d max_pool3d avg_pool1d avg_pool2d avg_pool3d "
     "max_pool1d_with_indices max_pool2d_with_indices max_pool3d_with_indices")),
    (batch_norm, ("batch_norm native_batch_norm cudnn_batch_norm _native_batch_norm_legit "
     "_native_batch_norm_legit_functional _native_batch_norm_legit_no_training "
     "_batch_norm_no_update _batch_norm_with_update instance_norm")),
    (layer_norm, ("layer_norm native_layer_norm group_norm native_group_norm rms_norm "
     "_fused_rms_norm")),
    (attention, ("scaled_dot_product_attention _scaled_dot_product_flash_attention "
     "_scaled_dot_product_flash_attention_for_cpu _scaled_dot_product_efficient_attention "
     "_scaled_dot_product_cudnn_attention _scaled_dot_product_attention_math")),
    (recurrence, "lstm gru rnn_tanh rnn_relu"),
)  # fmt: skip
_OURS: Final = "Input Output nn.Parameter nn.Buffer Constant _Arg _Retval"
_OF_NUMBERS: Final = (
    "add sub mul floordiv truediv mod neg pos pow eq ne lt le gt ge and_ or_ lshift rshift getitem"
)
_OF_TORCH: Final = "sym_int sym_float sym_not sym_ite sym_max sym_min sym_sqrt sym_sum"
TORCH_EXPORT_FORMULAS: Final[Mapping[str, Formula]] = {
    **dict.fromkeys(_OURS.split(), free),
    **{f"operator::{name}": free for name in _OF_NUMBERS.split()},
    **{f"torch::{name}": free for name in _OF_TORCH.split()},
    "math::trunc": free,
    **{
        f"aten::{name}{suffix}": formula
        for formula, names in _OP_TYPES
        for name in names.split()
        for suffix in ("", "_")  # `relu_` works in place
    },
}
