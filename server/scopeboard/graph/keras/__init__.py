"""Keras models: layers, their output shapes and weights.

In: layer configurations.
Out: shapes and parameter counts of layers.
Public: `layers`, `parameters`, `weights`.
"""
