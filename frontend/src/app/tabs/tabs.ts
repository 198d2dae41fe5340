/**
 * The tabs: what each shows, and where its code comes from.
 *
 * A new tab is an entry here and nothing else. Its code is fetched when it is opened first; that of
 * the tab that a visit begins with comes with the page.
 */
import type { ComponentType } from "preact";
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
  /** The text in place of a tab with nothing to show. */
  readonly empty: TabEmpty;
  /** Whether its code is prefetched when the page is idle, since it needs much before it draws. */
  readonly isLoadedAhead?: boolean;
  /** Sends the tab's first requests before it is drawn; its code is loaded. */
  readonly prefetch?: () => void;
  /** Whether what it shows first is drawn before the runs beside it: it has more to load. */
  readonly drawsAlone?: boolean;
  /** Whether it shows more than runs have logged, and so says itself when it is empty. */
  readonly drawsEmpty?: boolean;
}

export interface LazyView {
  readonly load: () => Promise<ComponentType>;
}

export interface TabEmpty {
  /** What is missing, as in “No … in these runs”. */
  readonly what: string;
  /** The calls that write such data, by framework. */
  readonly calls: readonly WritingCall[];
}

export interface WritingCall {
  readonly framework: string;
  readonly code: string;
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
    empty: { what: messages.nounRuns, calls: [] },
  },
  {
    id: "scalars",
    title: messages.scalars,
    key: "s",
    kinds: ["scalars"],
    leavesOut: ["scalars"],
    view: { load: loadScalarsTab },
    prefetch: () => prefetchCards(),
    empty: {
      what: messages.nounScalars,
      calls: [
        { framework: "PyTorch", code: 'writer.add_scalar("loss", loss, step)' },
        { framework: "TensorFlow", code: 'tf.summary.scalar("loss", loss, step=step)' },
        {
          framework: "Keras",
          code: "board = keras.callbacks.TensorBoard(logdir)\nmodel.fit(x, y, callbacks=[board])",
        },
      ],
    },
  },
  {
    id: "graph",
    title: messages.graph,
    key: "g",
    kinds: ["graphs"],
    view: { load: loadGraphTab },
    drawsAlone: true,
    isLoadedAhead: true,
    empty: {
      what: messages.nounGraph,
      calls: [
        { framework: "PyTorch", code: "writer.add_graph(model, example_input)" },
        {
          framework: "TensorFlow",
          code: "tf.summary.graph(step.get_concrete_function(x).graph)",
        },
        {
          framework: "Keras",
          code: "board = keras.callbacks.TensorBoard(logdir)\nmodel.fit(x, y, callbacks=[board])",
        },
      ],
    },
    drawsEmpty: true,
  },
  {
    id: "distributions",
    title: messages.distributions,
    key: "d",
    kinds: ["histograms"],
    leavesOut: ["histograms"],
    view: { load: async () => (await import("../../features/distributions")).DistributionsTab },
    empty: {
      what: messages.nounHistograms,
      calls: [
        { framework: "PyTorch", code: 'writer.add_histogram("weights", layer.weight, step)' },
        { framework: "TensorFlow", code: 'tf.summary.histogram("weights", weights, step=step)' },
        {
          framework: "Keras",
          code: "keras.callbacks.TensorBoard(logdir, histogram_freq=1)",
        },
      ],
    },
  },
  {
    id: "media",
    title: messages.media,
    key: "m",
    kinds: ["images", "audio", "meshes"],
    leavesOut: ["images", "audio", "meshes"],
    view: { load: async () => (await import("../../features/media")).MediaTab },
    empty: {
      what: messages.nounMedia,
      calls: [
        { framework: "PyTorch", code: 'writer.add_image("sample", image, step)' },
        { framework: "TensorFlow", code: 'tf.summary.image("sample", images, step=step)' },
        { framework: "TensorFlow", code: 'tf.summary.audio("speech", audio, rate, step=step)' },
        { framework: "PyTorch", code: 'writer.add_mesh("cloud", vertices, global_step=step)' },
      ],
    },
  },
  {
    id: "text",
    title: messages.text,
    key: "t",
    kinds: ["text"],
    leavesOut: ["text"],
    view: { load: async () => (await import("../../features/text")).TextTab },
    empty: {
      what: messages.nounText,
      calls: [
        { framework: "PyTorch", code: 'writer.add_text("note", "**bold**", step)' },
        { framework: "TensorFlow", code: 'tf.summary.text("note", "**bold**", step=step)' },
      ],
    },
  },
  {
    id: "hparams",
    title: messages.hparams,
    key: "h",
    kinds: ["hparams"],
    leavesOut: ["hparams"],
    view: { load: async () => (await import("../../features/hparams")).HparamsTab },
    empty: {
      what: messages.nounHparams,
      calls: [
        { framework: "PyTorch", code: 'writer.add_hparams({"lr": 0.1}, {"accuracy": accuracy})' },
        { framework: "TensorFlow", code: 'hp.hparams({"lr": 0.1})' },
        {
          framework: "Keras",
          code: 'model.fit(x, y, callbacks=[hp.KerasCallback(logdir, {"lr": 0.1})])',
        },
      ],
    },
    drawsEmpty: true,
  },
  {
    id: "curves",
    title: messages.curves,
    key: "c",
    kinds: ["curves"],
    leavesOut: ["curves"],
    view: { load: async () => (await import("../../features/curves")).CurvesTab },
    empty: {
      what: messages.nounCurves,
      calls: [
        { framework: "PyTorch", code: 'writer.add_pr_curve("class 0", labels, scores, step)' },
        {
          framework: "TensorFlow",
          code: 'tensorboard.plugins.pr_curve.summary.op("class 0", labels, scores, 201)',
        },
      ],
    },
  },
  {
    id: "custom",
    title: messages.custom,
    key: "u",
    kinds: ["layouts"],
    leavesOut: ["scalars"],
    view: { load: async () => (await import("../../features/scalars/custom")).CustomTab },
    empty: {
      what: messages.nounCustom,
      calls: [
        {
          framework: "PyTorch",
          code: 'writer.add_custom_scalars_multilinechart(["loss/train", "loss/test"])',
        },
      ],
    },
    drawsEmpty: true,
  },
  {
    id: "projector",
    title: messages.projector,
    key: "p",
    kinds: ["embeddings"],
    isThere: () => hasEmbeddings.value,
    view: { load: async () => (await import("../../features/projector")).ProjectorTab },
    empty: {
      what: messages.nounEmbedding,
      calls: [{ framework: "PyTorch", code: "writer.add_embedding(vectors, metadata=labels)" }],
    },
    drawsEmpty: true,
  },
  {
    id: "tensors",
    title: messages.tensors,
    key: "n",
    kinds: ["tensors"],
    leavesOut: ["tensors"],
    view: { load: async () => (await import("../../features/tensors")).TensorsTab },
    empty: {
      what: messages.nounTensors,
      calls: [{ framework: "PyTorch", code: 'writer.add_tensor("weights", layer.weight, step)' }],
    },
  },
  {
    id: "runs",
    title: messages.runs,
    key: "r",
    kinds: [],
    view: { load: async () => (await import("../../features/runs")).RunsTab },
    empty: { what: messages.nounRuns, calls: [] },
  },
];
