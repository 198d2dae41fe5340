/**
 * How a report answers each request of the page: a table of every GET route of the API.
 *
 * A report holds answers to a few requests per tag, which an export made. The page makes others:
 * for a page of values, for some runs, for a range. A parameter is part of the `key` under which an
 * answer is held, or the answer to it is `derived` from what is held, so that it does not matter how
 * the page words it. The types come from the server's OpenAPI document: a route or a parameter that
 * is new there does not compile until it is named here.
 */
import type { paths } from "../api/schema.gen";
import { type Question, valuesOf } from "./question";

type GetPath = {
  [Path in keyof paths]: paths[Path] extends { get: object } ? Path : never;
}[keyof paths];

type QueryOf<Path extends GetPath> = paths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? [NonNullable<Query>] extends [never]
    ? never
    : keyof NonNullable<Query>
  : never;

type Use = "key" | "derived";

interface Included<Parameter extends PropertyKey> {
  readonly parameters: Readonly<Record<Parameter, Use>>;
  /** What an answer is, as the object of “does not include”. */
  readonly what: string;
}

/** Never part of a report; the export lists them. */
interface NotIncluded {
  readonly parameters: null;
  readonly what: string;
}

type Routes = { readonly [Path in GetPath]: Included<QueryOf<Path>> | NotIncluded };

function notIncluded(what: string): NotIncluded {
  return { parameters: null, what };
}

const KEY_OF_GROUPING = { group: "key", ungroup: "key", series: "key" } as const;
const KEY_OF_SPLIT = {
  ...KEY_OF_GROUPING,
  choice: "key",
  auto_extract: "key",
  min_nodes: "key",
  min_degree: "key",
  max_control_degree: "key",
  max_bridge_degree: "key",
  isolated: "key",
  sink_type: "key",
  source_type: "key",
} as const;
const PAGE_OF_VALUES = {
  tag: "key",
  run: "key",
  step: "key",
  nth: "derived",
  values: "derived",
} as const;
const PAGE_OF_SAMPLES = { ...PAGE_OF_VALUES, sample: "derived", samples: "derived" } as const;
const SAMPLE = { tag: "key", run: "key", step: "key", nth: "key", sample: "key" } as const;
const MEASURED = "what steps measured of time and memory";

const ROUTES: Routes = {
  "/api/status": { parameters: {}, what: "the state of the server" },
  "/api/runs": { parameters: {}, what: "the list of runs" },
  "/api/tags": { parameters: { kind: "derived" }, what: "the list of tags" },
  "/api/state": { parameters: {}, what: "what viewers saved" },
  "/api/state/part": { parameters: { name: "key" }, what: "what viewers saved" },
  "/api/warnings": { parameters: { run: "derived" }, what: "the warnings of these runs" },
  "/api/metrics": { parameters: { tag: "key" }, what: "the values of this column" },
  "/api/hparams": { parameters: {}, what: "the hyper-parameters" },
  "/api/scalars": {
    parameters: {
      tag: "key",
      x: "key",
      order: "key",
      superseded: "key",
      run: "derived",
      from: "derived",
      to: "derived",
      points: "key",
      context: "derived",
      smoothing: "derived",
    },
    what: "the points of this chart",
  },
  "/api/histograms": {
    parameters: {
      tag: "key",
      superseded: "key",
      run: "derived",
      from: "derived",
      to: "derived",
      at: "derived",
      steps: "derived",
      bins: "derived",
    },
    what: "these histograms",
  },
  "/api/steps": {
    parameters: { kind: "key", tag: "key", superseded: "key", run: "derived" },
    what: "the steps of this tag",
  },
  "/api/text": { parameters: { ...PAGE_OF_VALUES, form: "key" }, what: "the text of this step" },
  "/api/images": { parameters: PAGE_OF_SAMPLES, what: "the images of this step" },
  "/api/images/sample": { parameters: SAMPLE, what: "this image" },
  "/api/audio": { parameters: PAGE_OF_SAMPLES, what: "the audio of this step" },
  "/api/audio/sample": { parameters: SAMPLE, what: "this audio clip" },
  "/api/meshes": { parameters: {}, what: "the list of meshes" },
  "/api/meshes/sample": {
    parameters: { name: "key", run: "key", step: "key", nth: "key", sample: "key" },
    what: "this mesh",
  },
  "/api/curves": {
    parameters: { tag: "key", run: "key", step: "key" },
    what: "the curves of this step",
  },
  "/api/layouts": { parameters: {}, what: "the layouts of charts" },
  "/api/layouts/tags": { parameters: { pattern: "key" }, what: "the tags of this pattern" },
  "/api/tensors": { parameters: {}, what: "the list of tensors" },
  "/api/projector": { parameters: {}, what: "the list of embeddings" },
  "/api/projector/vectors": {
    parameters: { run: "key", index: "key", components: "derived" },
    what: "the vectors of this embedding",
  },
  "/api/projector/sprite": {
    parameters: { run: "key", index: "key" },
    what: "the images of this embedding",
  },
  "/api/projector/neighbours": notIncluded("nearest neighbours of vectors"),
  "/api/graphs": { parameters: {}, what: "the list of graphs" },
  "/api/graphs/{graph_id}/scope": {
    parameters: { name: "key", offset: "key", limit: "key", ...KEY_OF_SPLIT },
    what: "the inside of this scope with these choices",
  },
  "/api/graphs/{graph_id}/scopes": {
    parameters: { name: "key", ...KEY_OF_SPLIT },
    what: "the inside of these scopes with these choices",
  },
  "/api/graphs/{graph_id}/node": {
    parameters: { name: "key", tag: "key", step: "key", ...KEY_OF_GROUPING },
    what: "more about this node",
  },
  "/api/graphs/{graph_id}/run_metadata": { parameters: {}, what: MEASURED },
  "/api/graphs/{graph_id}/colours": notIncluded("colours of nodes by anything but structure"),
  "/api/graphs/{graph_id}/statistics": notIncluded(MEASURED),
  "/api/graphs/{graph_id}/hot_spots": notIncluded(MEASURED),
  "/api/graphs/{graph_id}/search": notIncluded("searches of the whole graph"),
  "/api/graphs/{graph_id}/trace": notIncluded("traces through the graph"),
  "/api/graphs/{graph_id}/choices": notIncluded("how many nodes a rule moves"),
  "/api/graphs/{graph_id}/attribute": notIncluded("long attributes of nodes"),
  "/api/graphs/{graph_id}/neighbours": notIncluded("the neighbours of nodes as lists"),
  "/api/graphs/{graph_id}/tensors": notIncluded("the tensors of an edge one by one"),
  "/api/graphs/{graph_id}/stage": { parameters: {}, what: "the progress of reading" },
  "/api/graphs/{graph_id}/export": notIncluded("downloads of graphs"),
  "/api/export": notIncluded("downloads of every point"),
  "/api/export/values": notIncluded("downloads of every value"),
  "/api/images/files": notIncluded("archives of images"),
  "/api/audio/files": notIncluded("archives of audio"),
  "/api/views": notIncluded("views under an id"),
  "/api/stream": notIncluded("new data"),
};

interface Route {
  readonly path: RegExp;
  readonly parameters: Readonly<Record<string, Use>> | null;
  readonly what: string;
}

const ALL: readonly Route[] = Object.entries(ROUTES).map(([path, route]) => ({
  path: new RegExp(`^${path.slice(1).replace(/\{\w+\}/g, "[^/]+")}$`),
  parameters: route.parameters,
  what: route.what,
}));

/** Values that mean the same as saying nothing. */
const DEFAULTS: readonly string[] = ["superseded=false", "index=0"];

function find(path: string): Route | undefined {
  return ALL.find((route) => route.path.test(path));
}

/** What the answer to a path is, and whether a larger report would include it. */
export function subjectOf(path: string): { readonly what: string; readonly isBySize: boolean } {
  const route = find(path);
  return {
    what: route?.what ?? "an answer to this",
    isBySize: (route?.parameters ?? null) !== null,
  };
}

/** The same for requests that the same held answer is for, in whatever order they name things. */
export function keyOf(question: Question): string {
  const uses = find(question.path)?.parameters ?? {};
  const keys = question.pairs
    .filter(([name]) => uses[name] === "key")
    .map(([name, value]) => `${name}=${value}`)
    .filter((pair) => !DEFAULTS.includes(pair));
  return JSON.stringify([question.path, ...keys.sort()]);
}

/** A parameter that the table does not know: its answer would be that of another request. */
export function unknownParameter(question: Question): string | undefined {
  const uses = find(question.path)?.parameters;
  if (uses === null || uses === undefined) return undefined;
  return question.pairs.map(([name]) => name).find((name) => !(name in uses));
}

/** The value of a parameter that is a count; the fallback without one. */
export function countOf(question: Question, name: string, fallback: number): number {
  const [text] = valuesOf(question, name);
  return text === undefined ? fallback : Number(text);
}
