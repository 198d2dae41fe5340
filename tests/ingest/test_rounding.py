"""What is rounded in a file is one warning, however often the file grows, and after a restart."""

from pathlib import Path

from scopeboard.store.open import open_store
from scopeboard.types import LogWarning
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_INT64
from tools import writer
from tools.loading import Log

BIG = 2**60 + 1


def point(step: int) -> bytes:
    tensor = TensorProto(dtype=DT_INT64, int64_val=[BIG])
    tensor.tensor_shape.SetInParent()
    return writer.event(step, Summary.Value(tag="nanoseconds", tensor=tensor))


def warnings(log: Log) -> list[LogWarning]:
    return log.runs()["a"].warnings


def test_a_file_that_grows_has_one_warning_that_counts(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    path = writer.write_run(logs, "a", writer.version())
    log = Log(logs, store=open_store(logs, index))
    for step in range(5):
        with path.open("ab") as file:
            file.write(point(step))
        log.load()
    for _ in range(2):
        (warning,) = warnings(log)
        assert (warning.kind, warning.offset) == ("rounded", len(writer.version()))
        assert warning.message == "5 values beyond 2^53 are shown rounded to the nearest double"
        assert log.values("a", "nanoseconds") == [float(BIG)] * 5
        log.loader.close()
        log = Log(logs, store=open_store(logs, index))
        log.load()
