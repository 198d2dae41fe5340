"""Keras models: layers, their output shapes and weights.

In: layer configurations.
Out: shapes and parameter counts of layers.
Public: `build.class_of`, `layers`, `parameters`.
"""
