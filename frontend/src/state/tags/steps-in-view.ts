/** The steps in view of a tab of several cards, each of which has steps of its own. */
import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { unionOfSteps } from "../../lib/algorithms/nearest-step";
import { useStepsInView } from "./selected-step";

const byCard = signal<ReadonlyMap<string, readonly number[]>>(new Map());
const union = computed(() => unionOfSteps([...byCard.value.values()]));

/** Says which steps a card has, ascending, while it is on the page. */
export function useStepsOfCard(card: string, steps: readonly number[]): void {
  useEffect(() => {
    byCard.value = new Map(byCard.peek()).set(card, steps);
    return () => {
      byCard.value = new Map([...byCard.peek()].filter(([other]) => other !== card));
    };
  }, [card, steps]);
}

/** Lets the keys go from step to step of all cards together; for the tab that holds them. */
export function useStepsOfCards(): void {
  useStepsInView(union.value);
}
