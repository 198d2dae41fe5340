"""What viewers save: names, colours, notes and named views.

In: the state file.
Out: its parts, by revision.
Public: `state.state_router`, `views.views_router`.
"""
