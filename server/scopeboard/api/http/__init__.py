"""HTTP parts that all resources share.

In: values and columns to send.
Out: JSON and binary bodies, ETags, paging, caches of responses, cancellation.
Public: all modules, to `api`.
"""
