/** A cell with charts alone: without the bars and the run table around them. */
import { boot } from "../state/base/boot";

const AROUND = ".app-top-bar, .app-run-panel, .app-skip-link, .ui-tab-toolbar";

/** Hides all of the page but the content of its tab. */
function showTabAlone(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${AROUND} { display: none }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

if (boot.is_card) showTabAlone();
