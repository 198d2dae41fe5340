"""Libraries that the package does not require."""

from importlib import import_module
from types import ModuleType


def library(module: str, method: str, package: str = "") -> ModuleType:
    """Import a library for a method.

    Args:
        module: the name to import.
        method: the method that needs it.
        package: the name to install, by default that of the module.

    Raises:
        ImportError: it is not installed.
    """
    package = package or module
    try:
        return import_module(module)
    except ImportError as error:
        if error.name not in {module, module.partition(".")[0]}:
            raise
        message = f"{method} needs {package}, which is not installed: pip install {package}"
        raise ImportError(message, name=error.name) from error
