"""Public model code as graphs to look at; runs in an environment with TensorFlow of its own.

`python -m programs.training_graphs NAME FOLDER` writes the event file of one training run. The
models come from packages of PyPI, or are written as the tutorial that their module names has them.
"""
