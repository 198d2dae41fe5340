"""Pictures of a page that can be compared pixel for pixel."""

from hashlib import sha256

from playwright.sync_api import Locator, Page

PAUSE = 300  # ms

# A busy machine may show no frame within a pause, and what was hidden would never have been gone.
SHOW_AS = """async (display) => {
  document.documentElement.style.display = display;
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}"""


def picture(page: Page, part: Locator | None = None) -> str:
    """Return a digest of the pixels of a page, or of a part of it, once it has come to rest.

    What Chromium paints a part at a time, as things change, differs in the shade of some edges:
    everything is painted at once first.
    """
    for display in ("none", "block"):
        page.evaluate(SHOW_AS, display)
        page.wait_for_timeout(PAUSE)
    before, now = b"", (part or page).screenshot(animations="disabled")
    while now != before:
        page.wait_for_timeout(PAUSE)
        before, now = now, (part or page).screenshot(animations="disabled")
    return sha256(now).hexdigest()  # two pictures that differ are pages of output
