/** A filter as typed: plain text finds names that contain it, `/…/` names that match it. */
import { parsePattern } from "./safe-regexp";

export interface TextFilter {
  matches(name: string): boolean;
  /** Why the text is no filter, as a sentence; every name matches then. */
  readonly error: string | null;
}

const EVERYTHING: TextFilter = { matches: () => true, error: null };

/** Both kinds ignore case, as names of runs rarely differ by it alone. */
export function parseTextFilter(text: string): TextFilter {
  const trimmed = text.trim();
  if (trimmed === "") return EVERYTHING;
  const pattern = /^\/(.*?)\/?$/s.exec(trimmed)?.[1];
  if (pattern !== undefined) {
    const expression = parsePattern(pattern);
    if (typeof expression === "string") return { ...EVERYTHING, error: expression };
    return { matches: (name) => expression.test(name), error: null };
  }
  const wanted = trimmed.toLowerCase();
  return { matches: (name) => name.toLowerCase().includes(wanted), error: null };
}
