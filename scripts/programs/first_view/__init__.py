"""What a person sees of a graph that is opened for the first time, measured in Chromium.

A subject (a log directory or a file) is served and shown; what is drawn is read from the page as
data (`drawn`) and judged without it (`first_look`, `sight`, `order`); scopes are opened and nodes
found as a person does (`visits`), and the results stand against targets (`targets`, `results`).
"""
