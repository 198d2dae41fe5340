"""The shape rule of each op type of ONNX. The outputs of other ops have unknown shapes."""

from collections.abc import Mapping, Sequence
from operator import add, mul, sub
from typing import Final

from scopeboard.graph.shapes.facts import Rule
from scopeboard.graph.shapes.onnx import elementwise, layout, products, values

_MICROSOFT: Final = "com.microsoft."
_OP_TYPES: Final[Sequence[tuple[Rule, str]]] = (
    (elementwise.pass_through, "Identity Output _Retval"),
    (elementwise.same_as_first, ("Abs Acos Acosh Asin Asinh Atan Atanh Ceil Celu Clip Cos Cosh "
     "CumSum Elu Erf Exp Floor Gelu HardSigmoid HardSwish Hardmax LRN LeakyRelu Log LogSoftmax "
     "LpNormalization MeanVarianceNormalization Mish Neg PRelu Reciprocal Relu Round Selu Shrink "
     "Sigmoid Sign Sin Sinh Softmax Softplus Softsign Sqrt Swish Tan Tanh ThresholdedRelu Trilu "
     "InstanceNormalization GroupNormalization ReverseSequence ScatterElements "
     "ScatterND Scatter BitwiseNot StringNormalizer RotaryEmbedding TensorScatter ImageScaler "
     "ParametricSoftplus CumProd")),
    (elementwise.cast, "Cast CastLike"),
    (elementwise.predicate, "Not IsNaN IsInf"),
    (elementwise.comparison, ("Equal Greater GreaterOrEqual Less LessOrEqual And Or Xor")),
    (elementwise.broadcast_all, ("Pow BitShift BitwiseAnd BitwiseOr BitwiseXor Sum Mean")),
    (elementwise.computed(add), "Add"),
    (elementwise.computed(sub), "Sub"),
    (elementwise.computed(mul), "Mul"),
    (elementwise.computed(elementwise.divide), "Div"),
    (elementwise.computed(elementwise.modulo), "Mod"),
    (elementwise.computed(max), "Max"),
    (elementwise.computed(min), "Min"),
    (elementwise.where, "Where"),
    (elementwise.reduction, ("ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd ReduceL1 "
     "ReduceL2 ReduceLogSum ReduceLogSumExp ReduceSumSquare")),
    (elementwise.arg_reduction, "ArgMax ArgMin"),
    (elementwise.dropout, "Dropout"),
    (elementwise.batch_norm, "BatchNormalization"),
    (elementwise.layer_norm, "LayerNormalization SimplifiedLayerNormalization RMSNormalization"),
    (elementwise.quantize, "QuantizeLinear"),
    (elementwise.dequantize, "DequantizeLinear"),
    (elementwise.dynamic_quantize, "DynamicQuantizeLinear"),
    (elementwise.like, "RandomNormalLike RandomUniformLike Bernoulli"),
    (elementwise.top_k, "TopK"),
    (elementwise.non_zero, "NonZero"),
    (elementwise.unique, "Unique"),
    (layout.reshape, "Reshape"),
    (layout.flatten, "Flatten"),
    (layout.squeeze, "Squeeze"),
    (layout.unsqueeze, "Unsqueeze"),
    (layout.transpose, "Transpose"),
    (layout.concat, "Concat"),
    (layout.split, "Split"),
    (layout.slice_axes, "Slice"),
    (layout.gather, "Gather"),
    (layout.gather_elements, "GatherElements"),
    (layout.gather_nd, "GatherND"),
    (layout.expand, "Expand"),
    (layout.tile, "Tile"),
    (layout.pad, "Pad"),
    (layout.blocks, "DepthToSpace SpaceToDepth"),
    (layout.resize, "Resize Upsample"),
    (layout.one_hot, "OneHot"),
    (layout.eye_like, "EyeLike"),
    (layout.non_max_suppression, "NonMaxSuppression"),
    (layout.compress, "Compress"),
    (products.matmul, "MatMul MatMulInteger QLinearMatMul"),
    (products.gemm, "Gemm"),
    (products.einsum, "Einsum"),
    (products.convolution, "Conv ConvInteger QLinearConv"),
    (products.transposed_convolution, "ConvTranspose"),
    (products.pooling, "MaxPool AveragePool LpPool"),
    (products.global_pooling, "GlobalAveragePool GlobalMaxPool GlobalLpPool"),
    (products.recurrence, "RNN GRU LSTM"),
    (products.attention, "Attention"),
    (products.affine_grid, "AffineGrid"),
    (products.grid_sample, "GridSample"),
    (values.constant, "Constant Initializer"),
    (values.shape_of, "Shape"),
    (values.size, "Size"),
    (values.constant_of_shape, "ConstantOfShape"),
    (values.number_range, "Range"),
    (values.random, "RandomNormal RandomUniform"),
)  # fmt: skip
_OF_MICROSOFT: Final[Sequence[tuple[Rule, str]]] = (
    (elementwise.same_as_first, ("FastGelu Gelu BiasGelu QuickGelu BiasSoftmax GroupNorm "
     "MultiHeadAttention GroupQueryAttention RotaryEmbedding Inverse")),
    (elementwise.skip_layer_norm, "SkipLayerNormalization SkipSimplifiedLayerNormalization"),
    (elementwise.quantize, "QuantizeLinear"),
    (elementwise.dequantize, "DequantizeLinear"),
    (products.fused_matmul, "FusedMatMul TransposeMatMul"),
    (products.gemm, "FusedGemm"),
    (products.convolution, "FusedConv"),
    (products.fused_attention, "Attention"),
    (products.embed_layer_norm, "EmbedLayerNormalization"),
)  # fmt: skip
ONNX_RULES: Final[Mapping[str, Rule]] = {
    **{name: rule for rule, names in _OP_TYPES for name in names.split()},
    **{_MICROSOFT + name: rule for rule, names in _OF_MICROSOFT for name in names.split()},
}
