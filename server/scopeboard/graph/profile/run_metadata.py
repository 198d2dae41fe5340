"""RunMetadata bytes to records: where they are, and on which devices they ran.

Only the `step_stats` are read; the graphs in other fields cost nothing.
"""

from array import array
from typing import Final

import numpy as np

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError
from scopeboard.graph.profile.record_reader import RecordReader
from scopeboard.graph.profile.records import RunRecords
from scopeboard.protowire.fields import DELIMITED, Field, fields
from scopeboard.wire.run_metadata_pb2 import DeviceStepStats, RunMetadata, StepStats

MAX_RECORDS: Final = 5_000_000
_RECORDS_BETWEEN_CHECKS: Final = 4096
_STEP_STATS: Final = (RunMetadata.STEP_STATS_FIELD_NUMBER, DELIMITED)
_DEVICE_STATS: Final = (StepStats.DEV_STATS_FIELD_NUMBER, DELIMITED)
_NODE_STATS: Final = (DeviceStepStats.NODE_STATS_FIELD_NUMBER, DELIMITED)
_DEVICE_NAME: Final = (DeviceStepStats.DEVICE_FIELD_NUMBER, DELIMITED)


def read_records(data: bytes, check: CancelCheck = never_cancelled) -> RunRecords:
    """Read the records of a RunMetadata up to the first damage of the messages around them.

    `check` is called now and then; the exception that it raises ends the work.

    Raises:
        DamagedDataError: the bytes are no RunMetadata, or have too many records.
    """
    spans = _RecordSpans(data, check)
    if len(spans.device) > MAX_RECORDS:
        raise DamagedDataError(f"The statistics have more than {MAX_RECORDS:,} records.")
    reader = RecordReader(data, spans.start, spans.end)
    return reader.read(spans.device, list(spans.devices), spans.damaged, check)


def count_records(data: bytes, check: CancelCheck = never_cancelled) -> dict[str, int]:
    """Return the number of records of each device, without reading them.

    Raises:
        DamagedDataError: see `read_records`.
    """
    spans = _RecordSpans(data, check)
    counts = np.bincount(np.array(spans.device, dtype=np.int64), minlength=len(spans.devices))
    return dict(zip(spans.devices, counts.tolist(), strict=True))


class _RecordSpans:
    """Where the records are, and the row in `devices` of each; `damaged` counts the damages.

    Raises:
        DamagedDataError: the bytes have no field of a RunMetadata.
    """

    def __init__(self, data: bytes, check: CancelCheck) -> None:
        self.start, self.end, self.device = array("q"), array("q"), array("q")
        self.devices: dict[str, int] = {}
        self.damaged = 0
        self._data, self._check = data, check
        is_run_metadata = False
        try:
            for field in fields(data, 0, len(data)):
                is_run_metadata |= field.number in RunMetadata.DESCRIPTOR.fields_by_number
                if (field.number, field.wire_type) != _STEP_STATS:
                    continue
                for inner in fields(data, field.start, field.end):
                    if (inner.number, inner.wire_type) == _DEVICE_STATS:
                        self._add_device(inner)
        except DamagedDataError:  # where the fields after the damage begin is unknown
            self.damaged += 1
        if data and not is_run_metadata:
            raise DamagedDataError("The file has no statistics of a run.")

    def _add_device(self, device: Field) -> None:
        """Add the records of a device, and its name, which may follow them."""
        name, before = b"", len(self.start)
        try:
            for count, field in enumerate(fields(self._data, device.start, device.end)):
                if count % _RECORDS_BETWEEN_CHECKS == 0:
                    self._check()
                key = (field.number, field.wire_type)
                if key == _NODE_STATS:
                    self.start.append(field.start)
                    self.end.append(field.end)
                elif key == _DEVICE_NAME:
                    name = self._data[field.start : field.end]
        finally:  # the records before a damage count
            row = self.devices.setdefault(name.decode("utf-8", "replace"), len(self.devices))
            self.device.extend([row] * (len(self.start) - before))
