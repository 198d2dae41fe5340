"""The configurations of runs, in memory: ingest reads the files again after a restart."""

from collections.abc import Mapping
from typing import Final

from scopeboard.configurations.configuration import Configuration
from scopeboard.types import Hparams, HparamValue, RunId

MAX_LISTED: Final = 20_000
"""With more values in all runs together, lists of runs omit those that are equal in all runs."""

_NONE: Final = Configuration()


class RunConfigurations:
    """Configurations by run; equal values of many runs are in memory once."""

    def __init__(self) -> None:
        self._by_run: dict[RunId, Configuration] = {}
        self._pairs: dict[tuple[str, type, HparamValue], tuple[str, HparamValue]] = {}
        self._listed: frozenset[str] | None = None
        self._lists_all = True

    def __len__(self) -> int:
        """Return the number of runs with a configuration."""
        return len(self._by_run)

    def update(self, changes: Mapping[RunId, Configuration]) -> list[RunId]:
        """Replace configurations, empty ones to remove them; return the runs that changed."""
        changed = [run for run, new in changes.items() if new != self.of(run)]
        for run in changed:
            new = changes[run]
            if new == _NONE:
                del self._by_run[run]
                continue
            values = tuple(
                self._pairs.setdefault((name, type(value), value), (name, value))
                for name, value in new.values
            )
            self._by_run[run] = Configuration(values, new.warnings)
        if changed:
            self._listed = None
        if not self._by_run:
            self._pairs.clear()
        return changed

    def replace(self, configurations: Mapping[RunId, Configuration]) -> None:
        """Replace all configurations."""
        self.update(dict.fromkeys(self._by_run, _NONE) | dict(configurations))

    def all(self) -> dict[RunId, Configuration]:
        """Return the configurations of all runs that have one."""
        return dict(self._by_run)

    def of(self, run: RunId) -> Configuration:
        """Return the configuration of a run, empty without one."""
        return self._by_run.get(run, _NONE)

    def listed(self, run: RunId) -> Hparams:
        """Return the values of a run for a list of all runs, whose length is bounded by this."""
        values = self.of(run).values
        names = self._listed_names() if values else None
        if names is None:
            return values
        return tuple((name, value) for name, value in values if name in names)

    def _listed_names(self) -> frozenset[str] | None:
        """Return the names that lists of runs have, None for all."""
        if self._listed is None:
            every = [dict(each.values) for each in list(self._by_run.values())]
            self._lists_all = sum(map(len, every)) <= MAX_LISTED
            same = set(every[0].items())
            for values in every[1:]:
                same &= values.items()
            names = {name for values in every for name in values}
            self._listed = frozenset(names - {name for name, _ in same})
        return None if self._lists_all else self._listed
