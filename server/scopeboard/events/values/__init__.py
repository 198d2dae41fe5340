"""Logged values of each kind: what a summary, a tensor or plugin content holds.

In: protobuf messages of one value.
Out: typed values, the same for TensorFlow 1 and 2.
Public: `summary`, `tensor`, `hparams`, `mesh`, `pr_curve`, `chart_layout`.
"""
