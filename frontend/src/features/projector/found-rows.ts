/** Which vectors a search finds: the server finds the same (`projector/matching.py`). */
import type { Vectors } from "../../api/types";
import { parseTextFilter } from "../../lib/filter/text-filter";

/** The rows with a text that matches in any column; null when nothing is searched for. */
export function foundRows(
  { metadata, rows }: Pick<Vectors, "metadata" | "rows">,
  text: string,
): ReadonlySet<number> | null {
  if (text.trim() === "") return null;
  const { matches } = parseTextFilter(text);
  const found = new Set<number>();
  for (let row = 0; row < rows; row += 1) {
    if (metadata.some(({ values }) => matches(values[row] ?? ""))) found.add(row);
  }
  return found;
}
