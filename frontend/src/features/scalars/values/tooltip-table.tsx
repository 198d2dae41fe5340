/** The values under the cursor, docked below the plot so that they never cover it. */

import type { XAxis } from "../../../api/scalars";
import type { Range } from "../../../chart/model/chart-line";
import { isNothing } from "../../../lib/algorithms/smoothing";
import { valueText } from "../../../lib/format/number";
import type { CardSize } from "../../../lib/lists/card-layout";
import type { Shorten } from "../../../lib/lists/shortener";
import { boot } from "../../../state/base/boot";
import { emphasised, emphasises } from "../../../state/runs/emphasis";
import { Term } from "../../../ui/controls/term";
import type { LoggedPoints } from "../data/logged-points";
import { axisName, axisText } from "../lines/axis-text";
import type { CardLine } from "../lines/series-lines";
import * as messages from "../messages";
import { openFullScreen, order, smoothing } from "../options/tab-options";
import { LineLabel, useShorten } from "./line-label";
import { inOrder, lastReadings, nearestReading, type Reading, readingsAt } from "./tooltip-values";

const MAX_ROWS: Record<CardSize, number> = { S: 3, M: 8, L: 8 };

const HEAD_PX = 22;
const ROW_PX = 20;
const PADDING_PX = 8;

export function mostRows(size: CardSize): number {
  return MAX_ROWS[size];
}

/** Pixels for the table of a card with so many lines, so that no card changes its height. */
export function valueTableHeight(lines: number, size: CardSize): number {
  const most = mostRows(size);
  const rows = Math.min(lines, most) + (lines > most ? 1 : 0);
  return HEAD_PX + rows * ROW_PX + PADDING_PX;
}

const CENTRE = messages.bucketCentre;

const NOT_HELD = messages.notInReport;

const GROUP_MEAN = messages.meanOfRuns;

/** What a value stands for that is not a point's own. */
function bucketText({ line, bucket }: Reading<CardLine>, isLast: boolean): string | undefined {
  if (bucket === null) return undefined;
  if (line.group !== null) return GROUP_MEAN;
  return isLast ? messages.lastLogged : messages.meanOfBucket(bucket);
}

/** What the means of a table stand for; nothing where each value is a point's own. */
function meansText(readings: readonly Reading<CardLine>[]): string | undefined {
  const means = readings.filter(({ bucket }) => bucket !== null);
  if (means.length === 0) return undefined;
  if (means.some(({ line }) => line.group !== null)) return GROUP_MEAN;
  const sizes = means.map(({ bucket }) => bucket ?? 0);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return least === most ? messages.meanOfBucket(most) : messages.meanOfBucketRange(least, most);
}

/** Empty where the smoothed value is not known: what was logged is not to pass for it. */
function SmoothedCell({ reading: { line, shown } }: { reading: Reading<CardLine> }) {
  if (!line.isUnsmoothed) return <td>{valueText(shown)}</td>;
  return <td>{boot.report !== null && <Term explanation={NOT_HELD}>–</Term>}</td>;
}

interface RowProps {
  readonly reading: Reading<CardLine>;
  /** Whether the last values are read. */
  readonly isLast: boolean;
  readonly name: string;
  readonly axis: XAxis;
  readonly current: boolean;
  readonly smoothed: boolean;
  readonly shorten: Shorten;
}

function Row({ reading, isLast, name, axis, current, smoothed, shorten }: RowProps) {
  return (
    <tr
      class={current ? "current" : reading.beyond ? "beyond" : ""}
      {...emphasises(reading.line.runs, reading.line.key)}
    >
      <td class="value-run">
        <LineLabel line={reading.line} name={name} shorten={shorten} />
      </td>
      {smoothed && <SmoothedCell reading={reading} />}
      <td data-tooltip={bucketText(reading, isLast)}>{valueText(reading.logged)}</td>
      <td class="value-x" data-tooltip={reading.bucket === null ? undefined : CENTRE}>
        {reading.bucket !== null && "≈ "}
        {axisText(axis, reading.x)}
      </td>
    </tr>
  );
}

interface ValueTableProps {
  readonly card: string;
  readonly lines: readonly CardLine[];
  readonly nameOf: (line: CardLine) => string;
  readonly axis: XAxis;
  readonly log: boolean;
  /** The part of the axis in view; null for all of it. */
  readonly range: Range | null;
  /** With `y`: the cursor is on this card. Null: the last values are shown. */
  readonly cursor: { readonly x: number; readonly y: number | null } | null;
  /** What was logged there, of lines drawn as buckets. */
  readonly points: LoggedPoints;
  readonly most: number;
}

const SMOOTHED = messages.smoothedTitle;

export function ValueTable(props: ValueTableProps) {
  const { card, lines, nameOf, axis, log, range, cursor, points, most } = props;
  const found =
    cursor === null ? lastReadings(lines, range) : readingsAt(lines, cursor.x, points, range);
  const y = cursor?.y ?? null;
  const onLine = emphasised.value?.line;
  const readings = inOrder(found, order.value, { y, log }, ({ line }) => nameOf(line));
  const pointed = found.find(({ line }) => line.key === onLine);
  const current = pointed ?? (y === null ? null : nearestReading(found, y, log));
  const smoothed = !isNothing(smoothing.value);
  const means = cursor === null ? undefined : meansText(readings.slice(0, most));
  const more = readings.length - most;
  const shorten = useShorten(lines.map(nameOf));
  return (
    <div class={`scalar-value-table over-${axis}`}>
      <table>
        <thead>
          <tr>
            <th>{cursor === null ? messages.runLastValue : messages.run}</th>
            {smoothed && (
              <th>
                <Term explanation={SMOOTHED}>{messages.smoothed}</Term>
              </th>
            )}
            <th>
              <Term explanation={means}>
                {means === undefined ? messages.value : messages.mean}
              </Term>
            </th>
            <th>
              <Term explanation={means && CENTRE}>{axisName(axis)}</Term>
            </th>
          </tr>
        </thead>
        <tbody>
          {readings.slice(0, most).map((reading) => (
            <Row
              key={reading.line.key}
              reading={reading}
              isLast={cursor === null}
              name={nameOf(reading.line)}
              axis={axis}
              current={reading === current}
              smoothed={smoothed}
              shorten={shorten}
            />
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <button
          type="button"
          class="scalar-value-more"
          data-tooltip={messages.fullScreenLines(readings.length)}
          onClick={() => openFullScreen(card)}
        >
          {messages.moreLines(more)}
        </button>
      )}
    </div>
  );
}
