"""The devices of a RunMetadata, with each piece of work counted once.

A step on a GPU is recorded several times: each op by the executor, under the device itself
(`…/device:GPU:0`: the launch of the op); each kernel under its stream (`…/stream:7`) and again
under `…/stream:all`; each copy under its stream and under `…/memcpy`. Within one GPU, the records
of streams and memcpy are merged: records of the same name, start and end are one. Kernels then
belong to the GPU itself, copies to a device of their own.
"""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.profile.records import RunRecords

REPEATED: Final = -1
EXECUTED: Final = 0
KERNEL: Final = 1
COPY: Final = 2

_TRACED: Final = re.compile(r"^(.*?)/(?:stream:[^/]*|(memcpy))$")
_OLD_DEVICE: Final = re.compile(r"/(cpu|gpu):(\d+)$")
_COPY_NAME: Final = re.compile(r":MEM(?:CPY|SET)|^MEM(?:CPY|SET)")


@dataclass(frozen=True, slots=True)
class RunDevices:
    """The role of each record, `EXECUTED`, `KERNEL`, `COPY` or `REPEATED`, and its row in `names`.

    `names` are devices as a graph writes them; the device of copies ends in `/memcpy`. Devices
    without records are in `names` too.
    """

    role: Indices
    device: Indices
    names: list[str]


def sort_devices(records: RunRecords) -> RunDevices:
    """Return the device and role of each record; the role of duplicates is `REPEATED`."""
    bases, is_stream, is_memcpy = [], [], []
    for name in records.devices:
        match = _TRACED.match(name)
        base = name if match is None else match[1]
        # Old runtimes write `/gpu:0` for `/device:GPU:0`.
        bases.append(_OLD_DEVICE.sub(lambda old: f"/device:{old[1].upper()}:{old[2]}", base))
        is_memcpy.append(match is not None and match[2] is not None)
        is_stream.append(match is not None and match[2] is None)
    full_names = {base for base in bases if base.startswith("/job:")}
    for row, base in enumerate(bases):  # a device without a job is the only one that ends like it
        alike = [name for name in full_names if name.endswith(base)] if base else []
        bases[row] = alike[0] if len(alike) == 1 else base
    rows = {name: row for row, name in enumerate(dict.fromkeys(bases))}
    names = list(rows)
    device = np.array([rows[base] for base in bases], dtype=np.int32)[records.device]
    is_copy_name = [bool(_COPY_NAME.search(name)) for name in records.names]
    on_stream = np.array(is_stream, dtype=np.bool_)[records.device]
    is_copy = on_stream & np.array(is_copy_name, dtype=np.bool_)[records.name]
    is_copy |= np.array(is_memcpy, dtype=np.bool_)[records.device]
    role = np.where(is_copy, COPY, np.where(on_stream, KERNEL, EXECUTED)).astype(np.int8)
    role[_repeated(records, device, role)] = REPEATED
    copies = np.flatnonzero(role == COPY)
    homes, index = np.unique(device[copies], return_inverse=True)
    device[copies] = len(names) + index
    return RunDevices(role, device, [*names, *(f"{names[home]}/memcpy" for home in homes)])


def _repeated(records: RunRecords, device: Indices, role: Indices) -> Indices:
    """Return the records of kernels and copies that repeat an earlier one, copies first."""
    rows = np.flatnonzero(role != EXECUTED)
    rows = rows[np.argsort(role[rows] != COPY, kind="stable")]
    columns = (records.end[rows], records.start[rows], records.name[rows], device[rows])
    order = np.lexsort(columns)
    keys = np.stack([column[order] for column in columns])
    is_same = np.zeros(rows.size, dtype=np.bool_)
    is_same[1:] = (keys[:, 1:] == keys[:, :-1]).all(axis=0)
    repeated: Indices = rows[order[is_same]]
    return repeated
