"""Files in object stores and on web servers.

In: an address. Out: what is below it and what changed, page by page; bytes by ranges. Libraries
are imported when such an address is used.
Public: `address`, `stores.store_of`, `remote_file.RemoteFile`.
"""
