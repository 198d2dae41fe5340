/** What a card's lines did, as a table in Markdown. */
import { valueText } from "../../../lib/format/number";
import * as messages from "../messages";
import type { Comparison } from "../values/range-statistics";

/** A name in a cell: as it is, on one line. */
export function cellText(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\|*_`<>[\]]/g, (letter) => `\\${letter}`);
}

const COLUMNS = [
  ["start", messages.start],
  ["end", messages.end],
  ["min", messages.min],
  ["max", messages.max],
  ["change", messages.change],
  ["slope", messages.slope],
] as const;

export function markdownTable(
  title: string,
  rows: readonly { readonly name: string; readonly comparison: Comparison }[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line([cellText(title), ...COLUMNS.map(([, head]) => head)]),
    line(["---", ...COLUMNS.map(() => "---:")]),
    ...rows.map(({ name, comparison }) =>
      line([cellText(name), ...COLUMNS.map(([column]) => valueText(comparison[column]))]),
    ),
    "",
  ].join("\n");
}
