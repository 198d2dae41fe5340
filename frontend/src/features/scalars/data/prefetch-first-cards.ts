/**
 * Prefetches the data of the first cards, as soon as these are known. The cards themselves send
 * their requests only when they have been drawn, beside a table of perhaps thousands of runs: that
 * takes as long as the server needs for its answers.
 */
import { effect, untracked } from "@preact/signals";
import { isUndivided } from "../../../lib/lists/card-layout";
import { shownRuns } from "../../../state/runs/runs";
import { frameOf } from "../options/card-options";
import type { CardSpec } from "../options/card-spec";
import { axis, folded, fullScreenCard, settledSmoothing } from "../options/tab-options";
import { sections, tagsLoaded } from "../options/tags";
import { CARD_POINTS, queriesOver, smoothingParameter, tagRuns } from "./scalar-queries";
import { scalarsCache } from "./scalars-cache";

/** Browsers ask a server six questions at a time, and one of these is for changes. */
const MAX_QUESTIONS = 5;

function requestCards(cards: readonly CardSpec[]): void {
  const queries = cards.flatMap((card) => {
    const tags = tagRuns(card, shownRuns.value);
    return queriesOver(tags, {
      points: CARD_POINTS,
      axis: axis.value,
      range: frameOf(card.id).x,
      smoothing: smoothingParameter(settledSmoothing.value),
    });
  });
  const answerable = queries.filter(({ runs }) => runs.length > 0);
  for (const query of answerable.slice(0, MAX_QUESTIONS)) {
    scalarsCache.prefetch(query);
  }
}

/** Sends the requests once the tags have come; to be called once, when the runs have. */
export function prefetchFirstCards(): void {
  let isDone = false;
  effect(() => {
    if (isDone || !tagsLoaded.value) return;
    isDone = true;
    untracked(() => {
      if (fullScreenCard.value !== null) return;
      const all = sections.value;
      const open = all.filter(({ key }) => isUndivided(all) || !folded.value.includes(key));
      requestCards(
        open.flatMap(({ cards }) => cards.slice(0, MAX_QUESTIONS)).slice(0, MAX_QUESTIONS),
      );
    });
  });
}
