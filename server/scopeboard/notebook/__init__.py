"""The page in a cell of a notebook, whose requests come through the kernel's channel.

In: a log, and a view of it.
Out: a widget of anywidget, and the same view as HTML without a kernel.
Public: `show.show`, `cards.display_card`, `magics.load_ipython_extension`.
"""
