"""Where files are."""

from pathlib import Path

Location = Path
"""Where a file or a directory is."""
