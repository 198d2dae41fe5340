"""A connection to the scheduler of a Dask cluster."""

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final, Literal

from scopeboard import __version__
from scopeboard.cluster.tasks import version
from scopeboard.errors import SettingsError, UnavailableError
from scopeboard.system.processes import processors

if TYPE_CHECKING:  # the extra `cluster`
    from distributed import Client, Future, LocalCluster

LOCAL: Final = "local"
"""The address that stands for worker processes on this machine."""

_CONNECT_SECONDS: Final = 20
_CLOSE_SECONDS: Final = 2
_RETRIES: Final = 3  # of a task that fails; those whose worker was lost are repeated besides


class Cluster:
    """Runs tasks on the workers of a scheduler, which places, repeats and reports them.

    Args:
        address: of the scheduler, such as `tcp://host:8786`, or `LOCAL`.
        seconds: to wait for a connection.

    Raises:
        SettingsError: Dask is not installed, or the workers have another version of this program.
        UnavailableError: there is no scheduler at the address.
    """

    def __init__(self, address: str, seconds: float = _CONNECT_SECONDS) -> None:
        self.address = address
        self._local: LocalCluster | None = None
        try:
            import distributed  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise SettingsError(
                "--scheduler needs Dask: pip install 'scopeboard[cluster]'."
            ) from error
        _silence()
        try:
            if address == LOCAL:
                self._local = distributed.LocalCluster(
                    n_workers=processors(),
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            self._client: Client = distributed.Client(
                self._local or address, timeout=seconds, set_as_default=False
            )
        except (OSError, ValueError) as error:  # OSError includes a timeout
            raise UnavailableError(
                f"There is no scheduler at {address}: {str(error) or 'it does not answer'}."
            ) from error
        try:
            self._check()
        except BaseException:
            self.close()
            raise

    @property
    def is_alive(self) -> bool:
        """Whether the scheduler can be reached."""
        return self._client.status == "running"

    @property
    def threads(self) -> int:
        """How many tasks run at once, at present.

        Raises:
            UnavailableError: the scheduler is gone.
        """
        try:
            return sum(self._client.nthreads().values())
        except (OSError, RuntimeError, ValueError) as error:
            raise self.gone() from error

    def submit(
        self, kind: Literal["read", "write"], task: Callable[..., object], *arguments: object
    ) -> "Future[Any]":
        """Begin a task; its kind is in the name under which the scheduler reports it.

        Raises:
            UnavailableError: the scheduler is gone.
        """
        if not self.is_alive:
            raise self.gone()
        key = f"scopeboard-{kind}-{token_hex(8)}"
        future: Future[Any] = self._client.submit(
            task, *arguments, key=key, pure=False, retries=_RETRIES
        )
        return future

    def result(self, future: "Future[Any]") -> Any:  # noqa: ANN401 - of any task
        """Wait for a task and return its result.

        Raises:
            UnavailableError: the scheduler is gone.
            Exception: that of the task.
        """
        from distributed.comm.core import CommClosedError  # noqa: PLC0415 - as above

        try:
            return future.result()
        except (CancelledError, CommClosedError) as error:
            raise self.gone() from error

    def close(self) -> None:
        """End the connection, and worker processes of this machine."""
        with suppress(OSError):  # a scheduler that is gone does not answer in time
            self._client.close(timeout=_CLOSE_SECONDS)
        if self._local is not None:
            self._local.close(timeout=_CLOSE_SECONDS)

    def gone(self) -> UnavailableError:
        """Return the error of a scheduler that is gone."""
        return UnavailableError(
            f"The scheduler {self.address} is gone; the index has what the last generation has."
        )

    def _check(self) -> None:
        """Compare the versions of this program on workers.

        Raises:
            SettingsError: a worker has another one, or none.
        """
        try:
            found = self._client.run(version)
        except Exception as error:
            raise SettingsError(
                f"The workers of {self.address} cannot run Scopeboard {__version__}; install "
                f"'scopeboard[cluster,remote]' there ({error!r})."
            ) from error
        others = sorted({other for other in found.values() if other != __version__})
        if others:
            raise SettingsError(
                f"Workers of {self.address} have Scopeboard {', '.join(others)}, and not "
                f"{__version__}."
            )


def _silence() -> None:
    """Keep lines of Dask out of the terminal: what matters of them is raised here."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in {"distributed", "tornado"}:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
