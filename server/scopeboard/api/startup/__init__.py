"""The responses of the first screen: functions and streams that import no FastAPI.

In: the store.
Out: bodies for the status, runs, tags, scalars and saved state, and the change stream.
Public: all modules; a response is declared here once; `api.log` and `api.viewer` document it.
"""
