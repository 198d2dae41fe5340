"""Reads event files with TensorBoard's own reader, apart from the code it tests."""

from pathlib import Path
from typing import Any

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.backend.event_processing.event_file_loader import LegacyEventFileLoader

EVERYTHING = 0
"""As a limit of the accumulator."""


def event_files(run: Path) -> list[Path]:
    """Return the event files directly in a directory, in order."""
    return sorted(run.glob("*tfevents*"))


def events_of(path: Path) -> list[Any]:
    """Return the events of a file as TensorBoard's messages."""
    return list(LegacyEventFileLoader(str(path)).Load())


def values_of(run: Path) -> list[Any]:
    """Return the summary values of a run with one event file."""
    (path,) = event_files(run)
    return [value for event in events_of(path) for value in event.summary.value]


def accumulated(run: Path) -> EventAccumulator:
    """Return what TensorBoard keeps of a run: all of it."""
    kinds = ("scalars", "tensors", "images", "audio", "histograms", "compressedHistograms")
    accumulator = EventAccumulator(str(run), size_guidance=dict.fromkeys(kinds, EVERYTHING))
    return accumulator.Reload()
