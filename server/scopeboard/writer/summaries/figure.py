"""Figures of Matplotlib, which a caller with a figure has installed."""

import sys
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray


def rendered(figure: Any, *, close: bool) -> NDArray[np.uint8]:  # noqa: ANN401 - of Matplotlib
    """Return a figure as pixels [height, width, 3].

    Args:
        figure: its canvas stays.
        close: close it in pyplot, which otherwise holds it in memory.
    """
    before = figure.canvas
    try:
        canvas = import_module("matplotlib.backends.backend_agg").FigureCanvasAgg(figure)
        canvas.draw()
        pixels = np.array(canvas.buffer_rgba())[:, :, :3]
    finally:
        figure.set_canvas(before)
    pyplot = sys.modules.get("matplotlib.pyplot")
    if close and pyplot is not None:
        pyplot.close(figure)
    return pixels
