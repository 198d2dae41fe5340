/** Whether a card draws lines, or bars of the last values. */
import type { Scalars } from "../../../api/scalars";
import { commitHistory } from "../../../state/address/url-state";
import { asBars, asLines } from "./card-options";

/** Whether every series is one point: a line would be a dot. */
function isSingle(answers: readonly Scalars[]): boolean {
  const series = answers.flatMap((answer) => answer.series);
  return series.length > 0 && series.every((one) => one.raw && one.whole && one.step.length === 1);
}

/** As the viewer chose; else bars where every run has one value. */
export function drawsBars(card: string, answers: readonly Scalars[]): boolean {
  if (asLines.value.includes(card)) return false;
  return asBars.value.includes(card) || isSingle(answers);
}

export function chooseBars(card: string, wantsBars: boolean): void {
  const [to, from] = wantsBars ? [asBars, asLines] : [asLines, asBars];
  from.value = from.peek().filter((other) => other !== card);
  to.value = [...to.peek().filter((other) => other !== card), card];
  commitHistory();
}
