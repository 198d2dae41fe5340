"""Public models as programs of torch.export; runs in an environment with PyTorch of its own.

`python -m programs.exported_models FOLDER [NAME…]` writes them, and what PyTorch reads of each.
"""
