"""FastAPI, loaded without the validators of the OpenAPI document's own models.

Only the generator of the page's types asks for that document, and building these validators takes a
third of the time of FastAPI's import. So they are built when they are first used.
"""

from pydantic import BaseModel


def load_framework() -> None:
    """Load FastAPI; without effect where it is loaded already."""
    BaseModel.model_config["defer_build"] = True  # the classes that FastAPI declares inherit it
    try:
        import fastapi  # noqa: F401, PLC0415 - what this is for
    finally:
        del BaseModel.model_config["defer_build"]
