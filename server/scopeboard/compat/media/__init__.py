"""TensorBoard's media plugins: images, audio, meshes.

In: the log reader.
Out: lists of samples, and the logged bytes.
Public: `media_routes`, `mesh_routes`.
"""
