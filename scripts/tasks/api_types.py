"""What the OpenAPI document becomes: `schema.gen.ts` of the page, and `docs/http-api.md`."""

import tempfile
from pathlib import Path

from tasks import api_reference
from tasks.checkout import FRONTEND, ROOT
from tasks.environment import PYTHON
from tasks.generated import Generated
from tasks.node import Node
from tasks.process import run_quietly

TYPES = FRONTEND / "src" / "api" / "schema.gen.ts"
DOCUMENT = (
    "import json; from scopeboard.web.openapi import openapi_document as d; print(json.dumps(d()))"
)


def generate(node: Node) -> Generated:
    """Return the types and the reference by their paths in the checkout.

    Raises:
        TaskError: the server does not import, or openapi-typescript refuses its document.
    """
    document = run_quietly(
        [PYTHON, "-c", DOCUMENT], "The server could not write its OpenAPI document."
    )
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder, "openapi.json"), Path(folder, "schema.gen.ts")
        source.write_text(document, encoding="utf-8")
        run_quietly(
            [*node.npm, "run", "--silent", "generate", "--", source, "--output", output],
            "openapi-typescript refused the OpenAPI document.",
            directory=FRONTEND,
            environment=node.environment,
        )
        types = output.read_bytes()
    return dict([(TYPES.relative_to(ROOT), types), api_reference.page_of(document)])
