"""The form of what is kept of graphs over restarts: what another form says is not read."""

from typing import Final

from scopeboard import __version__

_ENGINE: Final = 7
"""To be raised when the same bytes come to other columns, counts, costs or structures."""

KEPT_FORM: Final = f"{__version__}, engine {_ENGINE}"
