"""Functions of the allocator, where the C library has them."""

import sys

import pytest

from scopeboard.system import malloc


def test_a_function_that_no_library_has_is_none() -> None:
    assert malloc.find_allocator_function("no_such_function_of_malloc") is None


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc and musl can be loaded by name")
def test_a_function_of_every_library_is_found() -> None:
    assert malloc.find_allocator_function("malloc") is not None


def test_libraries_without_options_need_none(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    monkeypatch.setattr(malloc, "find_allocator_function", names.append)
    malloc.return_spare_memory()
    malloc.return_large_blocks_when_freed()
    assert names == ["malloc_trim", "mallopt"]
