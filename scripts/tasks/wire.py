"""`server/scopeboard/wire`: the Python code that protoc generates from `proto/`.

protoc 25.1, from grpcio-tools 1.62.3, on purpose: it is the last release whose output does not
check the version of the protobuf library at import, so one set of generated files works with
protobuf 3.20 to 7, whichever version tensorflow or torch requires.
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
    """Return whether there is a protoc for the Python of `.venv`."""
    return python_version() <= NEWEST_PYTHON


def generate() -> Generated:
    """Return the generated files by their path in the checkout.

    Raises:
        TaskError: protoc cannot be fetched, or rejects a file.
    """
    protoc = tool.install("protoc", PYTHON, "3 MB, to generate the wire code")
    sources = sorted((PROTO / PACKAGE).glob("*.proto"))
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder)
        includes = [f"-I{PROTO}", f"-I{protoc / 'grpc_tools' / '_proto'}"]
        outputs = [f"--python_out={output}", f"--pyi_out={output}"]
        run_quietly(
            [PYTHON, "-m", "grpc_tools.protoc", *includes, *outputs, *sources],
            "protoc rejected the files in proto/; see the output above.",
            environment={"PYTHONPATH": str(protoc)},
        )
        return {
            (SERVER / file.relative_to(output)).relative_to(ROOT): file.read_bytes()
            for file in sorted((output / PACKAGE).iterdir())
        }
