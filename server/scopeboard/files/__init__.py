"""Files of logs, wherever they are: their status, and their bytes by offset.

In: a location. Out: its status, or the file open for reads at any offset.
Public: `location.Location`, `opening.open_file`, `inside.open_inside`.
"""
