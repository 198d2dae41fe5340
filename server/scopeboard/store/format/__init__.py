"""Formats on disk: block tables, changes, encoded blocks, the identity of a file.

In: columns of a batch.
Out: rows and bytes of fixed layout, and columns again.
Public: `schema`, `block_codec`, `change`, `file_identity`, `series_chunks`, `blobs`.
"""
