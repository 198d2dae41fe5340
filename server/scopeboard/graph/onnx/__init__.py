"""ONNX models: their graphs, functions and bodies as one GraphDef, weights left in the file.

In: a window on the bytes of a model.
Out: a GraphDef, its faults, and the properties of the model.
Public: `convert.convert_model`, `op_types`.
"""
