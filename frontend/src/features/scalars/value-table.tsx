/** The values under the cursor, docked below the plot so that they never cover it. */
import type { Axis } from "../../api/types";
import type { ChartLine } from "../../chart/chart-line";
import { ownPart, type SharedParts, sharedParts, splitForMiddleCut } from "../../lib/name-parts";
import { countText, valueText } from "../../lib/number-text";
import { durationText, wallTimeText } from "../../lib/time-text";
import { runById } from "../../state/runs";
import { lastReadings, type Reading, readingsAt } from "./readout";
import { logY, smoothing } from "./view";

const MOST_ROWS = 8;

/** Characters of a run's name that always show. */
const TAIL = 20;

const HEAD_PX = 22;
const ROW_PX = 20;
const PADDING_PX = 8;

/** Pixels for the table of a card with `runs` lines, so that no card changes its height. */
export function valueTableHeight(runs: number): number {
  const rows = Math.min(runs, MOST_ROWS) + (runs > MOST_ROWS ? 1 : 0);
  return HEAD_PX + rows * ROW_PX + PADDING_PX;
}

const AXIS_TEXT: Record<Axis, (x: number) => string> = {
  step: (x) => countText(Math.round(x)),
  relative: durationText,
  wall_time: wallTimeText,
};

const AXIS_NAME: Record<Axis, string> = {
  step: "Step",
  relative: "Relative",
  wall_time: "Wall time",
};

function nameOf(run: string): string {
  return runById.value.get(run)?.name ?? run;
}

/** A run's name without what the names in the table share. */
function RunLabel({ run, shared }: { run: string; shared: SharedParts }) {
  const name = nameOf(run);
  const [head, tail] = splitForMiddleCut(ownPart(name, shared), TAIL);
  return (
    <span class="value-name" title={name}>
      <span class="value-name-head">{head}</span>
      <span>{tail}</span>
    </span>
  );
}

interface RowProps {
  readonly reading: Reading;
  readonly axis: Axis;
  readonly current: boolean;
  readonly smoothed: boolean;
  /** What the names in the table have in common. */
  readonly shared: SharedParts;
}

function Row({ reading, axis, current, smoothed, shared }: RowProps) {
  return (
    <tr class={current ? "current" : reading.beyond ? "beyond" : ""}>
      <td class="value-run">
        <span class="value-label">
          <span
            class={`value-line dash-${Math.min(reading.dash, 3)}`}
            style={{ color: reading.colour }}
          />
          <RunLabel run={reading.run} shared={shared} />
        </span>
      </td>
      {smoothed && <td>{valueText(reading.shown)}</td>}
      <td>{valueText(reading.logged)}</td>
      <td class="value-x">{AXIS_TEXT[axis](reading.x)}</td>
    </tr>
  );
}

interface ValueTableProps {
  readonly lines: readonly ChartLine[];
  readonly axis: Axis;
  /** With `y`: the cursor is on this card. Null: the last values are shown. */
  readonly cursor: { readonly x: number; readonly y: number | null } | null;
  readonly most?: number | undefined;
}

/** The average depends on which points it runs over. */
function smoothedOver(lines: readonly ChartLine[]): string {
  const what = lines.some(({ band }) => band !== null) ? "the buckets drawn" : "the points drawn";
  return `Moving average over ${what}, from the plot's left edge on: it changes with the zoom`;
}

export function ValueTable({ lines, axis, cursor, most = MOST_ROWS }: ValueTableProps) {
  const readings = cursor === null ? lastReadings(lines) : readingsAt(lines, cursor, logY.value);
  const smoothed = smoothing.value > 0;
  const more = readings.length - most;
  const shared = sharedParts(readings.map(({ run }) => nameOf(run)));
  return (
    <div class={`value-table over-${axis}`}>
      <table>
        <thead>
          <tr>
            <th>{cursor === null ? "Run, last value" : "Run"}</th>
            {smoothed && <th title={smoothedOver(lines)}>Smoothed</th>}
            <th>Value</th>
            <th>{AXIS_NAME[axis]}</th>
          </tr>
        </thead>
        <tbody>
          {readings.slice(0, most).map((reading, at) => (
            <Row
              key={reading.run}
              reading={reading}
              axis={axis}
              current={at === 0 && cursor !== null && cursor.y !== null}
              smoothed={smoothed}
              shared={shared}
            />
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="value-more">{countText(more)} more</p>}
    </div>
  );
}
