"""`log_system`: how busy the machine is while a training runs, as scalars in its log."""

import os
import time
from threading import Event, Thread
from typing import Final

from scopeboard.closing import Closing
from scopeboard.system.machine_use import gpu_use, memory_use, processor_times
from scopeboard.system.process_use import process_use
from scopeboard.writer.summary_writer import SummaryWriter

_LEAST_SECONDS: Final = 0.1


class SystemLog(Closing):
    """A thread that writes measurements of the machine until it is closed."""

    def __init__(self, writer: SummaryWriter, every: float) -> None:
        """See `log_system`."""
        self._writer = writer
        self._every = every
        self._begun = time.monotonic()
        self._seen = _Seen()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="scopeboard-system", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write the last measurements and end; the second time this does nothing."""
        if not self._stop.is_set():
            self._stop.set()
            self._thread.join()

    def _run(self) -> None:
        is_last = False
        while not is_last:
            is_last = self._stop.wait(self._every)
            step = round(time.monotonic() - self._begun)
            for name, value in self._seen.measure().items():
                self._writer.add_scalar(f"system/{name}", value, step)


def log_system(writer: SummaryWriter, every: float = 10.0) -> SystemLog:
    """Write use of processors, memory and NVIDIA GPUs as scalars `system/…` from now on.

    The step is the time since the call in seconds. The processor and memory of the machine are
    known on Linux, GPUs where there is `nvidia-smi`; `process_percent` is of one processor.

    Args:
        writer: writes the log, and is closed after what is returned.
        every: seconds between two measurements.

    Returns:
        what ends it: `close()`, or the end of a `with` block.

    Raises:
        ValueError: `every` is below 0.1 s.

    Examples:
        >>> with sb.SummaryWriter("written/system") as writer, sb.log_system(writer, every=0.1):
        ...     total = sum(range(1000))
        >>> with sb.open("written", use_index=False) as log:
        ...     len(log.scalars("system/process_percent", "system")) > 0
        True
    """
    if not every >= _LEAST_SECONDS:
        raise ValueError(f"{every} s between two measurements are less than {_LEAST_SECONDS} s")
    return SystemLog(writer, every)


class _Seen:
    """The counts of the last measurement, which shares of time are since."""

    def __init__(self) -> None:
        self._time = time.monotonic()
        self._process = _process_seconds()
        self._machine = processor_times()

    def measure(self) -> dict[str, float]:
        """Return the values by name; percents are of the time since the last call."""
        now, process, machine = time.monotonic(), _process_seconds(), processor_times()
        passed = max(now - self._time, 1e-9)
        values = {"process_percent": 100 * (process - self._process) / passed}
        if machine is not None and self._machine is not None:
            busy, ticks = (
                after - before for after, before in zip(machine, self._machine, strict=True)
            )
            values["processors_percent"] = 100 * busy / max(ticks, 1.0)
        self._time, self._process, self._machine = now, process, machine
        sizes = {"process_memory_bytes": process_use().resident_bytes, "memory_bytes": memory_use()}
        values |= {name: float(size) for name, size in sizes.items() if size is not None}
        for number, gpu in enumerate(gpu_use()):
            values |= {f"gpu{number}_{name}": value for name, value in gpu.items()}
        return values


def _process_seconds() -> float:
    """Return the processor time of this process and of the children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
