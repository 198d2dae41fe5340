/** The keys of the projector: from one embedding or point to the next. */
import type { Embedding } from "../../api/types";
import { useShortcuts } from "../../state/shell/shortcuts";
import { embeddings } from "../../state/tags/embeddings";
import * as messages from "./messages";
import * as view from "./view";

/** What an embedding goes by in the address. */
export function keyOf({ run, index }: Embedding): string {
  return `${run}#${index}`;
}

export function useProjectorKeys(embedding: Embedding, rows: number): void {
  const go = (by: number) => () => {
    const all = embeddings.peek();
    const next = all[all.findIndex((one) => keyOf(one) === keyOf(embedding)) + by];
    if (next !== undefined) view.chooseEmbedding(keyOf(next));
    return next !== undefined;
  };
  const point = (by: number) => () => {
    const last = view.point.peek();
    const next = last === null ? (by > 0 ? 0 : rows - 1) : last + by;
    if (next < 0 || next >= rows) return false;
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
    `${keyOf(embedding)} ${rows}`,
  );
}
