"""TensorBoard's projector plugin.

In: embeddings in the log directory.
Out: its configuration, tensors, metadata and sprites.
Public: `projector_routes.projector_routes`.
"""
