"""TFLite models: their subgraphs as one GraphDef, weights left in the file.

In: a window on the bytes of a model.
Out: a GraphDef, its faults, and the properties of the model.
Public: `convert.convert_tflite`, `flatbuffer.is_tflite`.
"""
