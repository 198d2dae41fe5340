/**
 * The query string as a value: an ordered list of key and value pairs.
 *
 * Keys the page does not know stay in their places, so that a link made by a newer version,
 * or one that carries a proxy's own keys, survives a click in this one.
 */

export type Query = readonly (readonly [key: string, value: string])[];

export function parseQuery(search: string): [key: string, value: string][] {
  return [...new URLSearchParams(search)];
}

// These are legal in a query as they are; a link that shows them can be read.
const READABLE: readonly (readonly [RegExp, string])[] = [
  [/%2F/g, "/"],
  [/%3A/g, ":"],
  [/%2C/g, ","],
  [/%40/g, "@"],
  [/%24/g, "$"],
  [/%28/g, "("],
  [/%29/g, ")"],
];

/** `?key=value…`, or the empty string when there is nothing to say. */
export function printQuery(query: Query): string {
  let text = new URLSearchParams(query.map(([key, value]) => [key, value])).toString();
  for (const [code, character] of READABLE) text = text.replace(code, character);
  return text === "" ? "" : `?${text}`;
}

export function valuesOf(query: Query, key: string): string[] {
  return query.filter(([name]) => name === key).map(([, value]) => value);
}

/** The query with `values` for `key`, at the place where the key stood first, else at the end. */
export function withValues(query: Query, key: string, values: readonly string[]): Query {
  const at = query.findIndex(([name]) => name === key);
  const others = query.filter(([name]) => name !== key);
  const pairs = values.map((value) => [key, value] as const);
  if (at < 0) return [...others, ...pairs];
  return [...others.slice(0, at), ...pairs, ...others.slice(at)];
}

/** The query without the keys that take most room, until it prints to at most `longest` characters. */
export function shortened(query: Query, longest: number): Query {
  let rest = query;
  while (rest.length > 0 && printQuery(rest).length > longest) {
    const sizes = new Map<string, number>();
    for (const pair of rest) {
      const [key] = pair;
      sizes.set(key, (sizes.get(key) ?? 0) + printQuery([pair]).length);
    }
    const [largest] = [...sizes].reduce((one, other) => (other[1] > one[1] ? other : one));
    rest = rest.filter(([key]) => key !== largest);
  }
  return rest;
}
