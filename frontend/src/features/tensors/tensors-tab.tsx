/** Tensors of plugins that are unknown here: what they are, rather than nothing. */
import type { FileTable } from "../../lib/format/table";
import { inListedOrder, runPlaces } from "../../state/runs/listed-order";
import { runName } from "../../state/runs/runs";
import { useLive } from "../../state/server/live-query";
import { TableExportItems } from "../../ui/export/table-export-items";
import { EmptyState } from "../../ui/feedback/empty-state";
import { ErrorState } from "../../ui/feedback/error-state";
import { Skeleton } from "../../ui/feedback/skeleton";
import { PlainNote } from "../../ui/layout/tab-toolbar";
import * as messages from "./messages";
import { tensors } from "./tensor-list";
import { type Series, shapeText, TensorTable } from "./tensor-table";
import "./tensors.css";

function tableOf(series: readonly Series[]): FileTable {
  return {
    columns: ["tag", "run", "plugin", "first_step", "last_step", "values", "dtype", "shape"],
    rows: series.map((one) => [
      one.tag,
      runName(one.run),
      one.plugin,
      one.first_step,
      one.last_step,
      one.values,
      one.dtype,
      one.shape === null ? null : shapeText(one.shape),
    ]),
  };
}

function Head({ series, more }: { series: readonly Series[]; more: number }) {
  return (
    <div class="tensor-head">
      <p class="tensor-note">
        {messages.seriesNote(series.length)}
        {more > 0 && messages.moreTags(more)}
      </p>
      <PlainNote />
      <TableExportItems label={messages.exportLabel} name="tensors" table={() => tableOf(series)} />
    </div>
  );
}

export function TensorsTab() {
  useLive(tensors);
  const answer = tensors.data.value;
  if (answer === null) {
    const error = tensors.error.value;
    if (error === null) return <Skeleton text={messages.loading} />;
    return <ErrorState title={messages.loadFailed} error={error} onRetry={tensors.retry} />;
  }
  const places = runPlaces.value;
  const shown = answer.series.filter(({ run }) => places.has(run));
  const series = inListedOrder(shown, ({ run }) => run, places);
  if (series.length === 0) {
    return (
      <EmptyState title={messages.nothingToShow}>
        <p>{messages.noUnknownPlugin}</p>
        <PlainNote />
      </EmptyState>
    );
  }
  return (
    <div class="tensor-tab">
      <Head series={series} more={answer.more} />
      <TensorTable series={series} />
    </div>
  );
}
