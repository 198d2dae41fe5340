"""Sources of graphs: event files, graph files, uploads, text and Keras models.

In: a log directory, files, uploaded bytes.
Out: entries with a byte source of a GraphDef.
Public: `event_files`, `graph_files`, `uploads`, `byte_source`.
"""
