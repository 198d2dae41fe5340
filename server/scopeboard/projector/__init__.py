"""Embeddings that programs leave beside their event files, for the projector.

*Stages.* `config` reads `projector_config.pbtxt`, `inside` opens the files it names and none that
lies outside the log directory, `tensor_file`, `metadata_file` and `bookmarks` read them,
`principal_components` turns vectors into coordinates, of which `kept_components` keeps the last,
`neighbours` compares them. `embeddings` lists what there is and keeps what was read last.
"""
