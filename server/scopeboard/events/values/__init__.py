"""Logged values of each kind: the content of a summary, a tensor or plugin metadata.

In: protobuf messages of one value. Out: typed values, the same for TensorFlow 1 and 2.
Public: `summary`, `tensor`, `hparams`, `mesh`, `pr_curve`, `chart_layout`, `tensor_header`.
"""
