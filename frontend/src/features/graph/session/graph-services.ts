/** What all sessions of a page share. Each session is constructed with it. */
import type { Signal } from "@preact/signals";
import type { SharedDocument } from "../../../state/server/shared-document";
import type { CanvasShape } from "../layout/request";
import type { LayoutWorkers } from "../layout/worker/spare-worker";
import type { GraphOptions } from "../options/graph-options";
import type { MeasureText } from "../scene/node-size";
import type { ScopeStore } from "../scope/scope-store";

/** Which graph was last at a run and tag, by fingerprint. */
export type SavedOrigins = Readonly<Record<string, string>>;

export interface GraphServices {
  /** All scopes this page has been sent, whatever graph or tab is shown. */
  readonly scopes: ScopeStore;
  /** One worker is started before it is needed. */
  readonly workers: LayoutWorkers;
  /** Text widths, each measured once. */
  readonly measure: MeasureText;
  /** The shape of the canvas that a graph is first shown on. */
  readonly canvasShape: () => CanvasShape;
  readonly places: SharedDocument<SavedOrigins>;
  /** Whose node is in the inspector of the page; null for none. */
  readonly inspected: Signal<GraphOptions | null>;
  /** Whose workspace had the focus or the pointer last: keys act on that one; null for any. */
  readonly focused: Signal<GraphOptions | null>;
}

export function parseOrigins(value: unknown): SavedOrigins | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const texts = Object.entries(value).filter(([, each]) => typeof each === "string");
  return Object.fromEntries(texts) as SavedOrigins;
}
