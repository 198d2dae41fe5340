"""The output names of ops with several outputs, by which function bodies refer to tensors.

In a function body an input is written `node:output_name:k`, where a GraphDef counts outputs flat.
An op with one output, or one list of outputs, needs no table: its `k` is the flat place. These are
the others of TensorFlow's registry, as its generated Python wrappers name them (2.2, and what was
added since).
"""

from collections.abc import Mapping
from typing import Final

# Output names in order, and the ops that have them. `name*attribute` is a list of outputs, as many
# as the attribute says or lists.
_OPS_BY_OUTPUTS: Final[Mapping[str, str]] = {
    "sampled_candidates true_expected_count sampled_expected_count": (
        "AllCandidateSampler FixedUnigramCandidateSampler LearnedUnigramCandidateSampler "
        "LogUniformCandidateSampler ThreadUnsafeUnigramCandidateSampler UniformCandidateSampler"
    ),
    "handle deleter": (
        "AnonymousIteratorV2 AnonymousMemoryCache AnonymousMultiDeviceIterator "
        "AnonymousRandomSeedGenerator"
    ),
    "indices keys values*component_types": "BarrierTakeMany",
    "batched_tensors*Tin batch_index id": "Batch",
    "dx dm dv db dg": "BatchNormWithGlobalNormalizationGrad",
    "e v": "BatchSelfAdjointEigV2 Eig SelfAdjointEigV2",
    "i cs f o ci co h": "BlockLSTM BlockLSTMV2 LSTMBlockCell",
    "x_grad cs_prev_grad h_prev_grad w_grad wci_grad wcf_grad wco_grad b_grad": (
        "BlockLSTMGrad BlockLSTMGradV2"
    ),
    (
        "node_ids gains feature_dimensions thresholds left_node_contribs right_node_contribs "
        "split_with_default_directions"
    ): ("BoostedTreesCalculateBestFeatureSplit BoostedTreesSparseCalculateBestFeatureSplit"),
    (
        "node_ids gains feature_ids feature_dimensions thresholds left_node_contribs "
        "right_node_contribs split_with_default_directions"
    ): ("BoostedTreesCalculateBestFeatureSplitV2"),
    (
        "node_ids_list*num_features gains_list*num_features thresholds_list*num_features "
        "left_node_contribs_list*num_features right_node_contribs_list*num_features"
    ): ("BoostedTreesCalculateBestGainsPerFeature"),
    "stamp_token num_trees num_finalized_trees num_attempted_layers last_layer_nodes_range": (
        "BoostedTreesGetEnsembleStates"
    ),
    "stamp_token tree_ensemble_serialized": "BoostedTreesSerializeEnsemble",
    "stats_summary_indices stats_summary_values stats_summary_shape": (
        "BoostedTreesSparseAggregateStats"
    ),
    "partial_logits tree_ids node_ids": "BoostedTreesTrainingPredict",
    "r0 r1": "BroadcastGradientArgs",
    "row_ptrs col_inds values": "CSRSparseMatrixComponents",
    "indices values dense_shape": "CSRSparseMatrixToSparseTensor",
    (
        "decoded_indices*top_paths decoded_values*top_paths decoded_shape*top_paths log_probability"
    ): ("CTCBeamSearchDecoder"),
    "decoded_indices decoded_values decoded_shape log_probability": "CTCGreedyDecoder",
    "loss gradient": "CTCLoss CTCLossV2",
    "nmsed_boxes nmsed_scores nmsed_classes valid_detections": "CombinedNonMaxSuppression",
    "indices ids weights": "ComputeAccidentalHits",
    "output output_h output_c reserve_space": "CudnnRNN",
    "input_backprop input_h_backprop input_c_backprop params_backprop": (
        "CudnnRNNBackprop CudnnRNNBackpropV2 CudnnRNNBackpropV3"
    ),
    "weights*num_params biases*num_params": "CudnnRNNParamsToCanonical",
    "weights*num_params_weights biases*num_params_biases": "CudnnRNNParamsToCanonicalV2",
    "output output_h output_c reserve_space host_reserved": "CudnnRNNV2 CudnnRNNV3",
    "sizes values*output_types": "DecodeProtoV2",
    "audio sample_rate": "DecodeWav",
    "output_indices output_values output_dense_shape": (
        "DenseCountSparseOutput RaggedCountSparseOutput SparseCountSparseOutput"
    ),
    "result_indices result_values result_shape": (
        "DenseToDenseSetOperation DenseToSparseSetOperation SparseToSparseSetOperation"
    ),
    "sparse_indices sparse_values sparse_shape": (
        "DeserializeManySparse DeserializeSparse TakeManySparseFromTensorsMap"
    ),
    "backprops_wrt_input backprop_wrt_min backprop_wrt_max": (
        "FakeQuantWithMinMaxVarsGradient FakeQuantWithMinMaxVarsPerChannelGradient"
    ),
    "output row_pooling_sequence col_pooling_sequence": "FractionalAvgPool FractionalMaxPool",
    "y batch_mean batch_variance reserve_space_1 reserve_space_2": (
        "FusedBatchNorm FusedBatchNormV2"
    ),
    "x_backprop scale_backprop offset_backprop reserve_space_3 reserve_space_4": (
        "FusedBatchNormGrad FusedBatchNormGradV2"
    ),
    "x_backprop scale_backprop offset_backprop reserve_space_4 reserve_space_5": (
        "FusedBatchNormGradV3"
    ),
    "y batch_mean batch_variance reserve_space_1 reserve_space_2 reserve_space_3": (
        "FusedBatchNormV3"
    ),
    "r u c h": "GRUBlockCell",
    "d_x d_h_prev d_c_bar d_r_bar_u_bar": "GRUBlockCellGrad",
    "rois roi_probabilities": "GenerateBoundingBoxProposals",
    "remapping num_present": "GenerateVocabRemapping",
    "cs_prev_grad dicfo wci_grad wcf_grad wco_grad": "LSTMBlockCellGrad",
    "out idx": "ListDiff",
    "sign log_abs_determinant": "LogMatrixDeterminant",
    "keys values": "LookupTableExport LookupTableExportV2 ReaderReadUpTo ReaderReadUpToV2",
    "lu p": "Lu",
    "key values*dtypes": "MapUnstageNoKey OrderedMapUnstageNoKey",
    "output argmax": "MaxPoolWithArgmax",
    "output value_index": "Merge RefMerge",
    "nearest_center_indices nearest_center_distances": "NearestNeighbors",
    "selected_indices valid_outputs": "NonMaxSuppressionV4",
    "selected_indices selected_scores valid_outputs": "NonMaxSuppressionV5",
    (
        "sparse_indices*Nsparse sparse_values*sparse_types sparse_shapes*Nsparse "
        "dense_values*Tdense"
    ): ("ParseExample"),
    (
        "sparse_indices*num_sparse sparse_values*sparse_types sparse_shapes*num_sparse "
        "dense_values*Tdense ragged_values*ragged_value_types "
        "ragged_row_splits*ragged_split_types"
    ): ("ParseExampleV2"),
    (
        "context_sparse_indices*Ncontext_sparse context_sparse_values*context_sparse_types "
        "context_sparse_shapes*Ncontext_sparse context_dense_values*Tcontext_dense "
        "feature_list_sparse_indices*Nfeature_list_sparse "
        "feature_list_sparse_values*feature_list_sparse_types "
        "feature_list_sparse_shapes*Nfeature_list_sparse "
        "feature_list_dense_values*feature_list_dense_types "
        "feature_list_dense_lengths*Nfeature_list_dense"
    ): ("ParseSequenceExample"),
    (
        "context_sparse_indices*Ncontext_sparse context_sparse_values*context_sparse_types "
        "context_sparse_shapes*Ncontext_sparse context_dense_values*Tcontext_dense "
        "context_ragged_values*context_ragged_value_types "
        "context_ragged_row_splits*context_ragged_split_types "
        "feature_list_sparse_indices*Nfeature_list_sparse "
        "feature_list_sparse_values*feature_list_sparse_types "
        "feature_list_sparse_shapes*Nfeature_list_sparse "
        "feature_list_dense_values*feature_list_dense_types "
        "feature_list_dense_lengths*Nfeature_list_dense "
        "feature_list_ragged_values*feature_list_ragged_value_types "
        "feature_list_ragged_outer_splits*feature_list_ragged_split_types "
        "feature_list_ragged_inner_splits*feature_list_ragged_split_types"
    ): ("ParseSequenceExampleV2"),
    (
        "sparse_indices*num_sparse sparse_values*sparse_types sparse_shapes*num_sparse "
        "dense_values*Tdense"
    ): ("ParseSingleExample"),
    (
        "context_sparse_indices*Ncontext_sparse context_sparse_values*context_sparse_types "
        "context_sparse_shapes*Ncontext_sparse context_dense_values*Tcontext_dense "
        "feature_list_sparse_indices*Nfeature_list_sparse "
        "feature_list_sparse_values*feature_list_sparse_types "
        "feature_list_sparse_shapes*Nfeature_list_sparse "
        "feature_list_dense_values*feature_list_dense_types"
    ): ("ParseSingleSequenceExample"),
    "q r": "Qr",
    "output output_min output_max": (
        "QuantizeDownAndShrinkRange QuantizeV2 QuantizedConcat QuantizedReshape Requantize "
        "RequantizePerChannel"
    ),
    "z min_z max_z": "QuantizedAdd QuantizedMul",
    "output min_output max_output": (
        "QuantizedAvgPool QuantizedConv2D QuantizedConv2DAndRelu "
        "QuantizedConv2DAndReluAndRequantize QuantizedConv2DAndRequantize "
        "QuantizedConv2DPerChannel QuantizedConv2DWithBias QuantizedConv2DWithBiasAndRelu "
        "QuantizedConv2DWithBiasAndReluAndRequantize QuantizedConv2DWithBiasAndRequantize "
        "QuantizedConv2DWithBiasSignedSumAndReluAndRequantize QuantizedConv2DWithBiasSumAndRelu "
        "QuantizedConv2DWithBiasSumAndReluAndRequantize QuantizedDepthwiseConv2D "
        "QuantizedDepthwiseConv2DWithBias QuantizedDepthwiseConv2DWithBiasAndRelu "
        "QuantizedDepthwiseConv2DWithBiasAndReluAndRequantize QuantizedMaxPool"
    ),
    "result result_min result_max": "QuantizedBatchNormWithGlobalNormalization",
    "output min_out max_out": "QuantizedBiasAdd",
    "y y_min y_max": "QuantizedInstanceNorm",
    "out min_out max_out": (
        "QuantizedMatMul QuantizedMatMulWithBias QuantizedMatMulWithBiasAndRelu "
        "QuantizedMatMulWithBiasAndReluAndRequantize QuantizedMatMulWithBiasAndRequantize"
    ),
    "activations min_activations max_activations": ("QuantizedRelu QuantizedRelu6 QuantizedReluX"),
    "resized_images out_min out_max": "QuantizedResizeBilinear",
    "output_values output_row_splits": "RaggedCross",
    "output_nested_splits*OUTPUT_RAGGED_RANK output_dense_values": "RaggedGather",
    "rt_nested_splits rt_dense_values": "RaggedRange",
    "output_nested_splits*output_ragged_rank output_dense_values": "RaggedTensorFromVariant",
    "sparse_indices sparse_values sparse_dense_shape": "RaggedTensorToSparse",
    "key value": "ReaderRead ReaderReadV2",
    "output_false output_true": "RefSwitch Switch",
    "output_min output_max": "RequantizationRange RequantizationRangePerChannel",
    "parameters momenta velocities": "RetrieveTPUEmbeddingADAMParameters",
    "parameters momenta velocities gradient_accumulators": (
        "RetrieveTPUEmbeddingADAMParametersGradAccumDebug"
    ),
    "parameters accumulators updates": "RetrieveTPUEmbeddingAdadeltaParameters",
    "parameters accumulators updates gradient_accumulators": (
        "RetrieveTPUEmbeddingAdadeltaParametersGradAccumDebug"
    ),
    "parameters accumulators": (
        "RetrieveTPUEmbeddingAdagradParameters RetrieveTPUEmbeddingProximalAdagradParameters"
    ),
    "parameters accumulators gradient_accumulators": (
        "RetrieveTPUEmbeddingAdagradParametersGradAccumDebug "
        "RetrieveTPUEmbeddingProximalAdagradParametersGradAccumDebug"
    ),
    "parameters ms mom mg": "RetrieveTPUEmbeddingCenteredRMSPropParameters",
    "parameters accumulators linears": "RetrieveTPUEmbeddingFTRLParameters",
    "parameters accumulators linears gradient_accumulators": (
        "RetrieveTPUEmbeddingFTRLParametersGradAccumDebug"
    ),
    "parameters accumulators weights benefits": ("RetrieveTPUEmbeddingMDLAdagradLightParameters"),
    "parameters momenta": "RetrieveTPUEmbeddingMomentumParameters",
    "parameters momenta gradient_accumulators": (
        "RetrieveTPUEmbeddingMomentumParametersGradAccumDebug"
    ),
    "parameters ms mom": "RetrieveTPUEmbeddingRMSPropParameters",
    "parameters ms mom gradient_accumulators": (
        "RetrieveTPUEmbeddingRMSPropParametersGradAccumDebug"
    ),
    "begin size bboxes": (
        "SampleDistortedBoundingBox SampleDistortedBoundingBoxV2 "
        "StatelessSampleDistortedBoundingBox"
    ),
    (
        "out_example_state_data out_delta_sparse_weights*num_sparse_features "
        "out_delta_dense_weights*num_dense_features"
    ): ("SdcaOptimizer SdcaOptimizerV2"),
    "loss backprop": "SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits",
    "sum_indices sum_values sum_shape": "SparseAdd",
    "a_val_grad b_val_grad": "SparseAddGrad",
    "output_indices output_values output_shape": (
        "SparseConcat SparseCross SparseCrossHashed SparseCrossV2 SparseReduceMaxSparse "
        "SparseReduceSumSparse SparseSlice"
    ),
    "output_indices output_values empty_row_indicator reverse_index_map": ("SparseFillEmptyRows"),
    "d_values d_default_value": "SparseFillEmptyRowsGrad",
    "output_indices output_values": "SparseReorder SparseSparseMaximum SparseSparseMinimum",
    "output_indices output_shape": "SparseReshape",
    "output_indices*num_split output_values*num_split output_shape*num_split": "SparseSplit",
    "key counter": "StatelessRandomGetKeyCounter",
    "key counter alg": "StatelessRandomGetKeyCounterAlg",
    "ngrams ngrams_splits": "StringNGrams",
    "indices values shape": "SparseAccumulatorTakeGradient StringSplit StringSplitV2",
    "value lengths": "TensorArrayConcat TensorArrayConcatV2 TensorArrayConcatV3",
    "grad_handle flow_out": "TensorArrayGradV3 TensorArrayGradWithShape",
    "handle flow": "TensorArrayV3",
    "tensor lengths": "TensorListConcat TensorListConcatV2",
    "output_handle tensor": "TensorListPopBack",
    "values indices": "ApproxTopK TopK TopKV2",
    "row_splits char_values": "UnicodeDecode",
    "row_splits char_values char_to_byte_starts": "UnicodeDecodeWithOffsets",
    "y idx": "Unique UniqueV2",
    "y idx count": "UniqueWithCounts UniqueWithCountsV2",
    "lhs_output rhs_output": "XlaBroadcastHelper",
    "sorted_keys sorted_values": "XlaKeyValueSort",
    "w v": "XlaSelfAdjointEig",
    "s u v": "BatchSvd Svd XlaSvd",
}

OUTPUT_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    op: tuple(names.split()) for names, ops in _OPS_BY_OUTPUTS.items() for op in ops.split()
}
"""Names of the outputs of an op, for the ops that have several; `name*attribute` for a list."""

ONE_LIST: Final = frozenset(
    [
        "BatchFunction",
        "Case",
        "ConcatOffset",
        "DatasetToSingleElement",
        "DecodeCSV",
        "DynamicPartition",
        "EagerPyFunc",
        "For",
        "IdentityN",
        "If",
        "InfeedDequeueTuple",
        "IteratorGetNext",
        "IteratorGetNextSync",
        "MapDefun",
        "MapPeek",
        "MapUnstage",
        "OptionalGetValue",
        "OrderedMapPeek",
        "OrderedMapUnstage",
        "OutfeedDequeueTuple",
        "PartitionedCall",
        "PyFunc",
        "PyFuncStateless",
        "QueueDequeue",
        "QueueDequeueMany",
        "QueueDequeueManyV2",
        "QueueDequeueUpTo",
        "QueueDequeueUpToV2",
        "QueueDequeueV2",
        "RecvTPUEmbeddingActivations",
        "ReduceDataset",
        "RemoteCall",
        "RestoreV2",
        "ShapeN",
        "Split",
        "SplitV",
        "StagePeek",
        "StatefulPartitionedCall",
        "StatelessCase",
        "StatelessIf",
        "StatelessWhile",
        "SymbolicGradient",
        "TPUPartitionedCall",
        "TPUReplicatedOutput",
        "Unpack",
        "Unstage",
        "While",
        "XlaIf",
        "XlaWhile",
    ]
)
"""The ops whose only output is a list."""
