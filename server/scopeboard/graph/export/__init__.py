"""Graphs as files: DOT, JSON and protobuf's text format (pbtxt), for us and for TensorBoard.

For programs in Python, graphs as columns.

In: a prepared graph or its bytes.
Out: text, in pieces; columns.
Public: `columns`, `dot_json`, `pbtxt`, `graph_edits.AttributeLimit`, `tensorboard_keras`.
"""
