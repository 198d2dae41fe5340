/** The services of the page's sessions: one scope store, one spare worker. */
import { type Signal, signal } from "@preact/signals";
import { getScopes } from "../../api/resources";
import { SharedDocument } from "../../state/server/shared-document";
import { LayoutWorkers } from "./layout/worker/spare-worker";
import { measureCanvasShape } from "./options/canvas-shape";
import type { GraphOptions } from "./options/graph-options";
import { canvasMeasure } from "./render/text-metrics";
import { ScopeStore } from "./scope/scope-store";
import { type GraphServices, parseOrigins, type SavedOrigins } from "./session/graph-services";

class PageServices implements GraphServices {
  readonly scopes = new ScopeStore((key, names, query, signal) =>
    getScopes(idOf(key), names, query, signal),
  );
  readonly workers = new LayoutWorkers();
  readonly measure = canvasMeasure();
  readonly canvasShape = measureCanvasShape;
  readonly places = new SharedDocument<SavedOrigins>("graphs", {
    parse: parseOrigins,
    merge: (_, ours, theirs) => ({ ...theirs, ...ours }),
  });
  readonly inspected: Signal<GraphOptions | null> = signal(null);
  readonly focused: Signal<GraphOptions | null> = signal(null);
}

export const pageServices = new PageServices();

/** A key of `graphKey` begins with the id. */
function idOf(key: string): string {
  return key.split(" ", 1)[0] ?? key;
}
