/** What stands around a drawing and may come after it: one file with all of it. */
import type { ComponentType } from "preact";
import { startLate } from "../../lib/browser/start-late";
import { type LazyPart, lazyPart } from "../../ui/layout/lazy-part";
import type { startLateWork as start } from "./session/late-work";

type Code = typeof import("./late-part-code");

const load = (): Promise<Code> => import("./late-part-code");

function part<Props extends object>(find: (code: Code) => ComponentType<Props>): LazyPart<Props> {
  return lazyPart(async () => find(await load()));
}

export const CompareButton = part((code) => code.CompareButton);

export const BeforePane = part((code) => code.BeforePane);

export const ComparisonPanel = part((code) => code.ComparisonPanel);

export const EdgeTensors = part((code) => code.EdgeTensors);

export const ExpandProgress = part((code) => code.ExpandProgress);

export const ExtractionPanel = part((code) => code.ExtractionPanel);

export const ParseWarnings = part((code) => code.ParseWarnings);

export const HiddenNotice = part((code) => code.HiddenNotice);

export const PrefixNotice = part((code) => code.PrefixNotice);

export const MissingNodeNotice = part((code) => code.MissingNodeNotice);

export const HotSpotsPanel = part((code) => code.HotSpotsPanel);

export const MetricBar = part((code) => code.MetricBar);

export const Minimap = part((code) => code.Minimap);

export const NodeMenu = part((code) => code.NodeMenu);

export const NoGraph = part((code) => code.NoGraph);

export const Outline = part((code) => code.Outline);

export const TraceBar = part((code) => code.TraceBar);

export const UndoButtons = part((code) => code.UndoButtons);

/** Prepares what a viewer may open next, and follows undo; returns how to stop. */
export function startLateWork(...shown: Parameters<typeof start>): () => void {
  return startLate(async () => {
    const { startLateWork: work } = await load();
    return () => work(...shown);
  });
}

/** Any of them brings the file of all. */
export function fetchLateParts(): void {
  // Where it cannot be had now, it is fetched again when a part is drawn.
  load().catch(() => {});
}
