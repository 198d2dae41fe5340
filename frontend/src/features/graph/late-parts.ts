/** What stands around a drawing and may come after it: one file with all of it. */
import { startLate } from "../../lib/browser/start-late";
import { lazyPart } from "../../ui/layout/lazy-part";
import type { startLateWork as start } from "./session/late-work";

export const CompareButton = lazyPart(
  async () => (await import("./toolbar/compare-button")).CompareButton,
);

export const ComparisonPanel = lazyPart(
  async () => (await import("./overlays/changes/comparison-panel")).ComparisonPanel,
);

export const EdgeTensors = lazyPart(
  async () => (await import("./canvas/edge-tensors")).EdgeTensors,
);

export const ExpandProgress = lazyPart(
  async () => (await import("./toolbar/expand-progress")).ExpandProgress,
);

export const ExtractionPanel = lazyPart(
  async () => (await import("./extraction-panel/extraction-panel")).ExtractionPanel,
);

export const ParseWarnings = lazyPart(
  async () => (await import("./canvas/parse-warnings")).ParseWarnings,
);

export const HiddenNotice = lazyPart(
  async () => (await import("./canvas/hidden-notice")).HiddenNotice,
);

export const PrefixNotice = lazyPart(
  async () => (await import("./canvas/prefix-notice")).PrefixNotice,
);

export const MissingNodeNotice = lazyPart(
  async () => (await import("./canvas/missing-node-notice")).MissingNodeNotice,
);

export const HotSpotsPanel = lazyPart(
  async () => (await import("./overlays/profile/hot-spots")).HotSpotsPanel,
);

export const Minimap = lazyPart(async () => (await import("./canvas/minimap")).Minimap);

export const NodeMenu = lazyPart(async () => (await import("./node-menu/node-menu")).NodeMenu);

export const NoGraph = lazyPart(async () => (await import("./canvas/no-graph")).NoGraph);

export const Outline = lazyPart(async () => (await import("./outline/outline")).Outline);

export const TraceBar = lazyPart(async () => (await import("./overlays/trace/trace-bar")).TraceBar);

export const UndoButtons = lazyPart(
  async () => (await import("./toolbar/undo-buttons")).UndoButtons,
);

/** Prepares what a viewer may open next, and follows undo; returns how to stop. */
export function startLateWork(...shown: Parameters<typeof start>): () => void {
  return startLate(async () => {
    const work = await import("./session/late-work");
    return () => work.startLateWork(...shown);
  });
}

/** Any of them brings the file of all. */
export function fetchLateParts(): void {
  // Where it cannot be had now, it is fetched again when a part is drawn.
  import("./outline/outline").catch(() => {});
}
