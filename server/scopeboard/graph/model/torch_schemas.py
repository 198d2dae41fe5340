"""Names of the parameters of PyTorch's common ops, by the op's type and number of inputs.

A traced graph has inputs by position; their names are in PyTorch's schemas. The table is made of
`torch._C._jit_get_all_schemas()` of PyTorch 2.15: ops that models use and that take settings
(numbers, flags, lists of them) beside tensors. Of overloads with equally many parameters it has the
one that tracing records. A line is `ops: parameters`; an indented line continues the one above.
"""

from functools import cache
from typing import Final

_SCHEMAS: Final = """
_convolution:
  input weight bias stride padding dilation transposed output_padding groups benchmark
  deterministic cudnn_enabled
_convolution:
  input weight bias stride padding dilation transposed output_padding groups benchmark
  deterministic cudnn_enabled allow_tf32
_embedding_bag embedding_bag:
  weight indices offsets scale_grad_by_freq mode sparse per_sample_weights
  include_last_offset padding_idx
_weight_norm: v g dim
adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d: self output_size
adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d: self output_size
add rsub sub: self other alpha
addcdiv addcmul: self tensor1 tensor2 value
addmm: self mat1 mat2 beta alpha
all amax amin any argmax argmin logsumexp max min: self dim keepdim
arange: end dtype layout device pin_memory
arange: start end dtype layout device pin_memory
arange: start end step dtype layout device pin_memory
argsort sort: self dim descending
argsort sort: self stable dim descending
avg_pool1d: self kernel_size stride padding ceil_mode count_include_pad
avg_pool2d avg_pool3d:
  self kernel_size stride padding ceil_mode count_include_pad divisor_override
baddbmm: self batch1 batch2 beta alpha
batch_norm: input weight bias running_mean running_var training momentum eps cudnn_enabled
bernoulli: self p generator
bernoulli poisson: self generator
binary_cross_entropy: self target weight reduction
binary_cross_entropy_with_logits: self target weight pos_weight reduction
broadcast_to view: self size
cat concat stack: tensors dim
celu: self alpha
chunk: self chunks dim
clamp: self min max
clamp_max: self max
clamp_min: self min
clone contiguous: self memory_format
constant_pad_nd: self pad value
conv1d conv2d conv3d: input weight bias stride padding dilation groups
conv_transpose1d conv_transpose2d conv_transpose3d:
  input weight bias stride padding output_padding groups dilation
convolution: input weight bias stride padding dilation transposed output_padding groups
cosine_similarity: x1 x2 dim eps
cross: self other dim
cross_entropy_loss: self target weight reduction ignore_index label_smoothing
ctc_loss: log_probs targets input_lengths target_lengths blank reduction zero_infinity
cummax cummin glu size squeeze unbind unsqueeze: self dim
cumprod cumsum log_softmax softmax: self dim dtype
diag tril triu: self diagonal
diag_embed diagonal: self offset dim1 dim2
div: self other rounding_mode
div eq floor_divide fmod ge gt le lt mul multiply ne: self other
not_equal remainder: self other
dropout native_dropout: input p train
einsum: equation tensors path
elu: self alpha scale input_scale
embedding: weight indices padding_idx scale_grad_by_freq sparse
embedding_bag:
  weight indices offsets scale_grad_by_freq mode sparse per_sample_weights
  include_last_offset
empty: size dtype layout device pin_memory memory_format
expand: self size implicit
fill: self value
flatten: self start_dim end_dim
flip permute tile: self dims
full: size fill_value dtype layout device pin_memory
full_like: self fill_value dtype layout device pin_memory memory_format
gather: self dim index sparse_grad
gelu: self approximate
grid_sampler grid_sampler_2d grid_sampler_3d:
  input grid interpolation_mode padding_mode align_corners
group_norm: input num_groups weight bias eps cudnn_enabled
gru lstm rnn_relu rnn_tanh:
  input hx params has_biases num_layers dropout train bidirectional batch_first
hardshrink softshrink: self lambd
hardtanh: self min_val max_val
huber_loss: self target reduction delta
im2col: self kernel_size dilation padding stride
index_add: self dim index source alpha
index_fill scatter: self dim index value
index_select select: self dim index
instance_norm:
  input weight bias running_mean running_var use_input_stats momentum eps cudnn_enabled
kl_div: self target reduction log_target
l1_loss mse_loss multilabel_margin_loss soft_margin_loss: self target reduction
layer_norm: input normalized_shape weight bias eps cudnn_enable
leaky_relu: self negative_slope
max_pool1d max_pool2d max_pool3d: self kernel_size stride padding dilation ceil_mode
mean nanmean nansum prod sum: self dim keepdim dtype
mean prod sum: self dtype
meshgrid: tensors indexing
movedim: self source destination
multinomial: self num_samples replacement generator
nan_to_num: self nan posinf neginf
narrow: self dim start length
new_empty new_ones new_zeros: self size dtype layout device pin_memory
new_full: self size fill_value dtype layout device pin_memory
nll_loss nll_loss2d nll_loss_nd: self target weight reduction ignore_index
norm: self p
norm: self p dim keepdim
norm: self p dim keepdim dtype
norm: self p dtype
one_hot: self num_classes
ones rand randn zeros: size dtype layout device pin_memory
ones_like zeros_like: self dtype layout device pin_memory memory_format
pad: self pad mode value
pad_sequence: sequences batch_first padding_value padding_side
pairwise_distance: x1 x2 p eps keepdim
pixel_shuffle: self upscale_factor
pixel_unshuffle: self downscale_factor
poisson_nll_loss: input target log_input full eps reduction
pow: self exponent
rand randn: size generator dtype layout device pin_memory
randint: high size dtype layout device pin_memory
randint: high size generator dtype layout device pin_memory
randint: low high size generator dtype layout device pin_memory
reflection_pad1d reflection_pad2d reflection_pad3d: self padding
replication_pad1d replication_pad2d replication_pad3d: self padding
repeat: self repeats
repeat_interleave: repeats output_size
repeat_interleave: self repeats dim output_size
reshape: self shape
rms_norm: input normalized_shape weight eps
roll: self shifts dims
round: self decimals
rrelu: self lower upper training generator
scaled_dot_product_attention: query key value attn_mask dropout_p is_causal scale enable_gqa
scatter: self dim index src reduce
scatter_add: self dim index src
scatter_reduce: self dim index src reduce include_self
slice: self dim start end step
smooth_l1_loss: self target reduction beta
softplus: self beta threshold
split: self split_size dim
split_with_sizes: self split_sizes dim
std std_mean var var_mean: self dim unbiased keepdim
std std_mean var var_mean: self unbiased
tensor_split: self sections dim
threshold: self threshold value
to: self device dtype non_blocking copy memory_format
to: self dtype non_blocking copy
to: self dtype non_blocking copy memory_format
to: self non_blocking copy
topk: self k dim largest sorted
transpose: self dim0 dim1
triplet_margin_loss: anchor positive negative margin p eps swap reduction
unfold: self dimension size step
unique_consecutive: self return_inverse return_counts dim
upsample_bicubic2d upsample_bilinear2d: self output_size align_corners scales_h scales_w
upsample_bicubic2d upsample_bilinear2d upsample_trilinear3d:
  input output_size align_corners scale_factors
upsample_linear1d: self output_size align_corners scales
upsample_nearest1d: self output_size scales
upsample_nearest2d: self output_size scales_h scales_w
upsample_nearest2d upsample_nearest3d: input output_size scale_factors
upsample_nearest3d: self output_size scales_d scales_h scales_w
upsample_trilinear3d: self output_size align_corners scales_d scales_h scales_w
"""


def parameter_names(op_type: str, count: int) -> tuple[str, ...]:
    """Return the names of the parameters of an op with this many inputs, `()` if unknown.

    `aten::relu_`, which writes its result over its input, has the parameters of `aten::relu`.
    """
    schemas = _schemas()
    name = op_type.removeprefix("aten::")
    return schemas.get((name, count)) or schemas.get((name.removesuffix("_"), count), ())


@cache
def _schemas() -> dict[tuple[str, int], tuple[str, ...]]:
    """Return the parameters by op and number of inputs."""
    schemas: dict[tuple[str, int], tuple[str, ...]] = {}
    for line in _SCHEMAS.replace("\n  ", " ").strip().splitlines():
        ops, _, parameters = line.partition(":")
        names = tuple(parameters.split())
        schemas |= {(op, len(names)): names for op in ops.split()}
    return schemas
