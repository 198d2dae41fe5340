"""Facts about the server that the command line sets; imports nothing of the package."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """What the command line says of a server.

    `log_directory` is its title; `location` names the log directories as they were given, empty
    where that is the path of the only one. `samples` is the value of `--samples_per_plugin`.
    """

    log_directory: str = ""
    location: str = ""
    window_title: str = ""
    samples: Mapping[str, int] = field(default_factory=dict)
