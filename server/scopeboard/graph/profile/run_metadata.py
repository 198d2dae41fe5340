"""RunMetadata bytes to records: which there are, and on which devices they ran.

Only the `step_stats` are looked at: graphs that stand beside them cost nothing.
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


def read_records(data: bytes, check: CancelCheck = never_cancelled) -> RunRecords:
    """Read the records of a RunMetadata; what stands behind a cut is left out.

    `check` is called now and then; what it raises ends the work.

    Raises:
        DamagedDataError: the bytes hold no RunMetadata, or too many records.
    """
    places = _RecordPlaces(data, check)
    if len(places.device) > MAX_RECORDS:
        raise DamagedDataError(f"The statistics hold more than {MAX_RECORDS:,} records.")
    reader = RecordReader(data, places.start, places.end)
    reader.read(check)
    return reader.records(places.device, list(places.devices), places.damaged)


def count_records(data: bytes, check: CancelCheck = never_cancelled) -> dict[str, int]:
    """Return how many records stand under each device, without reading them.

    Raises:
        DamagedDataError: see `read_records`.
    """
    places = _RecordPlaces(data, check)
    counts = np.bincount(np.array(places.device, dtype=np.int64), minlength=len(places.devices))
    return dict(zip(places.devices, counts.tolist(), strict=True))


class _RecordPlaces:
    """Where the records stand, and the row in `devices` of each; `damaged` counts the cuts.

    Raises:
        DamagedDataError: nothing here is part of a RunMetadata.
    """

    def __init__(self, data: bytes, check: CancelCheck) -> None:
        self.start, self.end, self.device = array("q"), array("q"), array("q")
        self.devices: dict[str, int] = {}
        self.damaged = 0
        self._data, self._check = data, check
        is_known = False
        try:
            for top in fields(data, 0, len(data)):
                is_known |= top.number in RunMetadata.DESCRIPTOR.fields_by_number
                if _is_field(top, RunMetadata.STEP_STATS_FIELD_NUMBER):
                    self._find_in(top)
        except DamagedDataError:  # what stands behind the damage cannot be told from it
            self.damaged += 1
        if data and not is_known:
            raise DamagedDataError("These bytes hold no statistics of a run.")

    def _find_in(self, step: Field) -> None:
        for each in fields(self._data, step.start, step.end):
            if _is_field(each, StepStats.DEV_STATS_FIELD_NUMBER):
                self._find_on(each)

    def _find_on(self, device: Field) -> None:
        """Note the records of a device, and its name, which may stand behind them."""
        name, before = b"", len(self.start)
        try:
            for count, part in enumerate(fields(self._data, device.start, device.end)):
                if count % _RECORDS_BETWEEN_CHECKS == 0:
                    self._check()
                if _is_field(part, DeviceStepStats.NODE_STATS_FIELD_NUMBER):
                    self.start.append(part.start)
                    self.end.append(part.end)
                elif _is_field(part, DeviceStepStats.DEVICE_FIELD_NUMBER):
                    name = self._data[part.start : part.end]
        finally:  # what stands before damage is a record
            row = self.devices.setdefault(name.decode("utf-8", "replace"), len(self.devices))
            self.device.extend([row] * (len(self.start) - before))


def _is_field(field: Field, number: int) -> bool:
    return field.number == number and field.wire_type == DELIMITED
