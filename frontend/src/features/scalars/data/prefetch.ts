/** Questions asked before the cards that will ask them are there. */
import { getScalars, type Scalars, type ScalarsQuery } from "../../../api/scalars";
import { keyOf } from "./series-cache";

/** What no card wants by then, none will: it had other runs, or an error. */
const WANTED_MS = 5000;

interface Asked {
  /** The version of the series when it was asked for. */
  readonly version: number;
  readonly scalars: Promise<Scalars>;
  readonly givenUp: AbortController;
}

const asked = new Map<string, Asked>();

function drop(key: string): Asked | undefined {
  const found = asked.get(key);
  asked.delete(key);
  return found;
}

/** Asks, and gives up when nobody wants the answer. */
export function askAhead(query: ScalarsQuery, version: number): void {
  const key = keyOf(query);
  const givenUp = new AbortController();
  const scalars = getScalars(query, givenUp.signal);
  scalars.catch(() => {}); // told to the card that takes it
  const own = { version, scalars, givenUp };
  asked.set(key, own);
  setTimeout(() => asked.get(key) === own && drop(key)?.givenUp.abort(), WANTED_MS);
}

/**
 * The answer to what was asked already, for whoever asks it now, who gives it up by their `signal`.
 * None where the series has changed since: nobody would ask for its change again.
 */
export function takeAskedAhead(
  query: ScalarsQuery,
  version: number,
  signal: AbortSignal,
): Promise<Scalars> | undefined {
  const found = drop(keyOf(query));
  if (found?.version === version) {
    signal.addEventListener("abort", () => found.givenUp.abort());
    return found.scalars;
  }
  found?.givenUp.abort();
  return undefined;
}
