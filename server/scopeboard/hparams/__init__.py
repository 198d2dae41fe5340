"""Hyper-parameters: metadata of all runs → sessions and their columns.

`sessions` finds the sessions and the runs that belong to each; `columns` merges the declarations of
experiments with the values of sessions.
"""
