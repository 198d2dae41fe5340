/**
 * The tabs: what each shows, and where its code comes from.
 *
 * A new tab is an entry here; the calls that write its data are in `empty-tab`. Its code is fetched when it is opened first; that of
 * the tab that a visit begins with comes with the page.
 */
import type { ComponentType } from "preact";
import { type LateCode, lateCode } from "../../state/base/late-code";
import { runs } from "../../state/runs/runs";
import { status } from "../../state/server/connection";
import { hasEmbeddings } from "../../state/tags/embeddings";
import * as messages from "../messages";

export interface TabEntry {
  /** As in the address. */
  readonly id: string;
  readonly title: string;
  /** Opens the tab after `g`. */
  readonly key: string;
  /** The kinds of tags that the tab shows; none where it shows the runs, whatever they hold. */
  readonly kinds: readonly string[];
  /** The kinds of tags that it leaves out of runs that are not shown. */
  readonly leavesOut?: readonly string[];
  readonly view: ComponentType | LazyView;
  /** Whether there is something to show that no tag tells of. */
  readonly isThere?: () => boolean;
  /** What is counted beside its title, once the page is idle. */
  readonly count?: TabCount;
  /** What is missing where it has nothing to show, as in “No … in these runs”. */
  readonly lacks: string;
  /** Whether its code is prefetched when the page is idle, since it needs much before it draws. */
  readonly isLoadedAhead?: boolean;
  /** Sends the tab's first requests before it is drawn; its code is loaded. */
  readonly prefetch?: () => void;
  /** Whether what it shows first is drawn before the runs beside it: it has more to load. */
  readonly drawsAlone?: boolean;
  /** Whether it shows more than runs have logged, and so says itself when it is empty. */
  readonly drawsEmpty?: boolean;
}

/** Counts what a tab shows, of so many graphs that there are. */
export type TabCount = LateCode<{ readonly Count: ComponentType<{ readonly total: number }> }>;

export interface LazyView {
  readonly load: () => Promise<ComponentType>;
}

let prefetchCards = (): void => {};

/** Most visits begin with it: the page comes with its code. */
async function loadScalarsTab(): Promise<ComponentType> {
  const { prefetchFirstCards, ScalarsTab } = await import("../../features/scalars");
  prefetchCards = prefetchFirstCards;
  return ScalarsTab;
}

async function loadGraphTab(): Promise<ComponentType> {
  const { GraphTab, prepareGraphTab } = await import("../../features/graph");
  prepareGraphTab();
  return GraphTab;
}

/** In the order of the bar above. */
export const TABS: readonly TabEntry[] = [
  {
    id: "overview",
    title: messages.overview,
    key: "o",
    kinds: [],
    view: { load: async () => (await import("./overview")).Overview },
    lacks: messages.nounRuns,
  },
  {
    id: "scalars",
    title: messages.scalars,
    key: "s",
    kinds: ["scalars"],
    leavesOut: ["scalars"],
    view: { load: loadScalarsTab },
    prefetch: () => prefetchCards(),
    lacks: messages.nounScalars,
  },
  {
    id: "graph",
    title: messages.graph,
    key: "g",
    kinds: ["graphs"],
    view: { load: loadGraphTab },
    count: lateCode(() => import("./graph-count")),
    drawsAlone: true,
    isLoadedAhead: true,
    lacks: messages.nounGraph,
    drawsEmpty: true,
  },
  {
    id: "distributions",
    title: messages.distributions,
    key: "d",
    kinds: ["histograms"],
    leavesOut: ["histograms"],
    view: { load: async () => (await import("../../features/distributions")).DistributionsTab },
    lacks: messages.nounHistograms,
  },
  {
    id: "media",
    title: messages.media,
    key: "m",
    kinds: ["images", "audio", "meshes"],
    leavesOut: ["images", "audio", "meshes"],
    isThere: () => status.value?.log_directories.some(({ videos }) => videos > 0) ?? false,
    view: { load: async () => (await import("../../features/media")).MediaTab },
    lacks: messages.nounMedia,
  },
  {
    id: "text",
    title: messages.text,
    key: "t",
    kinds: ["text"],
    leavesOut: ["text"],
    view: { load: async () => (await import("../../features/text")).TextTab },
    lacks: messages.nounText,
  },
  {
    id: "hparams",
    title: messages.hparams,
    key: "h",
    kinds: ["hparams"],
    // Those of files beside the events are no tags.
    isThere: () => runs.value.some(({ hparams }) => hparams.length > 0),
    leavesOut: ["hparams"],
    view: { load: async () => (await import("../../features/hparams")).HparamsTab },
    lacks: messages.nounHparams,
    drawsEmpty: true,
  },
  {
    id: "curves",
    title: messages.curves,
    key: "c",
    kinds: ["curves"],
    leavesOut: ["curves"],
    view: { load: async () => (await import("../../features/curves")).CurvesTab },
    lacks: messages.nounCurves,
  },
  {
    id: "custom",
    title: messages.custom,
    key: "u",
    kinds: ["layouts"],
    leavesOut: ["scalars"],
    view: { load: async () => (await import("../../features/scalars/custom")).CustomTab },
    lacks: messages.nounCustom,
    drawsEmpty: true,
  },
  {
    id: "projector",
    title: messages.projector,
    key: "p",
    kinds: ["embeddings"],
    isThere: () => hasEmbeddings.value,
    view: { load: async () => (await import("../../features/projector")).ProjectorTab },
    lacks: messages.nounEmbedding,
    drawsEmpty: true,
  },
  {
    id: "tensors",
    title: messages.tensors,
    key: "n",
    kinds: ["tensors"],
    leavesOut: ["tensors"],
    view: { load: async () => (await import("../../features/tensors")).TensorsTab },
    lacks: messages.nounTensors,
  },
  {
    id: "runs",
    title: messages.runs,
    key: "r",
    kinds: [],
    view: { load: async () => (await import("../../features/runs")).RunsTab },
    lacks: messages.nounRuns,
  },
];

/** The name of a tab with nothing to show. */
export function emptyTitle({ lacks }: TabEntry): string {
  return messages.emptyTab(lacks);
}
