"""Facts about the server that the command line sets; this module imports nothing of the package."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """Facts about a server, from its command line.

    `log_directory` is its title. `location` is the flag with the log directories, empty if the path
    of the only one is meant. `samples` is the value of `--samples_per_plugin`.
    """

    log_directory: str = ""
    location: str = ""
    window_title: str = ""
    samples: Mapping[str, int] = field(default_factory=dict)
