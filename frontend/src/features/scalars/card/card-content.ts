/** All that a card shows, for its export. */
import type { XAxis } from "../../../api/scalars";
import { runName } from "../../../state/runs/runs";
import { step, stepRange } from "../../../state/tags/selected-step";
import type { Card } from "../data/use-card-data";
import type { CardContent } from "../export/export-card";
import { smoothingText } from "../export/file-name";
import { legendName } from "../lines/line-names";
import type { CardLine, Drawn } from "../lines/series-lines";
import * as choices from "../options/card-options";
import type { CardSpec } from "../options/card-spec";
import { marksOn } from "../options/change-marks";
import { figureSize } from "../options/figure-size";
import { referencesOn } from "../options/reference-lines";
import * as view from "../options/tab-options";

/** A card's data, and what is drawn of it. */
export interface Shown {
  readonly card: Card;
  readonly drawn: Drawn;
  /** Lines of one point, drawn as bars; null for a line chart. */
  readonly bars: readonly CardLine[] | null;
}

export function cardContent(spec: CardSpec, { card, drawn, bars }: Shown): CardContent {
  const { answers, range, yRange } = card;
  const { lines, under } = drawn;
  const { id, tags } = spec;
  const axis: XAxis = answers[0]?.x ?? "step";
  const chosen = axis === "step" ? stepRange.peek() : null;
  return {
    title: spec.name,
    axis,
    lines,
    under,
    bars,
    lineWidth: view.LINE_WIDTHS[view.lineWidth.peek()],
    size: figureSize(),
    nameOf: (line) => legendName(line, runName, tags, view.spread.peek()),
    references: [
      ...marksOn(axis),
      ...referencesOn(choices.references.peek(), id, axis).map(({ line }) => line),
    ],
    chosenX: axis === "step" ? step.peek() : null,
    chosenRange: chosen && [chosen.from, chosen.to],
    logX: axis !== "wall_time" && choices.isLog(id, "x"),
    logY: choices.isLog(id, "y"),
    range,
    yRange,
    smoothing: lines.some(({ faint }) => faint !== null)
      ? smoothingText(view.smoothing.peek())
      : null,
    hidesOutliers: view.outliers.peek() === "hidden",
  };
}
