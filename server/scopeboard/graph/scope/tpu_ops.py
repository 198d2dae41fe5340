"""TPU compatibility of ops, by the list of TensorBoard 2.21.

The list has op types and ignores dtypes and attributes.
"""

from typing import Final

import numpy as np

from scopeboard.arrays import Flags
from scopeboard.graph.model.op_graph import OpGraph

_OP_TYPES: Final = frozenset(
    """
    Abort Abs Acos Acosh Add AddN AddV2 AdjustContrastv2 AdjustHue AdjustSaturation All AllToAll
    Angle Any ApproximateEqual ArgMax ArgMin Asin Asinh Assert Assign AssignAddVariableOp
    AssignSubVariableOp AssignVariableOp Atan Atan2 Atanh AudioSummary AudioSummaryV2 AvgPool
    AvgPool3D AvgPool3DGrad AvgPoolGrad BatchMatMul BatchMatMulV2 BatchToSpace BatchToSpaceND
    BesselI0e BesselI1e Betainc BiasAdd BiasAddGrad BiasAddV1 Bitcast BitwiseAnd BitwiseOr
    BitwiseXor BroadcastArgs BroadcastGradientArgs BroadcastTo Bucketize Case Cast Ceil
    CheckNumerics Cholesky ClipByValue CollectivePermute CollectiveReduceV2 Complex ComplexAbs
    Concat ConcatOffset ConcatV2 Conj ConjugateTranspose Const ControlTrigger Conv2D
    Conv2DBackpropFilter Conv2DBackpropInput Conv3D Conv3DBackpropFilterV2 Conv3DBackpropInputV2
    Cos Cosh Cross CrossReplicaSum Cumprod Cumsum DataFormatDimMap DataFormatVecPermute
    DebugNumericSummary DepthToSpace DepthwiseConv2dNative DepthwiseConv2dNativeBackpropFilter
    DepthwiseConv2dNativeBackpropInput Dequantize DeviceIndex Diag DiagPart Digamma Div DivNoNan
    DynamicStitch Einsum Elu EluGrad Empty EmptyTensorList EnsureShape Enter Equal Erf Erfc
    Erfinv Exit Exp ExpandDims Expm1 ExtractImagePatches FFT FFT2D FFT3D FakeParam
    FakeQuantWithMinMaxArgs FakeQuantWithMinMaxArgsGradient FakeQuantWithMinMaxVars
    FakeQuantWithMinMaxVarsGradient Fill Floor FloorDiv FloorMod FusedBatchNorm
    FusedBatchNormGrad FusedBatchNormGradV2 FusedBatchNormGradV3 FusedBatchNormV2
    FusedBatchNormV3 Gather GatherNd GatherV2 GetItem Greater GreaterEqual HSVToRGB
    HistogramSummary IFFT IFFT2D IFFT3D IRFFT IRFFT2D IRFFT3D Identity IdentityN If Igamma
    IgammaGradA Igammac Imag ImageSummary InTopKV2 InfeedDequeue InfeedDequeueTuple InplaceAdd
    InplaceUpdate Inv Invert InvertPermutation IsFinite IsInf IsNan KthOrderStatistic L2Loss LRN
    LRNGrad LeakyRelu LeakyReluGrad LeftShift Less LessEqual Lgamma LinSpace ListDiff Log Log1p
    LogSoftmax LogicalAnd LogicalNot LogicalOr LoopCond LowerBound MakeUnique MatMul
    MatrixBandPart MatrixDiag MatrixDiagPart MatrixDiagPartV2 MatrixDiagPartV3 MatrixDiagV2
    MatrixDiagV3 MatrixInverse MatrixSetDiag MatrixSetDiagV2 MatrixSetDiagV3 MatrixSolve
    MatrixTriangularSolve Max MaxPool MaxPool3D MaxPool3DGrad MaxPool3DGradGrad MaxPoolGrad
    MaxPoolGradGrad MaxPoolGradGradV2 MaxPoolGradV2 MaxPoolV2 Maximum Mean Merge MergeSummary
    MergeV2Checkpoints Min Minimum MirrorPad MirrorPadGrad Mod Mul MulNoNan Multinomial Ndtri
    Neg NextAfter NextIteration NoOp NonMaxSuppressionV4 NotEqual OneHot OnesLike OutfeedEnqueue
    OutfeedEnqueueTuple Pack Pad PadV2 ParallelDynamicStitch ParameterizedTruncatedNormal
    PartitionedCall Placeholder PlaceholderV2 PlaceholderWithDefault Polygamma PopulationCount
    Pow PreventGradient Prod Qr QuantizeAndDequantizeV2 QuantizeAndDequantizeV3 RFFT RFFT2D
    RFFT3D RGBToHSV RandomGammaGrad RandomShuffle RandomStandardNormal RandomUniform
    RandomUniformInt Range Rank ReadVariableOp Real RealDiv Reciprocal ReciprocalGrad Relu Relu6
    Relu6Grad ReluGrad Reshape ResizeBilinear ResizeBilinearGrad ResizeNearestNeighbor
    ResizeNearestNeighborGrad ResourceApplyAdaMax ResourceApplyAdadelta ResourceApplyAdagrad
    ResourceApplyAdagradDA ResourceApplyAdagradV2 ResourceApplyAdam ResourceApplyAddSign
    ResourceApplyCenteredRMSProp ResourceApplyFtrl ResourceApplyFtrlV2
    ResourceApplyGradientDescent ResourceApplyKerasMomentum ResourceApplyMomentum
    ResourceApplyPowerSign ResourceApplyProximalAdagrad ResourceApplyProximalGradientDescent
    ResourceApplyRMSProp ResourceGather ResourceScatterAdd ResourceScatterDiv ResourceScatterMax
    ResourceScatterMin ResourceScatterMul ResourceScatterNdAdd ResourceScatterNdSub
    ResourceScatterNdUpdate ResourceScatterSub ResourceScatterUpdate ResourceStridedSliceAssign
    RestoreV2 Reverse ReverseSequence ReverseV2 RightShift Rint RngReadAndSkip RngSkip Roll
    Round Rsqrt RsqrtGrad SaveV2 ScalarSummary ScatterNd Select SelectV2 SelfAdjointEigV2 Selu
    SeluGrad Shape ShapeN ShardedFilename Sigmoid SigmoidGrad Sign Sin Sinh Size Slice Snapshot
    Softmax SoftmaxCrossEntropyWithLogits Softplus SoftplusGrad Softsign SoftsignGrad
    SpaceToBatch SpaceToBatchND SpaceToDepth SparseMatMul SparseSoftmaxCrossEntropyWithLogits
    SparseToDense Split SplitV Sqrt SqrtGrad Square SquaredDifference Squeeze StackCloseV2
    StackPopV2 StackPushV2 StackV2 StatefulPartitionedCall StatefulStandardNormalV2
    StatefulTruncatedNormal StatefulUniform StatefulUniformFullInt StatefulUniformInt
    StatelessCase StatelessIf StatelessMultinomial StatelessRandomGetAlg
    StatelessRandomGetKeyCounter StatelessRandomGetKeyCounterAlg StatelessRandomNormal
    StatelessRandomNormalV2 StatelessRandomUniform StatelessRandomUniformFullInt
    StatelessRandomUniformFullIntV2 StatelessRandomUniformInt StatelessRandomUniformIntV2
    StatelessRandomUniformV2 StatelessTruncatedNormal StatelessTruncatedNormalV2 StatelessWhile
    StatsAggregatorSummary StopGradient StridedSlice StridedSliceGrad StringJoin Sub Sum Svd
    Switch SymbolicGradient TPUCompilationResult TPUEmbeddingActivations TPUReplicateMetadata
    TPUReplicatedInput TPUReplicatedOutput Tan Tanh TanhGrad TensorArrayCloseV3
    TensorArrayConcatV3 TensorArrayGatherV3 TensorArrayGradV3 TensorArrayReadV3
    TensorArrayScatterV3 TensorArraySizeV3 TensorArraySplitV3 TensorArrayV3 TensorArrayWriteV3
    TensorListConcatV2 TensorListElementShape TensorListFromTensor TensorListGather
    TensorListGetItem TensorListLength TensorListPopBack TensorListPushBack TensorListReserve
    TensorListSetItem TensorListSplit TensorListStack TensorScatterAdd TensorScatterMax
    TensorScatterMin TensorScatterSub TensorScatterUpdate TensorStridedSliceUpdate Tile
    TopKUnique TopKV2 TopKWithUnique Transpose TridiagonalSolve TruncateDiv TruncateMod
    TruncatedNormal Unique Unpack UnsortedSegmentMax UnsortedSegmentMin UnsortedSegmentProd
    UnsortedSegmentSum UpperBound VarHandleOp VarIsInitializedOp Variable VariableShape
    VariableV2 Where While Xdivy XlaBroadcastHelper XlaConv XlaConvV2 XlaDequantize XlaDot
    XlaDotV2 XlaDynamicSlice XlaDynamicUpdateSlice XlaEinsum XlaGather XlaHostCompute XlaIf
    XlaKeyValueSort XlaPad XlaRecv XlaRecvFromHost XlaReduce XlaReduceWindow XlaReplicaId
    XlaScatter XlaSelectAndScatter XlaSelfAdjointEig XlaSend XlaSendToHost XlaSetBound
    XlaSetDynamicDimensionSize XlaSharding XlaSort XlaSpmdFullToShardShape
    XlaSpmdShardToFullShape XlaSvd XlaVariadicReduce XlaVariadicSort XlaWhile Xlog1py Xlogy
    ZerosLike Zeta _Arg _ArrayToList _FusedBatchNormEx _ListToArray _ParallelConcatUpdate
    _RecvTPUEmbeddingActivations _RecvTPUEmbeddingDeduplicationData _Retval
    _SendTPUEmbeddingGradients _TPUCompile _TPUExecute _UnaryOpsComposition
    """.split()  # noqa: SIM905 - as literals, one on a line, they would be five hundred lines
)


def tpu_compatibility(ops: OpGraph) -> Flags:
    """Return for each op whether it may run on a TPU; each pair of type and device is checked once.

    A call is compatible: the ops of its function have values of their own.
    """
    functions = set(ops.functions.names)
    keys = ops.op_type.astype(np.int64) * len(ops.devices) + ops.device
    pairs, group = np.unique(keys, return_inverse=True)
    compatible = []
    for op_type, device in np.stack(np.divmod(pairs, len(ops.devices)), axis=1).tolist():
        name = ops.op_types[op_type]
        compatible.append(name in functions or is_tpu_compatible(name, ops.devices[device]))
    return np.array(compatible, dtype=np.bool_)[group]


def is_tpu_compatible(op_type: str, device: str) -> bool:
    """Return whether an op is on the list, or on a device to which the list does not apply.

    The list does not apply to an op on a CPU, on a GPU, on any other device but a TPU, or on the
    host of a TPU (`TPU_SYSTEM`), nor to an op without a type.
    """
    lower = device.lower()
    elsewhere = "cpu:" in lower or "gpu:" in lower or "tpu" not in lower
    needs_no_tpu = bool(device) and (elsewhere or "TPU_SYSTEM" in device)
    return not op_type or op_type in _OP_TYPES or needs_no_tpu
