"""A program in an environment with JAX: public models as HLO modules.

Public: `__main__`.
"""
