/** Histograms, texts and curves of many tags as one file. */
import { resourceUrl } from "./client";

export type ValueKind = "histograms" | "text" | "curves";

export interface ValueExport {
  readonly kind: ValueKind;
  readonly format: "csv" | "json";
  /** Undefined stands for all there are, here and below. */
  readonly tag: readonly string[] | undefined;
  /** Ids. */
  readonly run: readonly string[] | undefined;
  /** Whether to include values that a resumed training has logged again. */
  readonly superseded: boolean;
}

/** Where the server writes such a file. */
export function valueExportUrl({ superseded, ...part }: ValueExport): string {
  return resourceUrl("api/export/values", { ...part, superseded: superseded ? "true" : undefined });
}
