/** The card of a tag on another tab of the page, whichever session leads there. */
import type { Run } from "../../../api/types";
import { commitHistory, urlText } from "../../../state/address/url-state";
import { showRun } from "../../../state/runs/runs";

/** The tab that shows a kind of tags, and the key of the address for its card in full screen. */
const CARDS = {
  scalars: { tab: "scalars", key: "card" },
  histograms: { tab: "distributions", key: "histogram" },
} as const;
export type Charted = keyof typeof CARDS;

/** Shows the whole card of a tag, and on it the run whose small chart led there. */
export function openTag(kind: Charted, tag: string, run: Run | undefined): void {
  if (run !== undefined) showRun(run.name);
  urlText("tab").value = CARDS[kind].tab;
  urlText(CARDS[kind].key).value = tag;
  commitHistory();
}

export function isCharted(kind: string): kind is Charted {
  return Object.hasOwn(CARDS, kind);
}
