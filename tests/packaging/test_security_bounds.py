"""The bounds and flags that `docs/security.md` names are those of the code."""

import re
from typing import Final

import pytest

from scopeboard.api.startup.changes import MAX_CLIENTS
from scopeboard.cli.main import main
from scopeboard.graph.graphdef.message_index import MAX_FUNCTIONS, MAX_NODES
from scopeboard.graph.graphdef.truncated_names import MAX_NAME_BYTES
from scopeboard.graph.onnx.outline import MAX_OUTLINE_BYTES
from scopeboard.graph.onnx.read_graph import MAX_NESTING
from scopeboard.graph.onnx.read_graph import MAX_NODES as MAX_ONNX_NODES
from scopeboard.graph.query.node_attributes import MAX_VALUE_BYTES, MAX_WHOLE_ITEMS
from scopeboard.graph.source.containers import MAX_LISTED
from scopeboard.graph.source.keras import MAX_JSON_BYTES
from scopeboard.graph.source.pbtxt import MAX_TEXT_BYTES
from scopeboard.graph.source.uploads import MAX_UPLOAD_BYTES, MAX_UPLOADS
from scopeboard.graph.torch_export.archive import (
    MAX_DIRECTORY_BYTES,
    MAX_PROGRAM_BYTES,
    MAX_PROGRAMS,
)
from scopeboard.graph.torch_export.read_graph import MAX_NESTING as MAX_BODIES
from scopeboard.graph.torch_export.read_graph import MAX_NODES as MAX_PROGRAM_NODES
from scopeboard.state.document import MAX_DEPTH, MAX_PART_BYTES
from scopeboard.state.state_file import MAX_FILE_BYTES
from scopeboard.text.markdown import MAX_CHARACTERS, MAX_STEPS
from scopeboard.web.request_queue.queue import MAX_STALLED, SLOW_SECONDS, STALL_SECONDS
from scopeboard.web.sign_in import MAX_TRIES
from tasks.checkout import ROOT

PAGE: Final = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
MIB: Final = 1 << 20


@pytest.mark.parametrize(
    "phrase",
    [
        f"allows {MAX_TRIES} wrong tokens a minute",
        f"a part of it may take {MAX_PART_BYTES // MIB} MiB",
        f"Saved state may be nested {MAX_DEPTH} deep",
        f"more than {SLOW_SECONDS} s moves to the heavy ones",
        (
            f"without progress for {STALL_SECONDS:.0f} s gives its place to a waiting one, "
            f"{MAX_STALLED} at most"
        ),
        f"{MAX_CLIENTS} at once; further pages get 503",
        f"a full state file ({MAX_FILE_BYTES // MIB} MB)",
        f"read up to {MAX_VALUE_BYTES // MIB} MiB, the first {MAX_WHOLE_ITEMS:,} items",
        f"parsed up to {MAX_TEXT_BYTES // MIB} MB, Keras models up to {MAX_JSON_BYTES // MIB} MB",
        (
            f"at most {MAX_ONNX_NODES:,} nodes, {MAX_OUTLINE_BYTES // MIB} MB besides weights, "
            f"bodies nested {MAX_NESTING} deep"
        ),
        (
            f"at most {MAX_PROGRAMS} programs of {MAX_PROGRAM_BYTES // MIB} MB together, "
            f"uncompressed, {MAX_PROGRAM_NODES:,} nodes, bodies nested {MAX_BODIES} deep, and a "
            f"directory of {MAX_DIRECTORY_BYTES // MIB} MB"
        ),
        f"up to {MAX_UPLOAD_BYTES // MIB} MB each, the last {MAX_UPLOADS} stay available",
        f"graphs of more than {MAX_NODES:,} nodes or {MAX_FUNCTIONS:,} functions",
        f"listed up to {MAX_NAME_BYTES:,} bytes",
        f"a listed name makes {MAX_NAME_BYTES // len('a/'):,} at most",
        f"the newest {MAX_LISTED:,} are listed",
        f"more than {MAX_CHARACTERS:,} characters or {MAX_STEPS:,} steps",
        f"({4 * MAX_STEPS:,} for all texts of an answer)",
    ],
)
def test_a_bound_of_the_code_is_documented(phrase: str) -> None:
    assert phrase in PAGE


def test_every_flag_that_is_named_exists(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    known = set(re.findall(r"--\w+", capsys.readouterr().out))
    named = set(re.findall(r"`(--\w+)", PAGE))
    assert len(named) > 10
    assert named <= known
