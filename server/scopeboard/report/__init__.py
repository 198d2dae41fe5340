"""Reports: a view of a log in one file, with the data it shows and the page that shows it.

A report is made by asking the server's own application, within this process, what the page would
ask (`scopeboard.web.app`), and keeping the answers as they are (`held`), as far as the size allows.
Which questions those are say `listed_questions`, `value_questions` and `graph_questions`. The page
in the file answers itself from them: see `frontend/src/report`.
"""
