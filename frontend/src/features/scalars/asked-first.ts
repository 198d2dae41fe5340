/**
 * The questions of the first cards, asked as soon as it is known which these are. The cards ask
 * them when they have been drawn, beside a table of perhaps thousands of runs: that takes as long
 * as the server needs for its answers.
 */
import { effect, untracked } from "@preact/signals";
import { getScalars, type Scalars, type ScalarsQuery } from "../../api/scalars";
import { seriesVersion } from "../../state/live";
import { shownRuns } from "../../state/runs";
import { frameOf } from "./card-choices";
import { CARD_POINTS, queriesOver, tagsAsked } from "./card-queries";
import type { CardSpec } from "./card-spec";
import { keyOf } from "./kept-answers";
import { sections, tagsLoaded } from "./tags";
import { axis, folded, fullScreenCard } from "./view";

/** Browsers ask a server six questions at a time, and one of these is for changes. */
const MOST_QUESTIONS = 5;
/** What no card wants by then, none will: it had other runs, or an error. */
const WANTED_MS = 5000;

interface Asked {
  /** The version of the series when it was asked for. */
  readonly version: number;
  readonly scalars: Promise<Scalars>;
}

const asked = new Map<string, Asked>();

/** What was asked under a key already, for whoever asks it now. */
export function takeAskedFirst(key: string): Asked | undefined {
  const found = asked.get(key);
  asked.delete(key);
  return found;
}

function ask(query: ScalarsQuery): void {
  const scalars = getScalars(query);
  scalars.catch(() => {}); // told to the card that takes it
  asked.set(keyOf(query), { version: seriesVersion(query.tag, query.runs), scalars });
}

function askFor(cards: readonly CardSpec[]): void {
  const queries = cards.flatMap((card) => {
    const tags = tagsAsked(card, shownRuns.value);
    return queriesOver(tags, CARD_POINTS, axis.value, frameOf(card.id).x);
  });
  const answerable = queries.filter(({ runs }) => runs.length > 0);
  for (const query of answerable.slice(0, MOST_QUESTIONS)) ask(query);
  setTimeout(() => asked.clear(), WANTED_MS);
}

/** Asks when the tags have come; to be called once, when the runs have. */
export function askFirst(): void {
  let isDone = false;
  effect(() => {
    if (isDone || !tagsLoaded.value) return;
    isDone = true;
    untracked(() => {
      if (fullScreenCard.value !== null) return;
      const open = sections.value.filter(({ key }) => !folded.value.includes(key));
      askFor(open.flatMap(({ cards }) => cards.slice(0, MOST_QUESTIONS)).slice(0, MOST_QUESTIONS));
    });
  });
}
