"""Generated files in the checkout are what their sources generate now."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks import generate, generated, wire
from tasks.environment import PYTHON
from tasks.errors import TaskError
from tasks.node import get_node


@pytest.mark.skipif(not wire.is_supported(), reason=wire.UNSUPPORTED)
def test_wire_code_is_fresh() -> None:
    try:
        stale = generate.find_stale_wire()
    except TaskError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))
    assert stale == []


def test_api_types_are_fresh() -> None:
    assert generate.find_stale_api_types(get_node(PYTHON)) == []


@given(st.dictionaries(st.sampled_from("abcd"), st.binary(max_size=2)), st.data())
def test_after_writing_nothing_is_stale(
    tmp_path_factory: pytest.TempPathFactory, contents: dict[str, bytes], data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("checkout")
    present = data.draw(st.dictionaries(st.sampled_from("abcd"), st.binary(max_size=2)))
    for name, content in present.items():
        (folder / name).write_bytes(content)
    wanted = {folder / name: content for name, content in contents.items()}

    changed = generated.write(wanted, list(folder.iterdir()))

    assert {file: file.read_bytes() for file in folder.iterdir()} == wanted
    assert {Path(file).name for file in changed} == {
        name for name in {*contents, *present} if contents.get(name) != present.get(name)
    }
    assert generated.find_stale(wanted, list(folder.iterdir())) == []
