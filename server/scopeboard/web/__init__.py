"""The web application in front of the API, and the server that runs it.

In: a store and settings.
Out: HTTP responses on an open socket.
Public: `server.run`, `app.create_app`, `openapi.openapi_document`.
"""
