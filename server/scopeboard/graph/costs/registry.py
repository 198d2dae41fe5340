"""The FLOPs formula of each op type."""

from collections.abc import Mapping, Sequence
from typing import Final

from scopeboard.graph.costs import torch_formulas as torch
from scopeboard.graph.costs.formulas import (
    Formula,
    add_n,
    batch_norm,
    batch_norm_gradient,
    convolution,
    einsum,
    elementwise,
    free,
    fused,
    l2_loss,
    matmul,
    pooling,
    reduction,
    softmax,
    squared_difference,
    update,
)

_TENSORFLOW: Final[Sequence[tuple[Formula, str]]] = (
    (
        free,
        (
            "Identity IdentityN Const HostConst Placeholder PlaceholderV2 PlaceholderWithDefault "
            "NoOp Variable VariableV2 VarHandleOp ReadVariableOp Assign AssignVariableOp Reshape "
            "ExpandDims Squeeze Transpose ConjugateTranspose Concat ConcatV2 Split SplitV Pack "
            "Unpack Slice StridedSlice Pad PadV2 MirrorPad Tile Gather GatherV2 GatherNd "
            "ResourceGather Shape ShapeN Size Rank Fill Range ZerosLike OnesLike StopGradient "
            "PreventGradient Cast Bitcast BroadcastTo _Arg _Retval Switch Merge Enter Exit "
            "NextIteration LoopCond ControlTrigger StridedSliceGrad ReverseV2 Reverse Snapshot "
            "EnsureShape SpaceToDepth DepthToSpace BroadcastGradientArgs ConcatOffset "
            "InvertPermutation VarIsInitializedOp IsVariableInitialized OneHot DynamicStitch "
            "DynamicPartition Where VariableShape Tensor"
        ),
    ),
    (
        elementwise,
        (
            "Add AddV2 Sub Mul MulNoNan Div DivNoNan RealDiv FloorDiv TruncateDiv Mod FloorMod "
            "Pow Maximum Minimum Neg Abs Sign Square Sqrt Rsqrt Reciprocal Inv Exp Expm1 Log "
            "Log1p Sin Cos Tan Asin Acos Atan Sinh Cosh Tanh Asinh Acosh Atanh Atan2 Sigmoid Erf "
            "Erfc Lgamma Digamma Relu Relu6 LeakyRelu Elu Selu Softplus Softsign Floor Ceil "
            "Round Rint Equal NotEqual Less LessEqual Greater GreaterEqual LogicalAnd LogicalOr "
            "LogicalNot Select SelectV2 IsNan IsInf IsFinite BiasAdd BiasAddV1 ReluGrad "
            "Relu6Grad LeakyReluGrad EluGrad SeluGrad SigmoidGrad TanhGrad RsqrtGrad SqrtGrad "
            "ReciprocalGrad InvGrad SoftplusGrad SoftsignGrad ClipByValue Xdivy Xlogy BitwiseAnd "
            "BitwiseOr BitwiseXor Cumsum Cumprod AssignAdd AssignSub"
        ),
    ),
    (squared_difference, "SquaredDifference"),
    (
        softmax,
        "Softmax LogSoftmax SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits",
    ),
    (add_n, "AddN AccumulateNV2"),
    (reduction, "Sum Mean Max Min Prod All Any ArgMax ArgMin EuclideanNorm BiasAddGrad"),
    (l2_loss, "L2Loss"),
    (matmul, "MatMul BatchMatMul BatchMatMulV2 BatchMatMulV3 SparseMatMul"),
    (fused(matmul), "_FusedMatMul _FusedBatchMatMulV2"),
    (einsum, "Einsum XlaEinsum"),
    (
        convolution,
        (
            "Conv2D Conv3D DepthwiseConv2dNative Conv2DBackpropInput Conv2DBackpropFilter "
            "Conv3DBackpropInput Conv3DBackpropFilter Conv3DBackpropInputV2 "
            "Conv3DBackpropFilterV2 DepthwiseConv2dNativeBackpropInput "
            "DepthwiseConv2dNativeBackpropFilter"
        ),
    ),
    (fused(convolution), "_FusedConv2D _FusedConv3D _FusedDepthwiseConv2dNative"),
    (
        pooling,
        (
            "MaxPool AvgPool MaxPool3D AvgPool3D MaxPoolWithArgmax AvgPoolGrad AvgPool3DGrad "
            "MaxPoolGrad MaxPool3DGrad"
        ),
    ),
    (batch_norm, "FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3 _FusedBatchNormEx"),
    (batch_norm_gradient, "FusedBatchNormGrad FusedBatchNormGradV2 FusedBatchNormGradV3"),
    (update(1, 1), "AssignAddVariableOp AssignSubVariableOp"),
    (update(2, 2), "ApplyGradientDescent ResourceApplyGradientDescent"),
    (update(4, 3), "ApplyMomentum ResourceApplyMomentum ResourceApplyKerasMomentum"),
    (update(6, 3), "ApplyAdagrad ResourceApplyAdagrad"),
    (update(11, 7), "ApplyRMSProp ResourceApplyRMSProp"),
    (update(12, 9), "ApplyAdam ResourceApplyAdam"),
)

_TORCH: Final[Sequence[tuple[Formula, str]]] = (
    (
        free,
        (
            "prim::GetAttr prim::Constant prim::ListConstruct prim::TupleConstruct "
            "prim::ListUnpack prim::TupleUnpack prim::NumToTensor aten::Int aten::size "
            "aten::view aten::reshape aten::flatten aten::permute aten::transpose aten::t "
            "aten::contiguous aten::unsqueeze aten::squeeze aten::cat aten::stack aten::slice "
            "aten::select aten::expand aten::detach aten::to aten::dropout aten::embedding "
            "aten::chunk aten::split aten::index aten::constant_pad_nd aten::pad aten::clone "
            "aten::zeros aten::ones aten::arange aten::full"
        ),
    ),
    (
        elementwise,
        (
            "aten::add aten::add_ aten::sub aten::rsub aten::mul aten::mul_ aten::div aten::pow "
            "aten::neg aten::abs aten::exp aten::log aten::sqrt aten::rsqrt aten::sin aten::cos "
            "aten::tanh aten::sigmoid aten::relu aten::relu_ aten::relu6 aten::leaky_relu "
            "aten::leaky_relu_ aten::elu aten::elu_ aten::gelu aten::silu aten::silu_ aten::mish "
            "aten::hardtanh aten::hardtanh_ aten::hardswish aten::hardswish_ aten::hardsigmoid "
            "aten::softplus aten::clamp aten::clamp_min aten::maximum aten::minimum aten::where "
            "aten::masked_fill aten::eq aten::ne aten::lt aten::le aten::gt aten::ge aten::erf"
        ),
    ),
    (softmax, "aten::softmax aten::_softmax aten::log_softmax aten::_log_softmax"),
    (
        reduction,
        (
            "aten::sum aten::mean aten::max aten::min aten::amax aten::amin aten::prod "
            "aten::argmax aten::argmin aten::adaptive_avg_pool1d aten::adaptive_avg_pool2d "
            "aten::adaptive_avg_pool3d aten::_adaptive_avg_pool2d"
        ),
    ),
    (
        torch.product,
        "aten::linear aten::matmul aten::mm aten::bmm aten::mv aten::addmm aten::baddbmm",
    ),
    (
        torch.convolution,
        "aten::_convolution aten::convolution aten::conv1d aten::conv2d aten::conv3d",
    ),
    (
        torch.pooling,
        (
            "aten::max_pool1d aten::max_pool2d aten::max_pool3d aten::avg_pool1d "
            "aten::avg_pool2d aten::avg_pool3d"
        ),
    ),
    (torch.batch_norm, "aten::batch_norm"),
    (torch.layer_norm, "aten::layer_norm aten::group_norm aten::instance_norm"),
)

FORMULAS: Final[Mapping[str, Formula]] = {
    op_type: formula
    for formula, op_types in (*_TENSORFLOW, *_TORCH)
    for op_type in op_types.split()
}
