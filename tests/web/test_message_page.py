"""Pages that say what is wrong with a request."""

import re
from html import unescape
from urllib.parse import urljoin

import pytest

from scopeboard.web.security import Access
from tools.app_client import BROWSER, client


@pytest.mark.parametrize(
    ("access", "path", "prefix", "said"),
    [
        (Access(), "/no/where", "", "There is nothing at /no/where."),
        (Access(), "/", "/x/y", "There is nothing at /. Scopeboard is at /x/y/."),
        (Access(), "/x/yz", "/x/y", "There is nothing at /x/yz. Scopeboard is at /x/y/."),
        (Access(), "/x/y/z", "/x/y", "There is nothing at /x/y/z."),
    ],
)
def test_a_wrong_path_is_a_page_for_people_and_json_for_programs(
    access: Access, path: str, prefix: str, said: str
) -> None:
    asking = client(access, path_prefix=prefix)
    page = asking.get(path, headers=BROWSER)
    assert page.status_code == 404
    assert said in unescape(page.text)
    found = re.search('<a href="([^"]*)">', page.text)
    assert found
    assert 'id="app"' in asking.get(urljoin(str(page.url), found[1])).text
    assert asking.get(path).json()["error"]["kind"] == "http"


def test_addresses_for_programs_answer_json_to_everybody() -> None:
    for path in ("/api/nowhere", "/data/plugin/scalars/scalars?tag=x", "/api/runs/nowhere"):
        answer = client(Access()).get(path, headers=BROWSER)
        assert answer.status_code >= 400
        assert answer.headers["content-type"].startswith(("application/json", "text/plain"))


def test_the_page_for_an_unknown_host_names_the_flag() -> None:
    page = client(Access()).get("/", headers={"Host": "board.example:80", **BROWSER})
    assert page.status_code == 400
    assert "--allow_host board.example<" in page.text
    odd = client(Access()).get("/", headers={"Host": "<b>", **BROWSER})
    assert "<b>" not in odd.text
