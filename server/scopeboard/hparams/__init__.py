"""Hyper-parameters: what the metadata of all runs says → sessions and their columns.

`sessions` finds which runs are a session and which others belong to it, `columns` joins what
experiments announced with what sessions have.
"""
