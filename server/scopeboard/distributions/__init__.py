"""How a tag's values are distributed, step by step: which steps are read, and what is made of them.

A histogram is a table of buckets (left, right, count); a *distribution over steps* is one for each
of some steps of a run. Pure but for `read`, which goes to the event files.
"""
