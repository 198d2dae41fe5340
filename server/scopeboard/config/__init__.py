"""Settings from flags, environment and a preferences file.

In: command-line arguments.
Out: a `Settings` value, and a listening socket for its address.
Public: `settings.parse`, `address.listen`, the types of flags.
"""
