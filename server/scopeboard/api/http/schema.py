"""What the models of all answers share, and how failures are documented."""

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, WithJsonSchema

_FAILURES: Final = {
    403: "This server lets nobody change that.",
    404: "There is nothing of that name.",
    409: "Somebody else has changed it meanwhile.",
    413: "The body is larger than is taken.",
    422: "A parameter is missing or cannot have this value, or the data is damaged.",
    503: "The disk is in the way.",
}

JsonFloat = Annotated[
    float,
    WithJsonSchema({"anyOf": [{"type": "number"}, {"enum": ["NaN", "Infinity", "-Infinity"]}]}),
]
"""A float whose NaN and infinities are strings, since JSON has no sign for them."""


class Answer(BaseModel):
    """Base of all response models."""

    # There are members such as `model_uri`, which older versions of pydantic keep for themselves.
    model_config = ConfigDict(ser_json_inf_nan="strings", frozen=True, protected_namespaces=())


class ErrorDetail(Answer):
    """What went wrong: a kind for programs and a sentence for people."""

    kind: str
    message: str


class ErrorAnswer(Answer):
    """The body of every answer that tells of a failure."""

    error: ErrorDetail


def error_responses(*codes: int) -> dict[int | str, dict[str, Any]]:
    """Return the documentation of the failures a route may answer with."""
    # FastAPI's own descriptions are the phrases of Python's http module, which its versions change.
    return {code: {"model": ErrorAnswer, "description": _FAILURES[code]} for code in codes}
