"""Graphs as files: DOT, JSON and protobuf's text format (pbtxt), for us and for TensorBoard.

In: a prepared graph or its bytes.
Out: text, in pieces.
Public: `dot_json`, `pbtxt`, `graph_edits.AttributeLimit`, `tensorboard_keras`.
"""
