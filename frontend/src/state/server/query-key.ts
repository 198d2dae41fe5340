/** Texts that tell queries apart: equal queries have equal keys, in whatever order members stand. */

/** The canonical JSON of a query. Members that are undefined do not count. */
export function queryKey(query: unknown): string {
  return JSON.stringify(query, canonical) ?? "undefined";
}

/** JSON has no infinities, and writes members in the order in which they were set. */
function canonical(_: string, value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : { number: String(value) };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([one], [other]) => (one < other ? -1 : Number(one > other))),
  );
}
