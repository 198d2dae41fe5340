"""Embeddings that programs leave beside their event files, for the projector.

*Stages.* `config` reads `projector_config.pbtxt`, `inside` opens the files it names and none that
lies outside the log directory, `tensor_file`, `metadata_file` and `bookmarks` read them,
`principal_components` projects vectors, `kept_components` caches the projections, `neighbours`
compares vectors. `embeddings` lists the embeddings and caches the last that was read.
"""
