"""Shape inference: dtypes and shapes that the graph does not state.

In: an op graph with signatures and attributes.
Out: shapes of its tensors, certain or unknown.
Public: `inference.infer_shapes`, `torch_weights`.
"""
