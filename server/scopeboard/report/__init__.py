"""Reports: one view of a log in one file, with its data and the page that displays it.

In: the server's own application (`scopeboard.web.app`) and a view. The recorders (`lists`,
`values`, `media`, `graphs`, `every_point`) send it the page's requests within this process.
Out: a document with the responses as they are, up to a size (`held`). The page in the file answers
its own requests from them: see `frontend/src/report`.
"""
