"""Files that a page gives away."""

import csv
from pathlib import Path

from playwright.sync_api import Locator


def taken(menu: Locator, form: str) -> str:
    """Return the file that a menu gives in a form."""
    menu.click()
    with menu.page.expect_download() as saved:
        menu.page.get_by_role("menuitem", name=form, exact=True).click()
    return Path(saved.value.path()).read_text("utf-8")


def taken_rows(menu: Locator) -> list[dict[str, str]]:
    """Return the rows of the table that a menu gives."""
    return list(csv.DictReader(taken(menu, "CSV").splitlines()))
