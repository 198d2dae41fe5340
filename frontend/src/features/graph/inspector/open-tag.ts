/** The card of a tag that another tab shows: which tab, and how the address says so. */
import type { Run } from "../../../api/types";
import { commitHistory, urlText } from "../../../state/address/url-state";
import { showRun } from "../../../state/runs/runs";

const tab = urlText("tab");
/** Where a tab says which of its cards fills the page, by the kind of tags. */
const CARDS = {
  scalars: { tab: "scalars", card: urlText("card") },
  histograms: { tab: "distributions", card: urlText("histogram") },
} as const;
export type Charted = keyof typeof CARDS;

/** Shows the whole card of a tag, and on it the run whose small chart led there. */
export function openCard(kind: Charted, tag: string, run: Run | undefined): void {
  if (run !== undefined) showRun(run.name);
  tab.value = CARDS[kind].tab;
  CARDS[kind].card.value = tag;
  commitHistory();
}

export function isCharted(kind: string): kind is Charted {
  return Object.hasOwn(CARDS, kind);
}
