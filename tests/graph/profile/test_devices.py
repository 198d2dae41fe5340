"""The devices of records: GPU streams and copies, each counted once."""

from collections import Counter

import pytest

from graph.run_metadatas import CPU, GPU, metadata, ran
from scopeboard.graph.profile.devices import COPY, EXECUTED, KERNEL, REPEATED, sort_devices
from scopeboard.graph.profile.run_metadata import read_records
from scopeboard.wire.run_metadata_pb2 import NodeExecStats

ROLES = {COPY: "copy", EXECUTED: "executed", KERNEL: "kernel"}


def counted(devices: dict[str, list[NodeExecStats]]) -> Counter[tuple[str, str, str]]:
    """Return the name, role and device of the records that count, with their number."""
    records = read_records(metadata(devices))
    result = sort_devices(records)
    return Counter(
        (records.names[name], ROLES[role], result.names[device])
        for name, role, device in zip(
            records.name.tolist(), result.role.tolist(), result.device.tolist(), strict=True
        )
        if role != REPEATED
    )


def kernel(name: str, start: int) -> NodeExecStats:
    return ran(name, start, (0, 5, 5))


def test_records_of_executors_keep_their_device() -> None:
    assert counted({CPU: [ran("a")], GPU: [ran("b")]}) == {
        ("a", "executed", CPU): 1,
        ("b", "executed", GPU): 1,
    }


def test_kernels_are_counted_once_and_belong_to_their_gpu() -> None:
    kernels = [kernel("a:MatMul", 10), kernel("b:Add", 20)]
    both = {
        ("a", "executed", GPU): 1,
        ("a:MatMul", "kernel", GPU): 1,
        ("b:Add", "kernel", GPU): 1,
    }
    launch = {GPU: [ran("a")]}
    everywhere = {f"{GPU}/stream:all": kernels, f"{GPU}/stream:7": kernels[:1]}
    assert counted({**launch, **everywhere, f"{GPU}/stream:9": kernels[1:]}) == both
    assert (
        counted({**launch, f"{GPU}/stream:7": kernels[:1], f"{GPU}/stream:9": kernels[1:]}) == both
    )


def test_an_op_may_have_several_kernels() -> None:
    kernels = [kernel("a:Conv", 10), kernel("a:Conv", 20)]
    assert counted({f"{GPU}/stream:all": kernels, f"{GPU}/stream:7": kernels}) == {
        ("a:Conv", "kernel", GPU): 2
    }


def test_copies_have_a_device_of_their_own() -> None:
    copy = kernel("x:MEMCPYHtoD", 10)
    expected = {("x:MEMCPYHtoD", "copy", f"{GPU}/memcpy"): 1, ("a:Add", "kernel", GPU): 1}
    streams = {f"{GPU}/stream:all": [kernel("a:Add", 30)], f"{GPU}/stream:7": [copy]}
    assert counted({**streams, f"{GPU}/memcpy": [copy]}) == expected
    assert counted(streams) == expected


def test_gpus_are_separate() -> None:
    other = GPU.replace("GPU:0", "GPU:1")
    same = [kernel("a:Add", 10)]
    assert counted({f"{GPU}/stream:all": same, f"{other}/stream:all": same}) == {
        ("a:Add", "kernel", GPU): 1,
        ("a:Add", "kernel", other): 1,
    }


@pytest.mark.parametrize("written", ["/device:GPU:0/stream:all", "/gpu:0/stream:all"])
def test_a_gpu_without_its_job_is_the_only_one_of_that_number(written: str) -> None:
    assert counted({GPU: [ran("a")], written: [kernel("a:Add", 10)]}) == {
        ("a", "executed", GPU): 1,
        ("a:Add", "kernel", GPU): 1,
    }


def test_a_gpu_without_its_job_is_ambiguous_with_two_jobs() -> None:
    other = GPU.replace("task:0", "task:1")
    assert ("a:Add", "kernel", "/device:GPU:0") in counted(
        {GPU: [ran("a")], other: [ran("a")], "/gpu:0/stream:all": [kernel("a:Add", 10)]}
    )


def test_devices_without_records_are_listed() -> None:
    records = read_records(metadata({"/device:CPU:0": []}))
    assert sort_devices(records).names == ["/device:CPU:0"]
    assert counted({}) == {}
