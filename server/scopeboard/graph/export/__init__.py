"""Graphs as files: DOT, JSON, pbtxt, and the forms of TensorBoard.

In: a prepared graph or its bytes.
Out: text, in parts.
Public: `dot_json`, `pbtxt`, `tensorboard_pbtxt`, `tensorboard_keras`.
"""
