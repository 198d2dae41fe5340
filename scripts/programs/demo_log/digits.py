"""Digits drawn by program, so that the demo needs no data set.

Each figure is a set of pen strokes in a unit box. For every picture the strokes are shaken
point by point, then scaled, slanted, turned and shifted together; a pixel's ink falls off
with its distance from the nearest stroke, and noise is laid over all.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.floating[Any]]
Points = list[tuple[float, float]]

SIDE = 28
"""Height and width of a picture, in pixels."""

CLASSES = 10
NOISE = 0.12
"""The deviation of the noise over a picture, whose pixels are from 0 to 1."""

PEN_EDGE = 0.03
"""Width of the soft edge of a stroke, as a share of the box."""


@dataclass(frozen=True, slots=True)
class Digits:
    """Labelled pictures: `images` [n, 784] float32 in [0, 1], `labels` [n, 10] float32 one-hot."""

    images: Reals
    labels: Reals


def draw_digits(count: int, rng: np.random.Generator) -> Digits:
    """Draws `count` digits of random classes."""
    figures = rng.integers(CLASSES, size=count)
    images = np.zeros((count, SIDE * SIDE), np.float32)
    for figure in range(CLASSES):
        chosen = np.flatnonzero(figures == figure)
        images[chosen] = _draw(STROKES[figure], len(chosen), rng)
    return Digits(images, np.eye(CLASSES, dtype=np.float32)[figures])


def _arc(
    centre: tuple[float, float], radius: tuple[float, float], start: float, stop: float
) -> Points:
    """Points of an elliptic arc; angles in degrees, clockwise on the picture from the right."""
    angles = np.radians(np.linspace(start, stop, max(3, round(abs(stop - start) / 40) + 1)))
    x = centre[0] + radius[0] * np.cos(angles)
    y = centre[1] + radius[1] * np.sin(angles)
    return list(zip(x.tolist(), y.tolist(), strict=True))


# The box runs from (0, 0) at the top left to (1, 1) at the bottom right.
STROKES: tuple[list[Points], ...] = (
    [_arc((0.5, 0.5), (0.24, 0.36), 0, 360)],
    [[(0.36, 0.28), (0.54, 0.14), (0.54, 0.86)]],
    [[*_arc((0.5, 0.34), (0.22, 0.2), 190, 385), (0.28, 0.86), (0.76, 0.86)]],
    [[*_arc((0.48, 0.32), (0.2, 0.18), 210, 440), *_arc((0.48, 0.67), (0.24, 0.19), 280, 500)]],
    [[(0.6, 0.86), (0.6, 0.14), (0.24, 0.62), (0.78, 0.62)]],
    [[(0.72, 0.14), (0.34, 0.14), (0.31, 0.46), *_arc((0.49, 0.64), (0.23, 0.22), 250, 510)]],
    [[(0.64, 0.14), (0.38, 0.4), *_arc((0.5, 0.65), (0.21, 0.21), 190, 550)]],
    [[(0.26, 0.14), (0.74, 0.14), (0.44, 0.86)]],
    [_arc((0.5, 0.32), (0.18, 0.18), 90, 450), _arc((0.5, 0.68), (0.22, 0.18), -90, 270)],
    [[*_arc((0.5, 0.35), (0.21, 0.21), 10, 370), (0.62, 0.86)]],
)


def _draw(strokes: list[Points], count: int, rng: np.random.Generator) -> Reals:
    """Pictures of one figure, [count, 784] float32."""
    starts, ends = _place(strokes, count, rng)
    distance = _distance_to_segments(starts, ends)
    pen = rng.uniform(0.03, 0.08, (count, 1)).astype(np.float32)
    ink = 0.5 - 0.5 * np.tanh((distance - pen) * (2 / PEN_EDGE))
    ink *= rng.uniform(0.6, 1.0, (count, 1)).astype(np.float32)
    ink += NOISE * rng.standard_normal(ink.shape, np.float32)
    clipped: Reals = np.clip(ink, 0, 1)
    return clipped


def _place(strokes: list[Points], count: int, rng: np.random.Generator) -> tuple[Reals, Reals]:
    """Shakes and moves the strokes: both ends of every segment, [count, segments, 2] each."""
    corners = np.array([point for stroke in strokes for point in stroke])
    shaken = corners - 0.5 + rng.normal(0, 0.018, (count, *corners.shape))
    moved = shaken @ _random_maps(count, rng) + rng.uniform(-0.07, 0.07, (count, 1, 2)) + 0.5
    lengths = np.cumsum([len(stroke) for stroke in strokes])
    first = np.setdiff1d(np.arange(len(corners)), lengths - 1)
    placed = moved.astype(np.float32)
    return placed[:, first], placed[:, first + 1]


def _random_maps(count: int, rng: np.random.Generator) -> Reals:
    """Linear maps that scale, slant and turn, [count, 2, 2]."""
    turn = rng.normal(0, 0.15, count)
    slant = rng.normal(0, 0.2, count)
    width, height = rng.uniform(0.9, 1.25, (2, count))
    cos, sin = np.cos(turn), np.sin(turn)
    rotation = np.array([[cos, sin], [-sin, cos]]).transpose(2, 0, 1)
    shape = np.array([[width, 0 * width], [slant * height, height]]).transpose(2, 0, 1)
    maps: Reals = shape @ rotation
    return maps


def _distance_to_segments(starts: Reals, ends: Reals) -> Reals:
    """Distance from each pixel's centre to the nearest segment, [count, 784], row by row."""
    centres = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE
    x, y = np.tile(centres, SIDE), np.repeat(centres, SIDE)
    squared = np.full((len(starts), SIDE * SIDE), np.inf, np.float32)
    for segment in range(starts.shape[1]):
        start, along = starts[:, segment], ends[:, segment] - starts[:, segment]
        along_x, along_y = along[:, :1], along[:, 1:]
        length = np.maximum(along_x**2 + along_y**2, 1e-12)
        from_x, from_y = x - start[:, :1], y - start[:, 1:]
        share = np.clip((from_x * along_x + from_y * along_y) / length, 0, 1)
        gap = (from_x - share * along_x) ** 2 + (from_y - share * along_y) ** 2
        np.minimum(squared, gap, out=squared)
    return np.sqrt(squared)
