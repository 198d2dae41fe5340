"""Precision, recall, rates and areas under curves, from the counts of a classifier."""
