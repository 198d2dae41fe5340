/** Rules for tags, `PATTERN -> SCOPE`, as the server reads them. */

/** The server takes no more. */
export const MAX_TAG_RULES = 50;
const ARROW = " -> ";

/** The rule as the server writes it, or undefined for what it refuses. */
export function parseTagRule(text: string): string | undefined {
  const at = text.indexOf(ARROW);
  if (at < 0) return undefined;
  const pattern = text.slice(0, at).trim();
  const scope = text.slice(at + ARROW.length).trim();
  if (pattern === "" || scope === "" || stars(scope) > stars(pattern)) return undefined;
  return `${pattern}${ARROW}${scope}`;
}

function stars(text: string): number {
  return text.split("*").length - 1;
}
