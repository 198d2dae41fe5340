"""Shape rules of ONNX's ops: shapes, dtypes and small values of outputs.

In: the facts of an op's inputs.
Out: the facts of its outputs.
Public: `registry.ONNX_RULES`.
"""
