"""Links of an index page, as web servers write them for a directory."""

from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit


class Link(NamedTuple):
    """A file or directory directly in that of a page, by its name, and the text after its link.

    The text most often has a date and a size, in a form of the server's own: if it is another, the
    file has changed.
    """

    name: str
    is_directory: bool
    text: str


class _Links(HTMLParser):
    """Collects the targets of links, each with the text that follows."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[str]]] = []
        self._is_inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        href = dict(attrs).get("href") if tag == "a" else None
        if href:
            self.found.append((href, []))
            self._is_inside = True

    def handle_endtag(self, tag: str) -> None:
        self._is_inside = self._is_inside and tag != "a"

    def handle_data(self, data: str) -> None:
        if self.found and not self._is_inside:
            self.found[-1][1].append(data)


def links_of(page: str, url: str) -> list[Link]:
    """Return what an index page lists, each once.

    Links that lead elsewhere, up, or to the page itself in another order are left out.

    Args:
        page: HTML.
        url: of the directory, with a slash at its end.
    """
    parser = _Links()
    parser.feed(page)
    here = urlsplit(url)
    links: dict[str, Link] = {}
    for href, texts in parser.found:
        try:
            target = urlsplit(urljoin(url, href))
        except ValueError:
            continue
        below = unquote(target.path).removeprefix(unquote(here.path))
        name = below.removesuffix("/")
        is_below = target.netloc == here.netloc and unquote(target.path).startswith(
            unquote(here.path)
        )
        if not is_below or target.query or "/" in name or name in {"", ".", ".."}:
            continue
        text = " ".join(" ".join(texts).split())
        links.setdefault(name, Link(name, below.endswith("/"), text))
    return list(links.values())
