"""The shape rule of each op type. The outputs of other ops have unknown shapes."""

from collections.abc import Mapping, Sequence
from operator import add, mul, sub
from typing import Final

from scopeboard.graph.shapes import (
    concat_split,
    elementwise,
    layout,
    products,
    queues_and_blocks,
    slices,
    values,
)
from scopeboard.graph.shapes.facts import Rule

_OP_TYPES: Final[Sequence[tuple[Rule, str]]] = (
    (elementwise.pass_through, ("Identity StopGradient PreventGradient Snapshot CheckNumerics "
     "Switch RefSwitch RefIdentity Enter RefEnter Exit RefExit LoopCond CheckNumericsV2 "
     "DebugIdentity DebugIdentityV2 DebugIdentityV3 _Retval CopyHost Copy DisableCopyOnRead")),
    (elementwise.pass_each_through, "IdentityN"),
    (elementwise.merge, "Merge RefMerge"),
    (elementwise.same_as_first, ("Abs Acos Acosh Asin Asinh Atan Atanh BesselI0e BesselI1e Ceil "
     "Conj Cos Cosh Cumprod Cumsum CumulativeLogsumexp Digamma Elu Erf Erfc Erfinv Exp Expm1 Floor "
     "Inv Invert IsFinite IsInf IsNan Lgamma Log Log1p LogSoftmax LogicalNot Neg Ndtri OnesLike "
     "Reciprocal Relu Relu6 LeakyRelu Reverse ReverseV2 Rint Round Rsqrt Selu Sigmoid Sign Sin "
     "Sinh Softmax Softplus Softsign Sqrt Square Tan Tanh ZerosLike BiasAdd BiasAddV1 LRN "
     "AdjustContrastv2 AdjustHue AdjustSaturation RandomShuffle ReverseSequence MatrixBandPart "
     "FakeQuantWithMinMaxArgs FakeQuantWithMinMaxVars QuantizeAndDequantizeV2 Roll ApplyAdam "
     "ApplyGradientDescent ApplyMomentum ApplyAdagrad ApplyRMSProp ApplyFtrl AssignAdd AssignSub "
     "ScatterUpdate ScatterAdd ScatterSub ScatterMul ScatterDiv CountUpTo ComplexAbs Real Imag "
     "Angle AsString TensorScatterUpdate TensorScatterAdd InvertPermutation StringLower "
     "ClipByValue StringToNumber Betainc SparseApplyAdagrad SparseApplyMomentum ApplyAdaMax "
     "SparseApplyFtrl ApplyCenteredRMSProp ApplyAdadelta Cholesky MatrixInverse")),
    (elementwise.merge_first_two, ("ReluGrad Relu6Grad LeakyReluGrad EluGrad SeluGrad SigmoidGrad "
     "TanhGrad RsqrtGrad SqrtGrad ReciprocalGrad InvGrad SoftplusGrad SoftsignGrad")),
    (elementwise.merge_last_two, "Select"),
    (elementwise.merge_all, "AddN AccumulateNV2"),
    (elementwise.broadcast, ("BitwiseAnd BitwiseOr BitwiseXor LeftShift RightShift Complex Less "
     "LessEqual Greater GreaterEqual LogicalAnd LogicalOr MulNoNan DivNoNan RealDiv Pow "
     "SquaredDifference Xdivy Xlogy Xlog1py Atan2 Igamma Igammac Zeta Polygamma NextAfter "
     "SelectV2 StringJoin")),
    (elementwise.broadcast, "Substr"),
    (elementwise.scalars, "ReaderReadV2"),
    (elementwise.equality, "Equal NotEqual"),
    (values.arithmetic(add), "Add AddV2"),
    (values.arithmetic(sub), "Sub"),
    (values.arithmetic(mul), "Mul"),
    (values.arithmetic(max), "Maximum"),
    (values.arithmetic(min), "Minimum"),
    (values.arithmetic(values.floor_divide), "FloorDiv"),
    (values.arithmetic(values.truncate_divide), "Div TruncateDiv"),
    (values.arithmetic(values.floor_modulo), "FloorMod"),
    (elementwise.broadcast, "Mod TruncateMod"),
    (elementwise.reduction, "Sum Mean Max Min All Any EuclideanNorm"),
    (values.product, "Prod"),
    (elementwise.arg_reduction, "ArgMax ArgMin"),
    (elementwise.scalar, ("L2Loss ScalarSummary HistogramSummary ImageSummary AudioSummary "
     "AudioSummaryV2 MergeSummary TensorSummary TensorSummaryV2 ShardedFilename "
     "IsVariableInitialized VarIsInitializedOp NextIterationDone")),
    (elementwise.bias_gradient, "BiasAddGrad"),
    (elementwise.batch_norm, "FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3"),
    (elementwise.batch_norm_gradient, ("FusedBatchNormGrad FusedBatchNormGradV2 "
     "FusedBatchNormGradV3")),
    (elementwise.cross_entropy, ("SoftmaxCrossEntropyWithLogits "
     "SparseSoftmaxCrossEntropyWithLogits")),
    (elementwise.top_k, "TopK TopKV2"),
    (elementwise.where, "Where"),
    (elementwise.one_row_each, "InTopK InTopKV2"),
    (elementwise.unique, "Unique UniqueWithCounts"),
    (elementwise.cast, "Cast"),
    (products.matmul, "MatMul SparseMatMul"),
    (products.batch_matmul, "BatchMatMul BatchMatMulV2 BatchMatMulV3"),
    (products.einsum, "Einsum"),
    (products.convolution, "Conv2D Conv3D"),
    (products.depthwise_convolution, "DepthwiseConv2dNative"),
    (products.pooling, "MaxPool AvgPool MaxPool3D AvgPool3D MaxPoolWithArgmax"),
    (products.gradient_of_input, ("Conv2DBackpropInput Conv3DBackpropInputV2 "
     "DepthwiseConv2dNativeBackpropInput AvgPoolGrad AvgPool3DGrad")),
    (products.sizes_in(1), ("Conv2DBackpropFilter Conv3DBackpropFilterV2 "
     "DepthwiseConv2dNativeBackpropFilter BroadcastTo StatefulStandardNormalV2 StatefulUniform "
     "StatefulTruncatedNormal")),
    (elementwise.same_as_first, "MaxPoolGrad MaxPool3DGrad"),
    (layout.reshape, "Reshape"),
    (layout.expand_dims, "ExpandDims"),
    (layout.squeeze, "Squeeze"),
    (layout.transpose, "Transpose ConjugateTranspose"),
    (concat_split.concatenate, "Concat ConcatV2"),
    (concat_split.pack, "Pack"),
    (concat_split.unpack, "Unpack"),
    (concat_split.split, "Split"),
    (concat_split.split_by_sizes, "SplitV"),
    (layout.slice_by_sizes, "Slice"),
    (slices.strided_slice, "StridedSlice"),
    (slices.strided_slice_gradient, "StridedSliceGrad"),
    (layout.pad, "Pad PadV2 MirrorPad"),
    (layout.tile, "Tile"),
    (layout.gather, "Gather GatherV2 ResourceGather"),
    (layout.gather_slices, "GatherNd"),
    (layout.one_hot, "OneHot"),
    (layout.depth_to_space, "DepthToSpace SpaceToDepth"),
    (layout.resize, "ResizeBilinear ResizeNearestNeighbor ResizeBicubic ResizeArea"),
    (values.constant, "Const HostConst"),
    (values.shape_of, "Shape ShapeN VariableShape"),
    (values.rank, "Rank"),
    (values.size, "Size"),
    (values.fill, "Fill"),
    (products.sizes_in(0), ("RandomUniform RandomStandardNormal TruncatedNormal RandomUniformInt "
     "StatelessRandomUniform StatelessRandomNormal StatelessTruncatedNormal "
     "StatelessRandomUniformV2 StatelessRandomNormalV2 StatelessTruncatedNormalV2 "
     "StatelessRandomUniformInt StatelessRandomUniformIntV2 ParameterizedTruncatedNormal Empty")),
    (values.number_range, "Range"),
    (values.count_in(2), "LinSpace"),
    (values.stitch, "DynamicStitch ParallelDynamicStitch"),
    (values.broadcast_axes, "BroadcastGradientArgs"),
    (values.variable, "Variable VariableV2"),
    (values.handle, "VarHandleOp"),
    (values.read, "ReadVariableOp"),
    (values.assign, "Assign"),
    (values.placeholder, "Placeholder PlaceholderV2 PlaceholderWithDefault"),
    (values.listed_shapes("output_shapes"), ("IteratorGetNext IteratorGetNextSync While "
     "StatelessWhile If StatelessIf DatasetToSingleElement OptionalGetValue")),
    (values.scalar_handle, ("TensorArrayV3 HashTableV2 IteratorV2 OneShotIterator StackV2 "
     "TFRecordReaderV2 TextLineReaderV2 WholeFileReaderV2 IdentityReaderV2 QueueSizeV2")),
    (queues_and_blocks.queue, "FIFOQueueV2 RandomShuffleQueueV2 PaddingFIFOQueueV2"),
    (queues_and_blocks.dequeue, "QueueDequeueV2 QueueDequeueManyV2"),
    (queues_and_blocks.decoded_image, "DecodeJpeg DecodePng DecodeBmp DecodeGif"),
    (queues_and_blocks.decoded_bytes, "DecodeRaw"),
    (queues_and_blocks.concat_offsets, "ConcatOffset"),
    (queues_and_blocks.space_to_batch, "SpaceToBatchND BatchToSpaceND"),
)  # fmt: skip
RULES: Final[Mapping[str, Rule]] = {
    op_type: rule for rule, op_types in _OP_TYPES for op_type in op_types.split()
}
