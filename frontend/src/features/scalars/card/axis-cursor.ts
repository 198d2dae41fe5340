/**
 * The keys of steps on charts over another axis: they put the cursor on points of a card, as the
 * pointer does. Where the axis is of steps, they go to steps of the page.
 */
import { neighbourOf } from "../../../lib/algorithms/binary-search";
import { valueText } from "../../../lib/format/number";
import { runName } from "../../../state/runs/runs";
import { areArrowsFree } from "../../../state/shell/shortcuts";
import { NO_POINTS } from "../data/logged-points";
import { axisName, axisText } from "../lines/axis-text";
import { lineName } from "../lines/line-names";
import type { CardLine } from "../lines/series-lines";
import { cursor, fullScreenCard, reached } from "../options/tab-options";
import * as messages from "../toolbar/messages";
import { readingsAt } from "../values/tooltip-values";
import { type DrawnCard, drawnCards } from "./drawn-cards";

/** The cursor is on no card more than on the others: it has no height. */
const KEYS = "";
/** Lines of a card that are read out. */
const MOST = 10;
const FAR = 10;

const known = new WeakMap<readonly CardLine[], Float64Array>();

/** The places of all points of some lines, ascending, each once. */
export function placesOf(lines: readonly CardLine[]): Float64Array {
  const before = known.get(lines);
  if (before !== undefined) return before;
  const all = mergedOf(lines);
  known.set(lines, all);
  return all;
}

function mergedOf(lines: readonly CardLine[]): Float64Array {
  const all = new Float64Array(lines.reduce((sum, { x }) => sum + x.length, 0));
  let at = 0;
  for (const { x } of lines) {
    all.set(x, at);
    at += x.length;
  }
  all.sort();
  return all.filter((x, row) => Number.isFinite(x) && x !== all[row - 1]);
}

/** The card that keys reached, or that fills the page, or the first one. */
function cardOfKeys(): DrawnCard | undefined {
  const named = fullScreenCard.peek() ?? reached.id.peek() ?? "";
  const [first] = drawnCards.values();
  return drawnCards.get(named) ?? first;
}

/**
 * Moves the cursor by so many points of the card, or to its first or last; false over steps, and
 * where there is no point.
 */
function move(to: number | "first" | "last"): boolean {
  const shown = cardOfKeys()?.shown();
  const axis = shown?.card.answers[0]?.x ?? "step";
  if (shown === undefined || axis === "step" || !areArrowsFree()) return false;
  const { range } = shown.card;
  const all = placesOf(shown.drawn.lines);
  const places = range === null ? all : all.filter((x) => x >= range[0] && x <= range[1]);
  const now = cursor.peek();
  const from = now?.axis === axis ? now.x : null;
  const ends = { first: places[0], last: places.at(-1) };
  const x = typeof to === "number" ? (neighbourOf(places, from, to) ?? undefined) : ends[to];
  if (x === undefined) return false;
  cursor.value = { card: KEYS, axis, x, y: 0 };
  return true;
}

/** `loss, wall time 12:30: adam 0.917, sgd 0.95.` */
function spoken(): string {
  const card = cardOfKeys();
  const at = cursor.peek();
  if (card === undefined || at === null) return "";
  const { lines } = card.shown().drawn;
  const readings = readingsAt(lines, at.x, NO_POINTS, card.shown().card.range);
  const values = readings
    .slice(0, MOST)
    .map(({ line, logged }) => `${lineName(line, runName, card.spec.tags)} ${valueText(logged)}`);
  const place = `${axisName(at.axis).toLowerCase()} ${axisText(at.axis, at.x)}`;
  return messages.valuesAtPlace(card.spec.name, place, values, readings.length - values.length);
}

/** Takes the cursor of the keys off the charts. */
function leave(): boolean {
  if (cursor.peek()?.card !== KEYS) return false;
  cursor.value = null;
  return true;
}

function key(keys: string, label: string, to: number | "first" | "last") {
  return { keys, label, group: "scalars", run: () => move(to), spoken } as const;
}

/** Of those that move the cursor by points, one row of the list of keys tells. */
export const CURSOR_KEYS = [
  key("Home", messages.firstPoint, "first"),
  key("End", messages.lastPoint, "last"),
  key("ArrowLeft", messages.previousPoint, -1),
  key("ArrowRight", messages.nextPoint, 1),
  { ...key("Shift+ArrowLeft", messages.previousPoint, -FAR), isLike: "ArrowLeft" },
  { ...key("Shift+ArrowRight", messages.nextPoint, FAR), isLike: "ArrowRight" },
  { keys: "Escape", label: messages.leavePoint, group: "scalars", run: leave },
] as const;
