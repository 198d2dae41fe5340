/** What each line of a card did over the range chosen, in place of the values under the cursor. */

import { isNamedAxis, type XAxis } from "../../../api/scalars";
import type { Range } from "../../../chart/model/chart-line";
import { valueText } from "../../../lib/format/number";
import type { Shorten } from "../../../lib/lists/shortener";
import { IconButton } from "../../../ui/controls/button";
import { Term } from "../../../ui/controls/term";
import type { LoggedPoints } from "../data/logged-points";
import { axisText } from "../lines/axis-text";
import type { CardLine } from "../lines/series-lines";
import * as messages from "../messages";
import { toggleCompared } from "../options/card-options";
import { LineLabel, useShorten } from "./line-label";
import { type Comparison, compare } from "./range-statistics";
import { type Reading, readingsAt } from "./tooltip-values";

/** Per what a slope is. */
function unitOf(axis: XAxis): string {
  if (axis === "step") return messages.stepUnit;
  return isNamedAxis(axis) ? messages.secondUnit : axis;
}

const COLUMNS = [
  { name: "start", title: messages.start },
  { name: "end", title: messages.end },
  { name: "min", title: messages.min },
  { name: "max", title: messages.max },
  { name: "change", title: messages.change },
  { name: "slope", title: messages.slope },
] as const satisfies readonly { name: keyof Comparison; title: string }[];

export interface Compared {
  readonly line: CardLine;
  readonly name: string;
  readonly comparison: Comparison;
}

/** What was logged, of all points behind those of the line. */
export function comparisons(
  lines: readonly CardLine[],
  nameOf: (line: CardLine) => string,
  range: Range | null,
): Compared[] {
  return lines.map((line) => ({
    line,
    name: nameOf(line),
    comparison: compare(line, line.buckets, range),
  }));
}

function changeText(change: number): string {
  return change > 0 ? `+${valueText(change)}` : valueText(change);
}

/** What stands nearest to the step that was picked, and at which step where that is another. */
function Picked({ reading, picked }: { reading: Reading<CardLine> | undefined; picked: number }) {
  if (reading === undefined) return <td />;
  const { line, x, logged, bucket } = reading;
  return (
    <td>
      <Term
        explanation={
          bucket === null
            ? undefined
            : line.group === null
              ? messages.meanOfBucket(bucket)
              : messages.meanOfBuckets(bucket)
        }
      >
        {valueText(logged)}
      </Term>
      {(bucket !== null || x !== picked) && (
        <span class="scalar-value-off-screen">
          {" "}
          {bucket === null
            ? messages.atStep(axisText("step", x))
            : messages.nearStep(axisText("step", x))}
        </span>
      )}
    </td>
  );
}

interface RowProps {
  readonly row: Compared;
  readonly picked: number | null;
  readonly reading: Reading<CardLine> | undefined;
  readonly shorten: Shorten;
}

function Row({ row, picked, reading, shorten }: RowProps) {
  const { line, name, comparison } = row;
  return (
    <tr>
      <td class="value-run">
        <LineLabel line={line} name={name} shorten={shorten} />
      </td>
      {picked !== null && <Picked reading={reading} picked={picked} />}
      {COLUMNS.map((column) => (
        <td key={column.name}>
          {(column.name === "change" ? changeText : valueText)(comparison[column.name])}
        </td>
      ))}
    </tr>
  );
}

export interface ComparisonTableProps {
  readonly card: string;
  readonly lines: readonly CardLine[];
  readonly nameOf: (line: CardLine) => string;
  readonly axis: XAxis;
  readonly range: Range | null;
  /** The step that was picked; null when none was. */
  readonly picked: number | null;
  /** What was logged there, of lines drawn as buckets. */
  readonly points: LoggedPoints;
}

export function ComparisonTable(props: ComparisonTableProps) {
  const { card, lines, nameOf, axis, range, picked, points } = props;
  const rows = comparisons(lines, nameOf, range);
  const readings = picked === null ? [] : readingsAt(lines, picked, points);
  const readingOf = new Map(readings.map((reading) => [reading.line, reading]));
  const shorten = useShorten(rows.map(({ name }) => name));
  const slope = messages.slopeTitle(unitOf(axis));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="scalar-value-table comparison" aria-label={messages.comparison} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>
              <span class="scalar-comparison-head">
                <IconButton
                  icon="close"
                  label={messages.closeComparison}
                  onClick={() => toggleCompared(card)}
                />
                {range === null
                  ? messages.all
                  : `${axisText(axis, range[0])}–${axisText(axis, range[1])}`}
              </span>
            </th>
            {picked !== null && <th>{messages.atX(axisText(axis, picked))}</th>}
            {COLUMNS.map(({ name, title }) => (
              <th key={name}>
                <Term explanation={name === "slope" ? slope : undefined}>{title}</Term>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.line.key}
              row={row}
              picked={picked}
              reading={readingOf.get(row.line)}
              shorten={shorten}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
