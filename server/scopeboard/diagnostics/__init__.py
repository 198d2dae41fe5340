"""Warnings derived from logged values, and the states of trainings.

In: time series, histograms, times of runs.
Out: warnings and states; pure formulas, except that `examine` reads series.
Public: all modules, to `api`. Each warning has its step, its figures and its formula, so that a
reader can judge it. None needs a call in the training program.
"""
