/** All that a card shows, for taking it away. */
import type { Axis } from "../../api/types";
import { runName } from "../../state/runs";
import { step, stepRange } from "../../state/steps";
import * as choices from "./card-choices";
import type { Drawn } from "./card-lines";
import type { CardSpec } from "./card-spec";
import { legendName } from "./line-names";
import { referencesOn } from "./reference-lines";
import type { CardContent } from "./take-away";
import type { Card } from "./use-card";
import * as view from "./view";

/** A card's data, and what is drawn of it. */
export interface Shown {
  readonly card: Card;
  readonly drawn: Drawn;
}

export function cardContent(spec: CardSpec, { card, drawn }: Shown): CardContent {
  const { answers, range, yRange } = card;
  const { lines, under } = drawn;
  const { id, tags } = spec;
  const axis: Axis = answers[0]?.x ?? "step";
  const chosen = axis === "step" ? stepRange.peek() : null;
  return {
    title: spec.name,
    axis,
    lines,
    under,
    nameOf: (line) => legendName(line, runName, tags, view.spread.peek()),
    references: referencesOn(choices.references.peek(), id, axis).map(({ line }) => line),
    chosenX: axis === "step" ? step.peek() : null,
    chosenRange: chosen && [chosen.from, chosen.to],
    logX: axis !== "wall_time" && choices.isLog(id, "x"),
    logY: choices.isLog(id, "y"),
    range,
    yRange,
    hidesOutliers: view.outliers.peek() === "hidden",
  };
}
