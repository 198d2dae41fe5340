"""The columnar path against the protobuf path, on the same bytes."""

from itertools import cycle
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from event_bytes import damaged, some_payloads
from scanning import ReadFile, record_by_record, scan_files, sessions
from scopeboard.events.decode import EventDecoder
from scopeboard.events.record import frame


@settings(max_examples=400, deadline=None)
@given(
    st.integers(0, 2**32),
    st.lists(st.integers(1, 2), min_size=1, max_size=3),
    st.lists(st.integers(0, 3000) | st.just(1 << 20), min_size=1, max_size=5),
    st.booleans(),
)
def test_both_paths_give_the_same_for_any_bytes(
    seed: int, files_of_run: list[int], sizes: list[int], settled: bool
) -> None:
    random = Random(seed)  # noqa: S311 - bytes for a test
    files = [
        (run, damaged(random, b"".join(map(frame, some_payloads(random, random.randint(0, 20))))))
        for run, count in enumerate(files_of_run)
        for _ in range(count)
    ]
    slow = [EventDecoder() for _ in files_of_run]
    fast = [EventDecoder() for _ in files_of_run]
    expected = [record_by_record(data, slow[run], settled=settled) for run, data in files]
    read = [ReadFile(data, fast[run]) for run, data in files]
    scan_files(read, cycle([*sizes, 300]), settled=settled)
    for file, batches in zip(read, expected, strict=True):
        assert sessions(file.batches) == sessions(batches)
    assert [decoder.known for decoder in fast] == [decoder.known for decoder in slow]
