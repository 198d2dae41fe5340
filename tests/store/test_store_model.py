"""After any operations, a store shows all points that were read, or has them read again."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from scopeboard.events.decode.batch import Batch
from scopeboard.store.format.schema import FileId
from scopeboard.store.open import open_store
from scopeboard.store.segments.reader import read_stored
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.tables.snapshot import Snapshot
from scopeboard.store.write.ingest_batch import build_ingest_batch
from tools.examples import examples
from tools.full_disk import CAN_FILL, full_disk
from tools.reads import read_of, scalars, series_of

LOGS = Path("/logs")
FILES = st.sampled_from([("a", "1"), ("a", "2"), ("b", "1")])
COUNTS = st.dictionaries(st.sampled_from("xyz"), st.integers(1, 5), min_size=1)


class StoreModel(RuleBasedStateMachine):
    """A store, and lists of the points and the offset read of each file."""

    def __init__(self) -> None:
        super().__init__()
        self.patched = pytest.MonkeyPatch()
        self.patched.setattr("scopeboard.store.write.compaction._WASTE_BYTES", 0)
        self.patched.setattr("scopeboard.store.write.compaction._PIECE_BYTES", 100)
        self.directory = TemporaryDirectory()
        self.budget = 1 << 40
        self.reading: tuple[float, Snapshot] | None = None
        self.open()
        self.step = 0
        self.now = 0.0
        self.truth: dict[tuple[str, str], list[tuple[int, str, int]]] = {}

    def open(self) -> None:
        self.store = open_store(LOGS, Path(self.directory.name), self.budget)
        self.reading = None

    def file(self, name: tuple[str, str]) -> FileId:
        return self.store.add_file(self.store.add_run(name[0], LOGS / name[0]), name[1])

    def batch(self, counts: dict[str, int]) -> tuple[Batch, list[tuple[str, int]]]:
        series, points = {}, []
        for tag, count in counts.items():
            steps = range(self.step, self.step + count)
            self.step += count
            series[tag] = [(step, float(step), step / 3) for step in steps]
            points += [(tag, step) for step in steps]
        return scalars(series), points

    def add(self, name: tuple[str, str], counts: dict[str, int], how: str) -> None:
        file = self.file(name)
        start = self.store.file_state(file).offset
        batch, points = self.batch(counts)
        reads = [read_of(file, batch, start=start)]
        if how == "commit":
            writers = [SegmentWriter(*lent) for lent in self.store.allocate_segments(1)]
            refused = self.store.commit(build_ingest_batch(reads, *writers))
        else:
            refused = {"write": self.store.write, "tail": self.store.append_tail}[how](reads)
        assert refused == []
        rows = self.truth.setdefault(name, [])
        rows += [(start, tag, step) for tag, step in points]

    @rule(name=FILES, counts=COUNTS, how=st.sampled_from(["tail", "tail", "write", "commit"]))
    def reads_on(self, name: tuple[str, str], counts: dict[str, int], how: str) -> None:
        self.add(name, counts, how)

    @rule(name=FILES, counts=COUNTS, how=st.sampled_from(["tail", "write", "commit"]))
    def reads_on_while_the_disk_is_full(
        self, name: tuple[str, str], counts: dict[str, int], how: str
    ) -> None:
        if CAN_FILL:
            with full_disk():
                self.add(name, counts, how)

    @rule(name=FILES, counts=COUNTS)
    def hands_a_job_in_late(self, name: tuple[str, str], counts: dict[str, int]) -> None:
        file = self.file(name)
        start = self.store.file_state(file).offset + 1
        batch, _ = self.batch(counts)
        assert self.store.write([read_of(file, batch, start=start)]) == [file]

    @rule(name=FILES, counts=COUNTS, is_tail=st.sampled_from([False, False, True]))
    def reads_afresh(self, name: tuple[str, str], counts: dict[str, int], is_tail: bool) -> None:
        file = self.file(name)
        batch, points = self.batch(counts)
        reads = [read_of(file, batch, restarted=True)]
        assert (self.store.append_tail(reads) if is_tail else self.store.write(reads)) == []
        self.truth[name] = [(0, tag, step) for tag, step in points]

    @rule(name=FILES)
    def loses_a_file(self, name: tuple[str, str]) -> None:
        self.store.drop_file(self.file(name))
        self.truth.pop(name, None)

    @rule(run=st.sampled_from("ab"))
    def loses_a_run(self, run: str) -> None:
        self.store.drop_runs([self.store.add_run(run, LOGS / run)])
        self.truth = {name: rows for name, rows in self.truth.items() if name[0] != run}

    @rule(seconds=st.floats(1, 40), everything=st.booleans(), is_full=st.booleans())
    def flushes(self, seconds: float, everything: bool, is_full: bool) -> None:
        self.now += seconds
        if is_full and CAN_FILL:
            with full_disk():
                self.store.flush(self.now, everything=everything)
        else:
            self.store.flush(self.now, everything=everything)

    @rule()
    def sends_its_workers_home(self) -> None:
        self.store.release_segments()

    @rule()
    def begins_to_read(self) -> None:
        self.reading = (self.now, self.store.snapshot())

    @precondition(lambda self: self.truth)
    @rule(pieces=st.integers(1, 3), is_full=st.booleans())
    def copies_what_counts_and_is_killed(self, pieces: int, is_full: bool) -> None:
        self.now += 10
        compaction = self.store._state.data.compaction
        for left in reversed(range(pieces)):
            moved, damaged = compaction.copy(compaction.next_piece(self.now, 0))
            assert damaged == []
            if is_full and CAN_FILL:
                with full_disk():
                    compaction.finish(moved)
            elif left:
                compaction.finish(moved)
            self.shows_what_was_read()
        self.is_killed_and_starts_again()

    @rule(budget=st.sampled_from([0, 1000, 5000, 1 << 40]))
    def ends_and_starts_again(self, budget: int) -> None:
        self.budget = budget
        self.store.close()
        if self.store.notices:  # not all could be written
            self.is_killed_and_starts_again()
        else:
            self.open()

    @rule()
    def is_killed_and_starts_again(self) -> None:
        self.store._state.data.disk.directory.close()
        self.open()
        for name, rows in self.truth.items():
            offset = self.store.file_state(self.file(name)).offset
            rows[:] = [row for row in rows if row[0] < offset]

    @invariant()
    def shows_what_was_read(self) -> None:
        expected: dict[tuple[str, str], list[tuple[int, float, float]]] = {}
        for (run, _), rows in self.truth.items():
            for _, tag, step in rows:
                expected.setdefault((run, tag), []).append((step, float(step), step / 3))
        assert series_of(self.store) == {key: sorted(rows) for key, rows in expected.items()}

    @invariant()
    def reads_on_where_the_columns_were(self) -> None:
        if self.reading is not None and self.now - self.reading[0] < 50:
            snapshot = self.reading[1]
            assert read_stored(snapshot.blocks, snapshot.read).is_intact.all()

    @invariant()
    def counts_what_was_read(self) -> None:
        for name, rows in self.truth.items():
            state = self.store.file_state(self.file(name))
            assert state.points == len(rows)
            assert state.offset == max((row[0] + 100 for row in rows), default=0)

    def teardown(self) -> None:
        self.store.close()
        self.directory.cleanup()
        self.patched.undo()


TestStoreModel = StoreModel.TestCase
TestStoreModel.settings = settings(examples(40), stateful_step_count=25)
