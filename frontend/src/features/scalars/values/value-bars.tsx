/** The last values of a card's runs as bars, in the place of its plot and the table below it. */
import { barScale } from "../../../chart/axes/bar-scale";
import { valueText } from "../../../lib/format/number";
import { emphasised, emphasises } from "../../../state/runs/emphasis";
import { NameText } from "../../../ui/controls/name-text";
import { useViewport } from "../../../ui/lists/use-viewport";
import type { CardLine } from "../lines/series-lines";
import * as messages from "../messages";
import { openFullScreen, order } from "../options/tab-options";
import { useShorten } from "./line-label";
import * as late from "./messages";
import { inOrder, lastReadings } from "./tooltip-values";
import "./value-bars.css";

const HEAD_PX = 22;
const LEAST_ROW_PX = 20;
const MOST_ROW_PX = 28;

export interface ValueBarsProps {
  readonly card: string;
  /** Each of one point. */
  readonly lines: readonly CardLine[];
  readonly nameOf: (line: CardLine) => string;
  readonly log: boolean;
  /** Whether the card fills the page, and so scrolls. */
  readonly full: boolean;
}

const percent = (part: number): string => `${100 * part}%`;

function BarCell({ line, scale }: { line: CardLine; scale: ReturnType<typeof barScale> }) {
  const bar = scale.bar(line.y[0] as number);
  const [low, high] = [line.band?.min[0] ?? Number.NaN, line.band?.max[0] ?? Number.NaN];
  const [from, to] = [scale.place(low), scale.place(high)];
  return (
    <td class="scalar-bar-room">
      <div class="scalar-bar-base" style={{ left: percent(scale.base) }} />
      {bar !== null && (
        <div
          class="scalar-bar"
          style={{
            left: percent(bar.from),
            width: percent(bar.to - bar.from),
            background: line.colour,
          }}
        />
      )}
      {from !== null && to !== null && from < to && (
        <div
          class="scalar-bar-spread"
          style={{ left: percent(from), width: percent(to - from) }}
          data-tooltip={late.barSpread(valueText(low), valueText(high))}
        />
      )}
    </td>
  );
}

/** All values that have a place on the axis: those of the lines, and the ends of their spreads. */
function valuesOf(lines: readonly CardLine[]): number[] {
  return lines.flatMap(({ y, band }) => [
    y[0] as number,
    ...(band === null ? [] : [band.min[0] as number, band.max[0] as number]),
  ]);
}

export function ValueBars({ card, lines, nameOf, log, full }: ValueBarsProps) {
  const { element, viewport } = useViewport();
  const shorten = useShorten(lines.map(nameOf));
  const sorted = inOrder(lastReadings(lines), order.value, { y: null, log }, ({ line }) =>
    nameOf(line),
  );
  const room = viewport.height - HEAD_PX;
  const fitting = Math.max(1, Math.floor(room / LEAST_ROW_PX));
  const isCut = !full && sorted.length > fitting;
  const rows = isCut ? sorted.slice(0, fitting - 1) : sorted;
  const scale = barScale(valuesOf(rows.map(({ line }) => line)), log);
  const height = Math.max(LEAST_ROW_PX, Math.min(MOST_ROW_PX, Math.floor(room / rows.length)));
  const onLine = emphasised.value?.line;
  return (
    <div class={full ? "scalar-bars full" : "scalar-bars"} ref={element}>
      <table>
        <thead>
          <tr>
            <th scope="col">{messages.run}</th>
            <td />
            <th scope="col">{late.lastValue}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line }) => (
            <tr
              key={line.key}
              style={{ height: `${height}px` }}
              class={line.key === onLine ? "current" : ""}
              {...emphasises(line.runs, line.key)}
            >
              <th scope="row">
                <NameText {...shorten(nameOf(line))} />
              </th>
              <BarCell line={line} scale={scale} />
              <td class="scalar-bar-value">{valueText(line.y[0] as number)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isCut && (
        <button
          type="button"
          class="scalar-value-more"
          data-tooltip={messages.fullScreenLines(sorted.length)}
          onClick={() => openFullScreen(card)}
        >
          {messages.moreLines(sorted.length - rows.length)}
        </button>
      )}
    </div>
  );
}
