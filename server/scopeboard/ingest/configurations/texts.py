"""Texts with hyper-parameters as JSON, as Hugging Face's Trainer logs them when it begins."""

from collections.abc import Collection, Iterator
from typing import Final

from scopeboard.configurations.configuration import CONFIGURATION_TEXTS, Configuration
from scopeboard.configurations.parse import MAX_BYTES, read_json_text
from scopeboard.events.values.summary import read_text
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import LoggedValues, read_values
from scopeboard.types import RunId, TagKey

_RECORD_BYTES: Final = 2 * MAX_BYTES


class LoggedConfigurations:
    """The texts of all runs; finds those that were logged since the last request."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._values = LoggedValues(store)
        self._counts: dict[str, dict[RunId, int]] = {tag: {} for tag in CONFIGURATION_TEXTS}

    def changed(self) -> list[tuple[RunId, str]]:
        """Return the runs and tags with other texts than at the last call."""
        changed: list[tuple[RunId, str]] = []
        for tag, before in self._counts.items():
            counts = self._store.value_counts(TagKey("text", tag))
            runs = {run for run, _ in counts.items() ^ before.items()}
            changed += [(run, tag) for run in runs]
            self._counts[tag] = counts
        return changed

    def read(self, runs: Collection[RunId], tag: str) -> Iterator[tuple[RunId, Configuration]]:
        """Yield the last text of each run as hyper-parameters; an empty one without such a text."""
        found = set()
        for series in self._values.find(TagKey("text", tag), runs):
            if not len(series):
                continue
            (text,) = read_values(series, [len(series) - 1], read_text, _RECORD_BYTES)
            found.add(series.run)
            if isinstance(text, Exception) or text.size != 1:
                yield series.run, Configuration()
            else:
                yield series.run, Configuration(read_json_text(str(text.item())))
        for run in runs:
            if run not in found:
                yield run, Configuration()
