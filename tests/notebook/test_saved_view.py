"""Views that stay in the notebook."""

import gzip
import re
from base64 import b64decode
from datetime import UTC, datetime
from html import unescape

from scopeboard.notebook.saved_view import saved_view, without_view


def test_the_report_is_in_a_frame_of_its_own_and_unpacks_itself() -> None:
    report = "<!doctype html><p>“1 < 2”".encode()
    html = saved_view("abc", report, 300, "<runs>", datetime(2026, 1, 2, 3, 4, tzinfo=UTC))
    frame = re.search(r'<iframe sandbox="([^"]+)" title="Scopeboard" srcdoc="([^"]+)"', html)
    assert frame
    assert "allow-same-origin" not in frame[1]
    packed = re.search(r'atob\("([^"]+)"\)', unescape(frame[2]))
    assert packed
    assert gzip.decompress(b64decode(packed[1])) == report
    assert 'data-scopeboard-report="abc"' in html
    assert "&lt;runs&gt;, as it was on 2026-01-02 at 03:04." in html
    assert "height:300px" in html


def test_without_a_view_there_is_the_reason() -> None:
    assert without_view("abc", "1 < 2") == '<p data-scopeboard-report="abc">1 &lt; 2</p>'
