"""Pillow, which the package does not require: what is drawn on images, and animations."""

from importlib import import_module
from typing import Any


def pillow(module: str, method: str) -> Any:  # noqa: ANN401 - a module without types here
    """Import a module of Pillow for a method.

    Raises:
        ImportError: Pillow is not installed.
    """
    try:
        return import_module(f"PIL.{module}")
    except ImportError as error:
        if error.name != "PIL":
            raise
        message = f"{method} needs Pillow, which is not installed: pip install pillow"
        raise ImportError(message, name="PIL") from error
