"""The view that a report opens with: a saved view by its name, or a link."""

from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from scopeboard.errors import SettingsError
from scopeboard.state.state_file import StateFile

_LONG: Final = "v"
_LINK_STARTS: Final = ("http://", "https://", "file://", "?", "#")


class View:
    """The settings of a page: the parameters of its URL."""

    def __init__(self, search: str) -> None:
        self.search = search
        self.smoothing = "0.6"
        """The smoothing of charts unless the view has one: a preference, or the default."""
        self.pairs = parse_qsl(search, keep_blank_values=True)

    def values(self, key: str) -> list[str]:
        """Return the values of a key in their order."""
        return [value for own, value in self.pairs if own == key]

    def value(self, key: str, default: str = "") -> str:
        """Return the first value of a key."""
        return next(iter(self.values(key)), default)


def find_view(named: str, state: StateFile) -> View:
    """Return the view of a name, a query or a link; without any, the default view.

    Raises:
        SettingsError: there is no saved view of that name, or behind that link.
    """
    if not named:
        return View("")
    if named.startswith(_LINK_STARTS):
        return _linked(named, state)
    saved = state.read("views").value.get("views", [])
    views = {each.get("name"): each.get("search") for each in saved if isinstance(each, dict)}
    search = views.get(named)
    if isinstance(search, str):
        return View(search)
    names = ", ".join(f"“{name}”" for name in views if isinstance(name, str))
    there = f"The views saved here are {names}." if names else "No view is saved here."
    raise SettingsError(f"No view is called “{named}”. {there} A link may be given too.")


def _linked(link: str, state: StateFile) -> View:
    view = View(urlsplit(link).query)
    if not view.value(_LONG):
        rest = [(key, value) for key, value in view.pairs if key != "token"]
        return View(urlencode(rest))
    part = f"link:{view.value(_LONG)}"
    search = state.parts().get(part)
    if search is None:
        raise SettingsError(
            f"The view {view.value(_LONG)} of this link is not kept here: "
            "the link may be from another log directory, or from another --state_dir."
        )
    return View(str(search.value.get("search", "")))
