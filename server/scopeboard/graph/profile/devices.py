"""What ran where: the devices of a RunMetadata, each piece of work counted once.

A step on a GPU is told of several times: the executor's record of each op under the device itself
(`…/device:GPU:0`: that the op was launched), each kernel under its stream (`…/stream:7`) and again
under `…/stream:all`, each copy under its stream and under `…/memcpy`. Within one GPU, what streams
and memcpy tell is united: records of the same name, start and end are one. Kernels then belong to
the GPU itself, copies to a device of their own.
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

_STREAM: Final = re.compile(r"^(.*?)/stream:([^/]*)$")
_MEMCPY: Final = re.compile(r"^(.*?)/memcpy$")
_OLD_DEVICE: Final = re.compile(r"/(cpu|gpu):(\d+)$")
_COPY_NAME: Final = re.compile(r":MEM(?:CPY|SET)|^MEM(?:CPY|SET)")


@dataclass(frozen=True, slots=True)
class RunDevices:
    """What each record is, `EXECUTED`, `KERNEL`, `COPY` or `REPEATED`, and its row in `names`.

    `names` are devices as a graph writes them; that of copies ends in `/memcpy`. Devices under
    which nothing stands are among them.
    """

    role: Indices
    device: Indices
    names: list[str]


@dataclass(frozen=True, slots=True)
class _Written:
    """A device as the runtime wrote it: the device proper, and what of it is told of."""

    base: str
    is_memcpy: bool
    stream: str | None


def sort_devices(records: RunRecords) -> RunDevices:
    """Tell executors, kernels and copies apart, and find what is told more than once."""
    written = [_read_device(name) for name in records.devices]
    rows = {name: row for row, name in enumerate(dict.fromkeys(_full_names(written)))}
    device = _take([rows[name] for name in _full_names(written)], records.device)
    is_memcpy = _take([each.is_memcpy for each in written], records.device) > 0
    is_stream = _take([each.stream is not None for each in written], records.device) > 0
    is_copy = _take([bool(_COPY_NAME.search(name)) for name in records.names], records.name) > 0
    is_copy = is_memcpy | (is_stream & is_copy)
    role = np.where(is_copy, COPY, np.where(is_stream, KERNEL, EXECUTED)).astype(np.int8)
    role[_repeated(records, device, role)] = REPEATED
    return _with_copy_devices(role, device, list(rows))


def _take(of_text: list[int] | list[bool], texts: Indices) -> Indices:
    """Return for each record what is known of its text."""
    return np.array(of_text, dtype=np.int32)[texts] if of_text else texts


def _read_device(name: str) -> _Written:
    if match := _STREAM.match(name):
        return _Written(_new_name(match[1]), is_memcpy=False, stream=match[2])
    if match := _MEMCPY.match(name):
        return _Written(_new_name(match[1]), is_memcpy=True, stream=None)
    return _Written(_new_name(name), is_memcpy=False, stream=None)


def _new_name(base: str) -> str:
    """Write `/gpu:0`, as old runtimes do, as `/device:GPU:0`."""
    return _OLD_DEVICE.sub(lambda match: f"/device:{match[1].upper()}:{match[2]}", base)


def _full_names(written: list[_Written]) -> list[str]:
    """Return the devices proper; one without a job is the only other that ends like it, if any."""
    whole = {each.base for each in written if each.base.startswith("/job:")}
    names = []
    for each in written:
        alike = [base for base in whole if base.endswith(each.base)] if each.base else []
        names.append(alike[0] if len(alike) == 1 else each.base)
    return names


def _repeated(records: RunRecords, device: Indices, role: Indices) -> Indices:
    """Return the records of kernels and copies that an earlier one tells of, copies first."""
    rows = np.flatnonzero(role != EXECUTED)
    rows = rows[np.argsort(role[rows] != COPY, kind="stable")]
    columns = (records.end[rows], records.start[rows], records.name[rows], device[rows])
    order = np.lexsort(columns)
    keys = np.stack([column[order] for column in columns])
    is_same = np.zeros(rows.size, dtype=np.bool_)
    is_same[1:] = (keys[:, 1:] == keys[:, :-1]).all(axis=0)
    repeated: Indices = rows[order[is_same]]
    return repeated


def _with_copy_devices(role: Indices, device: Indices, names: list[str]) -> RunDevices:
    """Give the copies of each device one of their own, behind all others."""
    copies = np.flatnonzero(role == COPY)
    homes, place = np.unique(device[copies], return_inverse=True)
    device[copies] = len(names) + place
    return RunDevices(role, device, [*names, *(f"{names[home]}/memcpy" for home in homes)])
