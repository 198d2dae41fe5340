/** Where matches are seen: at their nodes, or at the closed scopes that they are in. */
import type { GraphMatch } from "../../../api/types";

/** What a search found at a node in sight. */
export interface SearchHits {
  /** Whether it is one of the matches. */
  readonly isMatch: boolean;
  /** How many matches are inside it, or are constants and summaries beside it. */
  readonly inside: number;
}

/** For each node in sight that shows some matches, what it shows; `open` are the open scopes. */
export function searchHits(
  matches: readonly GraphMatch[],
  open: ReadonlySet<string>,
): Map<string, SearchHits> {
  const marks = new Map<string, { isMatch: boolean; inside: number }>();
  for (const match of matches) {
    const closed = match.scopes.find((scope) => !open.has(scope));
    const name = closed ?? match.node;
    const mark = marks.get(name) ?? { isMatch: false, inside: 0 };
    marks.set(name, mark);
    if (closed === undefined && match.name === match.node) mark.isMatch = true;
    else mark.inside += 1;
  }
  return marks;
}
