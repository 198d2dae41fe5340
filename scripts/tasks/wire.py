"""`server/scopeboard/wire`: the Python code that protoc makes of `proto/`.

protoc 25.1, from grpcio-tools 1.62.3, on purpose: it is the last line whose output does not check
the version of the protobuf library that loads it, so one set of generated files works beside
protobuf 3.20 to 7, whichever tensorflow or torch has brought along.
"""

import tempfile
from pathlib import Path

from tasks import tool
from tasks.checkout import PROTO, ROOT, SERVER
from tasks.environment import PYTHON, python_version
from tasks.generated import Generated
from tasks.process import run_quietly

PACKAGE = Path("scopeboard", "wire")
NEWEST_PYTHON = (3, 12)
"""The newest Python for which grpcio-tools 1.62.3 has wheels."""

UNSUPPORTED = (
    "The wire code can be generated with Python 3.11 or 3.12 only (its protoc has no wheel for a "
    "newer one): remove .venv and put one of them first on PATH."
)


def is_supported() -> bool:
    """Tell whether there is a protoc for the Python of `.venv`."""
    return python_version() <= NEWEST_PYTHON


def generate() -> Generated:
    """Return the generated files by their path in the checkout.

    Raises:
        TaskError: protoc cannot be fetched, or refuses a file.
    """
    protoc = tool.install("protoc", PYTHON, "3 MB, to generate the wire code")
    sources = sorted((PROTO / PACKAGE).glob("*.proto"))
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder)
        includes = [f"-I{PROTO}", f"-I{protoc / 'grpc_tools' / '_proto'}"]
        outputs = [f"--python_out={output}", f"--pyi_out={output}"]
        run_quietly(
            [PYTHON, "-m", "grpc_tools.protoc", *includes, *outputs, *sources],
            "protoc refused the files in proto/; its reason stands above.",
            environment={"PYTHONPATH": str(protoc)},
        )
        return {
            (SERVER / file.relative_to(output)).relative_to(ROOT): file.read_bytes()
            for file in sorted((output / PACKAGE).iterdir())
        }
