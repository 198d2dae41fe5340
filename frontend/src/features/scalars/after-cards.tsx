/** What the tab has besides its cards: the code comes when these stand. */
// It notes how far runs have come before anything is zoomed.
import "./data/unseen-data";
import { useEffect } from "preact/hooks";
import { useShortcuts } from "../../state/shell/shortcuts";
import { CURSOR_KEYS } from "./card/axis-cursor";
import { printCards } from "./card/print-cards";
import { Comments } from "./comments/comments";
import { ChangeMarks } from "./toolbar/change-marks";
import { offerChartActions } from "./toolbar/chart-actions";
import { ExpressionDialog } from "./toolbar/expression-dialog";

export function AfterCards() {
  useShortcuts(CURSOR_KEYS);
  useEffect(printCards, []);
  useEffect(offerChartActions, []);
  return (
    <>
      <ChangeMarks />
      <Comments />
      <ExpressionDialog />
    </>
  );
}
