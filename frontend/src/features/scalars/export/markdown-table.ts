/** What a card's lines did, as a table in Markdown. */
import { valueText } from "../../../lib/format/number";
import type { Comparison } from "../values/range-statistics";

/** A name in a cell: as it is, on one line. */
export function cellText(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\|*_`<>[\]]/g, (letter) => `\\${letter}`);
}

const COLUMNS = ["start", "end", "min", "max", "change", "slope"] as const;

export function markdownTable(
  title: string,
  rows: readonly { readonly name: string; readonly comparison: Comparison }[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const heads = COLUMNS.map((name) => `${name[0]?.toUpperCase()}${name.slice(1)}`);
  return [
    line([cellText(title), ...heads]),
    line(["---", ...COLUMNS.map(() => "---:")]),
    ...rows.map(({ name, comparison }) =>
      line([cellText(name), ...COLUMNS.map((column) => valueText(comparison[column]))]),
    ),
    "",
  ].join("\n");
}
