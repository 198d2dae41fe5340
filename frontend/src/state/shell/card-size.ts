/** How large cards are drawn: one choice for all tabs, in the address. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { commitHistory, urlText } from "../address/url-state";

export const CARD_SIZES = ["S", "M", "L"] as const;
export type CardSize = (typeof CARD_SIZES)[number];

const text = urlText("cards");

export const cardSize: ReadonlySignal<CardSize> = computed(
  () => CARD_SIZES.find((known) => known === text.value) ?? "M",
);

export function chooseCardSize(next: CardSize): void {
  text.value = next;
  commitHistory();
}
