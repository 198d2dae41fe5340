"""Index a log directory into a shared index, once: read what is new, and write a generation."""

from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple

from scopeboard.errors import NotFoundError, UnavailableError
from scopeboard.files.location import Location
from scopeboard.files.objects import Objects
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.loader import Loader
from scopeboard.store.open_shared import SharedWriter, open_shared_writer
from scopeboard.store.progress import Progress
from scopeboard.store.shared.manifest import Manifest
from scopeboard.store.store import Store
from scopeboard.store.tables.file_warnings import UNREADABLE

_ATTEMPTS: Final = 20  # while others write the same index; each begins from what they have written


class Indexed(NamedTuple):
    """The newest generation after a pass, and whether this pass has written it.

    `read_bytes` are those of event files that were read. `unread` are sentences on what could not
    be read, and is missing.
    """

    manifest: Manifest
    is_new: bool
    read_bytes: int
    unread: list[str]


def index_log(
    log: Location,
    objects: Objects,
    limits: Limits | None = None,
    report: Callable[[Progress], None] = lambda _: None,
) -> Indexed:
    """Read what is new in a log directory, and write it as a generation of a shared index.

    Args:
        log: the log directory.
        objects: the directory of the index.
        limits: bounds on memory and processes.
        report: is called with the progress now and then.

    Raises:
        NotFoundError: there are no event files, and nothing was written.
        SettingsError: what is there is no index of this log directory that this version reads.
        UnavailableError: something cannot be read now, or others write the index all the time.
        OSError: something cannot be written.
    """
    read_bytes = 0
    for _ in range(_ATTEMPTS):
        writer = open_shared_writer(objects, log)
        store = writer.store
        before = int(store.file_states()["offset"].sum())
        loader = Loader(store, log, limits)
        try:
            _read(loader, writer, report)
            read_bytes += max(0, int(store.file_states()["offset"].sum()) - before)
            absence = next((each.absence for each in store.searched if each.absence), None)
            if absence is not None and writer.base is not None:
                raise UnavailableError(
                    f"The index stays as it is, because not all of {log} is there: "
                    f"{absence.message}"
                )
            if not store.progress.files:
                raise NotFoundError(f"There are no event files in {log}; nothing is written.")
            unread = [*_unread(store), *([absence.message] if absence else [])]
            manifest = writer.commit()
        finally:
            loader.close()
        if manifest is not None:
            base = writer.base.found.manifest if writer.base else None
            return Indexed(manifest, manifest is not base, read_bytes, unread)
    raise UnavailableError(f"Others write the index {objects.address} all the time; try again.")


def _unread(store: Store) -> list[str]:
    """Return sentences on files and directories that could not be read."""
    found = [each.unreadable_message for each in store.searched if each.unreadable]
    found += [each.too_deep_message for each in store.searched if each.too_deep]
    return found + [
        f"{warning.file}: {warning.message}."
        for run in store.each_run()
        for warning in run.warnings
        if warning.kind == UNREADABLE
    ]


def _read(loader: Loader, writer: SharedWriter, report: Callable[[Progress], None]) -> None:
    """Read all that is new."""
    loader.scan()
    while loader.read_next():
        loader.flush()
        report(writer.store.progress)
        if loader.is_paused:
            message = " ".join(notice.message for notice in writer.store.notices)
            raise UnavailableError(message or "There is no space to read the log.")
    writer.store.flush(monotonic(), everything=True)
    report(writer.store.progress)
