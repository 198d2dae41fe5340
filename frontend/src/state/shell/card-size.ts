/** How large cards are drawn: one choice for all tabs, in the address. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { CardSize } from "../../lib/lists/card-layout";
import { commitHistory, urlText } from "../address/url-state";

const text = urlText("cards");

export const cardSize: ReadonlySignal<CardSize> = computed(() =>
  text.value === "S" || text.value === "L" ? text.value : "M",
);

export function chooseCardSize(next: CardSize): void {
  text.value = next;
  commitHistory();
}
