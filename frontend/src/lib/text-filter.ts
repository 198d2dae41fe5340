/** A filter as typed: plain text finds names that contain it, `/…/` names that match it. */

export interface TextFilter {
  matches(name: string): boolean;
  /** Why the text is no filter, as a sentence; every name matches then. */
  readonly error: string | null;
}

const EVERYTHING: TextFilter = { matches: () => true, error: null };

/** Both kinds ignore case, as names of runs are rarely told apart by it. */
export function parseTextFilter(text: string): TextFilter {
  const trimmed = text.trim();
  if (trimmed === "") return EVERYTHING;
  const pattern = /^\/(.*?)\/?$/s.exec(trimmed)?.[1];
  if (pattern !== undefined) return parsePattern(pattern);
  const wanted = trimmed.toLowerCase();
  return { matches: (name) => name.toLowerCase().includes(wanted), error: null };
}

function parsePattern(pattern: string): TextFilter {
  try {
    const expression = new RegExp(pattern, "iu");
    return { matches: (name) => expression.test(name), error: null };
  } catch (cause) {
    return { ...EVERYTHING, error: explain(pattern, cause) };
  }
}

/** The engine's reason without the pattern, which stands in the box already. */
function explain(pattern: string, cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  const reason = message.slice(message.lastIndexOf(": ") + 2) || message;
  return `/${pattern}/ is not a regular expression: ${reason.toLowerCase()}.`;
}
