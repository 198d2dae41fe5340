"""FastAPI, loaded without what no request needs: a third of the time that its import takes.

It builds the models of the OpenAPI document, which nobody asks for but the generator of the page's
types; they are built when they are first used instead. And it asks of each type of an answer
whether it is a model of pydantic's first version, which loads the whole of that. Where it cannot be
loaded, FastAPI takes that for a no.
"""

import sys

from pydantic import BaseModel


def load_framework() -> None:
    """Load FastAPI; without effect where it is there already."""
    sys.modules.setdefault("pydantic.v1", None)  # type: ignore[arg-type]
    BaseModel.model_config["defer_build"] = True  # which classes made meanwhile inherit
    try:
        import fastapi  # noqa: F401, PLC0415 - what this is for
    finally:
        del BaseModel.model_config["defer_build"]
