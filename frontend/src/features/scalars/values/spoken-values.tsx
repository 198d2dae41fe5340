/** Says the values of a card at a step that a key went to. */
import { useEffect } from "preact/hooks";
import type { XAxis } from "../../../api/scalars";
import { valueText } from "../../../lib/format/number";
import { announce, keySteps } from "../../../state/shell/announcements";
import type { LoggedPoints } from "../data/logged-points";
import { axisText } from "../lines/axis-text";
import type { CardLine } from "../lines/series-lines";
import { commentLines } from "../options/comment-draft";
import * as messages from "./messages";
import { readingsAt } from "./tooltip-values";

const MOST = 10;
/** A key that is held goes over many steps, of which only the last is announced. */
const PAUSE_MS = 250;
/** The logged points of lines that came as buckets are requested once the step is chosen. */
const POINTS_PAUSE_MS = 1200;

/** The last of the keys whose step was announced: a card that moves on the page says no more. */
let announced = 0;

export interface SpokenValuesProps {
  readonly name: string;
  readonly lines: readonly CardLine[];
  readonly nameOf: (line: CardLine) => string;
  readonly axis: XAxis;
  /** The step chosen, as a place on the axis. */
  readonly chosen: number;
  readonly points: LoggedPoints;
}

/** `loss, step 380: adam 0.917, sgd 0.95.` */
export function spokenValues({ name, lines, nameOf, axis, chosen, points }: SpokenValuesProps) {
  const readings = readingsAt(lines, chosen, points);
  const values = readings
    .slice(0, MOST)
    .map(({ line, logged }) => messages.lineValue(nameOf(line), valueText(logged)));
  return messages.valuesAt(name, axisText(axis, chosen), values, readings.length - values.length);
}

export function SpokenValues(props: SpokenValuesProps) {
  const { lines, chosen, points } = props;
  const keyed = keySteps.value;
  useEffect(() => {
    if (announced === keyed) return;
    const isComplete = lines.every(({ key, buckets }) => buckets === null || points.has(key));
    const timer = setTimeout(
      () => {
        announced = keyed;
        const comments = commentLines.peek().filter(({ step }) => step === chosen);
        announce([spokenValues(props), ...comments.map(({ text }) => text)].join(" "));
      },
      isComplete ? PAUSE_MS : POINTS_PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [keyed, chosen, points]);
  return null;
}
