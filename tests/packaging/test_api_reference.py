"""The page with the requests of the API."""

import json

from scopeboard.web.openapi import openapi_document
from tasks.api_reference import page_of


def page(*parameters: object, **responses: object) -> str:
    operation = {"summary": "Get A", "parameters": parameters, "responses": responses}
    return page_of(json.dumps({"paths": {"/api/a": {"get": operation}}}))[1].decode()


def parameter(schema: object, *, required: bool = False, place: str = "query") -> object:
    return {"name": "p", "in": place, "required": required, "schema": schema}


def test_every_request_has_its_heading() -> None:
    document = openapi_document()
    text = page_of(json.dumps(document))[1].decode()
    for path, operations in document["paths"].items():
        for method in operations:
            assert f"## `{method.upper()} {path}`\n" in text


def test_a_row_says_what_a_parameter_may_be() -> None:
    number = {"type": "integer", "minimum": 0, "maximum": 100000, "default": 1000}
    assert "| `p` | integer from 0 to 100,000 | `1000` |" in page(parameter(number))
    choice = {"enum": ["step", "relative"], "type": "string", "default": "step"}
    assert '| `p` | `step`, `relative` | `"step"` |' in page(parameter(choice))
    several = {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]}
    assert "| `p` | string; may be repeated |  |" in page(parameter(several))
    assert "| `p` (path) | string | required |" in page(
        parameter({"type": "string"}, required=True, place="path")
    )


def test_errors_are_listed_and_answers_are_not() -> None:
    text = page(**{"200": {"description": "Fine"}, "404": {"description": "No such\nrun"}})
    assert "- 404: No such run" in text
    assert "Fine" not in text
