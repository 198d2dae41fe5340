"""Embeddings that training programs write beside their event files, for the projector.

In: `projector_config.pbtxt` and the files that it names.
Out: vectors, metadata, bookmarks, principal components, nearest neighbours.
Public: all modules, to `api` and `compat`. `config` reads the configuration, `file_access` opens
files inside the log directory only, `tensor_file`, `metadata_file` and `bookmarks` read them whole,
`file_streams` in pieces; `embeddings` lists the embeddings and caches the last one.
"""
