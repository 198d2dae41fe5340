"""Which pages may show the dashboard in a frame."""

from argparse import ArgumentTypeError

import pytest

from scopeboard.config.frame_ancestors import LOOPBACK_ANCESTORS, frame_ancestor
from scopeboard.web.security import Access
from tools.app_client import BROWSER, client


def test_only_named_pages_may_show_this_one_in_a_frame() -> None:
    for ancestors, expected in (
        ((), "frame-ancestors 'self';"),
        (LOOPBACK_ANCESTORS, "frame-ancestors 'self' http://localhost:* https://localhost:* "),
        (("https://a.example",), "frame-ancestors 'self' https://a.example;"),
    ):
        for path in ("/", "/nowhere", "/api/status"):
            headers = client(Access(frame_ancestors=ancestors)).get(path, headers=BROWSER).headers
            assert expected in headers["content-security-policy"]
            assert "x-frame-options" not in headers
    assert "vscode-webview:" in LOOPBACK_ANCESTORS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://a.example", ("https://a.example",)),
        ("https://A.example:8443/", ("https://a.example:8443",)),
        ("http://10.0.0.7:8888", ("http://10.0.0.7:8888",)),
        ("http://gpu-box", ("http://gpu-box",)),
        ("vscode-webview:", ("vscode-webview:", "vscode-file:")),
    ],
)
def test_whole_origins_may_be_frame_ancestors(text: str, expected: tuple[str, ...]) -> None:
    assert frame_ancestor(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("*", "https://*.a.example", "https://a.example:*", "a.example", "https:", "https://", ""),
        *("https://a.example/path", "https://a.example?", "https://a.example#x", "'none'", "null"),
        *("https://a.example; script-src *", "https://a.example,b", "https://u@a.example"),
        *(
            "https://a.example:0",
            "https://a.example:99999",
            "https://a.example:",
            "ftp://a.example",
        ),
        *("http://[::1]:8888", "https://a..example", "https://-a.example", "data:", "https://é.fr"),
        *("https://a.example\r\nX: y", " https://a.example", "https://a.example/\n"),
    ],
)
def test_nothing_else_may_be_a_frame_ancestor(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        frame_ancestor(text)
