"""Graphs as files: DOT, GraphML, GEXF, JSON and protobuf's text format (pbtxt).

The last is for TensorBoard, too. For programs in Python, graphs as columns and in NetworkX.

In: a prepared graph or its bytes.
Out: text, in pieces; columns.
Public: `columns`, `dot_json`, `networkx_graph`, `pbtxt`,
`graph_edits.AttributeLimit`, `tensorboard_keras`.
"""
