"""A dashboard for machine-learning training logs, with the computation graph at its centre."""

__version__ = "0.1.0"
