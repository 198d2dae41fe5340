"""The base of response models, and the documentation of error responses."""

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, WithJsonSchema

_FAILURES: Final = {
    403: "The server is read-only, or does not allow this change.",
    404: "Not found.",
    409: "It was changed by another client.",
    413: "The body is too large.",
    422: "A parameter is missing or invalid, or the data is damaged.",
    503: "The disk is full or cannot be written.",
}

JsonFloat = Annotated[
    float,
    WithJsonSchema({"anyOf": [{"type": "number"}, {"enum": ["NaN", "Infinity", "-Infinity"]}]}),
]
"""A float whose NaN and infinities are strings, since JSON does not have them."""


class Answer(BaseModel):
    """Base of all response models."""

    # Older versions of pydantic reserve names such as `model_uri`.
    model_config = ConfigDict(ser_json_inf_nan="strings", frozen=True, protected_namespaces=())


class ErrorDetail(Answer):
    """An error: a kind for programs and a sentence for people."""

    kind: str
    message: str


class ErrorAnswer(Answer):
    """The body of every error response."""

    error: ErrorDetail


def error_responses(*codes: int) -> dict[int | str, dict[str, Any]]:
    """Return the documentation of the error responses of a route."""
    # FastAPI's descriptions are the phrases of Python's http module, which differ by version.
    return {code: {"model": ErrorAnswer, "description": _FAILURES[code]} for code in codes}
