"""Values that stay in event files: found by run, tag and step, read by offset.

In: a tag, a run and a step.
Out: decoded values.
Public: `blob_series.LoggedValues`, `blob_series.find_blobs`, `tensor_header.read_tensor_head`.
"""
