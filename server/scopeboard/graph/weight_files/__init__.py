"""Files of weights, safetensors and GGUF, as graphs of tensors without edges, by their headers.

In: a window on the bytes of a file.
Out: a GraphDef of tensors in the scopes of their names, and the properties of the file.
Public: `safetensors`, `gguf`, `tree.WeightTree`.
"""
