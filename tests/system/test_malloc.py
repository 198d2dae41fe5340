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


def test_a_burst_retains_memory_and_leaves_the_thresholds_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options: list[tuple[int, int]] = []
    functions = {"mallopt": lambda *option: options.append(option), "malloc_trim": lambda _: None}
    monkeypatch.setattr(malloc, "find_allocator_function", functions.get)
    monkeypatch.setenv("MALLOC_TRIM_THRESHOLD_", "65536")
    monkeypatch.delenv("MALLOC_MMAP_THRESHOLD_", raising=False)
    with malloc.retaining_freed_memory():
        assert min(value for _, value in options) >= 1 << 25
        options.clear()
    assert sorted(value for _, value in options) == [65536, 131072]
    monkeypatch.setattr(malloc, "find_allocator_function", lambda _: None)
    with malloc.retaining_freed_memory():
        pass
