/** What charts can do that has no key, for the palette. */
import { type Action, offerActions } from "../../../state/shell/actions";
import * as scalarMessages from "../messages";
import { type ExpressionUse, expressionUse } from "../options/expression-use";
import { KINDS } from "../options/smoothing-option";
import { chooseSmoothingKind } from "../options/tab-options";
import * as messages from "./messages";

const hint = scalarMessages.scalars;

function opening(text: string, use: ExpressionUse): Action {
  const run = () => {
    expressionUse.value = use;
  };
  return { text, hint, run };
}

const ACTIONS: readonly Action[] = [
  ...KINDS.map(({ kind, title }) => ({
    text: `${scalarMessages.smoothing}: ${title}`,
    hint,
    run: () => chooseSmoothingKind(kind),
  })),
  opening(messages.xAxisItem, { of: "axis" }),
  opening(messages.newExpression, { of: "value", card: null }),
  opening(messages.expressionTitles.mark, { of: "mark" }),
];

/** Offers them while the tab is on the page; returns how to stop. */
export function offerChartActions(): () => void {
  return offerActions(() => ACTIONS);
}
