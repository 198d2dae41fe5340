/** What each line of a card did over the range chosen, in place of the values under the cursor. */
import type { Axis } from "../../api/types";
import type { Range } from "../../chart/chart-line";
import { type SharedParts, sharedParts } from "../../lib/name-parts";
import { valueText } from "../../lib/number-text";
import { IconButton } from "../../ui/button";
import { AXIS_TEXT } from "./axis-text";
import { toggleCompared } from "./card-choices";
import type { CardLine } from "./card-lines";
import { type Comparison, compare } from "./comparison";
import { LineLabel } from "./line-label";

const PER: Record<Axis, string> = { step: "step", relative: "second", wall_time: "second" };

const COLUMNS = [
  { name: "start", title: "Start" },
  { name: "end", title: "End" },
  { name: "min", title: "Min" },
  { name: "max", title: "Max" },
  { name: "change", title: "Change" },
  { name: "slope", title: "Slope" },
] as const satisfies readonly { name: keyof Comparison; title: string }[];

export interface Compared {
  readonly line: CardLine;
  readonly name: string;
  readonly comparison: Comparison;
}

/** What was logged, with the extremes of buckets but not the band of a group. */
export function comparisons(
  lines: readonly CardLine[],
  nameOf: (line: CardLine) => string,
  range: Range | null,
  picked: number | null,
): Compared[] {
  return lines.map((line) => {
    const extremes = line.group === null ? line.band : null;
    return { line, name: nameOf(line), comparison: compare(line, extremes, range, picked) };
  });
}

function changeText(change: number): string {
  return change > 0 ? `+${valueText(change)}` : valueText(change);
}

function Row({
  row,
  picked,
  shared,
}: {
  row: Compared;
  picked: number | null;
  shared: SharedParts;
}) {
  const { line, name, comparison } = row;
  return (
    <tr>
      <td class="value-run">
        <LineLabel line={line} name={name} shared={shared} />
      </td>
      {picked !== null && <td>{valueText(comparison.picked)}</td>}
      {COLUMNS.map((column) => (
        <td key={column.name}>
          {(column.name === "change" ? changeText : valueText)(comparison[column.name])}
        </td>
      ))}
    </tr>
  );
}

interface ComparisonTableProps {
  readonly card: string;
  readonly lines: readonly CardLine[];
  readonly nameOf: (line: CardLine) => string;
  readonly axis: Axis;
  readonly range: Range | null;
  /** The place that was picked; null when none was. */
  readonly picked: number | null;
}

export function ComparisonTable(props: ComparisonTableProps) {
  const { card, lines, nameOf, axis, range, picked } = props;
  const rows = comparisons(lines, nameOf, range, picked);
  const shared = sharedParts(rows.map(({ name }) => name));
  const slope = `Of the straight line that fits best, per ${PER[axis]}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="value-table comparison" aria-label="Comparison" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>
              <span class="comparison-head">
                <IconButton
                  icon="close"
                  label="Close the comparison"
                  onClick={() => toggleCompared(card)}
                />
                {range === null
                  ? "All"
                  : `${AXIS_TEXT[axis](range[0])}–${AXIS_TEXT[axis](range[1])}`}
              </span>
            </th>
            {picked !== null && <th>At {AXIS_TEXT[axis](picked)}</th>}
            {COLUMNS.map(({ name, title }) => (
              <th key={name} title={name === "slope" ? slope : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.line.key} row={row} picked={picked} shared={shared} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
