/** The text of a chart's caption; loaded after the charts, since it is not seen. */
import { useMemo } from "preact/hooks";
import type { Scalars } from "../../../api/scalars";
import { marks } from "../../../state/runs/run-annotations";
import { runName } from "../../../state/runs/runs";
import { commentLines } from "../options/comment-draft";
import { chartSummary, commentSummary } from "./chart-summary";

export function ChartCaption({ answers }: { readonly answers: readonly Scalars[] }) {
  const summary = useMemo(
    () => answers.map((answer) => chartSummary(answer, runName)).join(" "),
    [answers, marks.value],
  );
  const comments = commentSummary(commentLines.value);
  return <>{[summary, comments].filter(Boolean).join(" ")}</>;
}
