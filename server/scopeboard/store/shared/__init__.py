"""A shared index: what was read of a log directory, as objects that any number of readers share.

In: the tables of a store and its blocks.
Out: Parquet segments, a catalogue and a manifest, which name each other; blocks that are read back.
Public: all modules, to `store`; `manifest` to all. Decision 0096 has the layout and its reasons.
"""
