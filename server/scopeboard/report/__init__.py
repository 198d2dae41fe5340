"""Reports: one view of a log in one file, with its data and the page that displays it.

In: the server's own application (`scopeboard.web.app`) and a view.
Out: a document with the responses to the page's requests, up to a size limit.
Public: all modules, to `cli`. `lists`, `values`, `media`, `graphs` and `full_series` send the
requests within this process; the page in the file answers its own requests from the recorded
responses: see `frontend/src/report`.
"""
