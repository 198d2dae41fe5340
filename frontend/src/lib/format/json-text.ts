/** JSON in a text, laid out to be read and compared. */

/** The value of a text that is a JSON object or list; undefined for any other text. */
export function parsedJson(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return undefined;
  try {
    return JSON.parse(trimmed) as unknown;
  } catch {
    return undefined;
  }
}

/** The text with a line for each value, and names in order; null where it is no object or list. */
export function formattedJson(text: string): string | null {
  const value = parsedJson(text);
  return value === undefined ? null : JSON.stringify(ordered(value), null, 2);
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, ordered(item)]));
}
