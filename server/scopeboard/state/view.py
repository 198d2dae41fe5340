"""Views of the page: a saved view by its name, or a link."""

from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from scopeboard.errors import QueryError, SettingsError
from scopeboard.state.saved_parts import SavedParts

_LONG: Final = "v"
_LINK_STARTS: Final = ("http://", "https://", "file://", "?", "#")


class View:
    """The settings of a page: the parameters of its URL."""

    def __init__(self, search: str) -> None:
        self.search = search
        self.smoothing = "0.6"
        """The smoothing of charts unless the view has one: a preference, or the default."""
        self.baseline = ""
        """The id of the baseline run, empty without one."""
        self.pairs = parse_qsl(search, keep_blank_values=True)

    def values(self, key: str) -> list[str]:
        """Return the values of a key in their order."""
        return [value for name, value in self.pairs if name == key]

    def value(self, key: str, default: str = "") -> str:
        """Return the first value of a key."""
        return next(iter(self.values(key)), default)


def find_view(named: str, state: SavedParts) -> View:
    """Return the view of a name, a query or a link; without any, the default view.

    Raises:
        SettingsError: there is no saved view of that name or link.
    """
    if not named:
        return View("")
    if named.startswith(_LINK_STARTS):
        view = View(urlsplit(named).query)
        link = view.value(_LONG)
        if not link:
            return View(urlencode([pair for pair in view.pairs if pair[0] != "token"]))
        search = _linked(link, state)
        if search is None:
            raise SettingsError(
                f"The view {link} of this link is not saved here: the link may be from another log "
                "directory, or from another --state_dir."
            )
        return View(search)
    saved = state.read("views").value.get("views", [])
    views = {each.get("name"): each.get("search") for each in saved if isinstance(each, dict)}
    search = views.get(named)
    if isinstance(search, str):
        return View(search)
    names = ", ".join(f"“{name}”" for name in views if isinstance(name, str))
    saved_names = f"The saved views are {names}." if names else "No view is saved here."
    raise SettingsError(f"No view is called “{named}”. {saved_names} A link works as well.")


def _linked(link: str, state: SavedParts) -> str | None:
    """Return the query of a short link; None if it is not saved."""
    try:
        part = state.read(f"link:{link}")
    except QueryError:  # no name of a part
        return None
    return str(part.value.get("search", "")) if part.revision else None
