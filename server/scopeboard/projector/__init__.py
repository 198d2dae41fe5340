"""Embeddings that training programs write beside their event files, for the projector.

In: `projector_config.pbtxt` and the files that it names.
Out: vectors, metadata, bookmarks, principal components, nearest neighbours.
Public: all modules, to `api` and `compat`. `config` reads the configuration, `tensor_file`,
`metadata_file` and `bookmarks` read whole files, `checkpoint` TensorFlow's checkpoints and
`file_streams` files in pieces; `embeddings` lists the embeddings and caches the last one.
"""
