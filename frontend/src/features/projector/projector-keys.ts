/** The keys of the projector: from one embedding or point to the next. */
import type { Embedding } from "../../api/types";
import { useShortcuts } from "../../state/shell/shortcuts";
import * as messages from "./messages";
import { shownEmbeddings } from "./shown-embeddings";
import * as view from "./view";

/** What an embedding goes by in the address. */
export function keyOf({ run, index }: Embedding): string {
  return `${run}#${index}`;
}

/** `rows` are those of the points, in turn. */
export function useProjectorKeys(embedding: Embedding, rows: readonly number[]): void {
  const go = (by: number) => () => {
    const all = shownEmbeddings.peek();
    const next = all[all.findIndex((one) => keyOf(one) === keyOf(embedding)) + by];
    if (next !== undefined) view.chooseEmbedding(keyOf(next));
    return next !== undefined;
  };
  const point = (by: number) => () => {
    const last = rows.indexOf(view.point.peek() ?? -1);
    const next = rows[last >= 0 ? last + by : by > 0 ? 0 : rows.length - 1];
    if (next === undefined) return false;
    view.choosePoint(next);
    return true;
  };
  const group = "projector";
  useShortcuts(
    [
      { keys: "ArrowLeft", label: messages.previousEmbedding, group, run: go(-1) },
      { keys: "ArrowRight", label: messages.nextEmbedding, group, run: go(1) },
      { keys: "j", label: messages.nextPoint, group, run: point(1) },
      { keys: "k", label: messages.previousPoint, group, run: point(-1) },
    ],
    `${keyOf(embedding)} ${rows.length} ${rows[0]}`,
  );
}
