"""A log that is read and served within this process: the parts, the ASGI application, a server.

In: settings.
Out: a store that a thread fills; an application over it; a server in a thread of its own.
Public: `reading.follow`, `reading.open_store_of`, `application.asgi_app`, `server.serve`.
"""
