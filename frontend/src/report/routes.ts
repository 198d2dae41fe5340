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
import * as messages from "./messages";
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

const KEY_OF_GROUPING = {
  group: "key",
  ungroup: "key",
  series: "key",
  prefixes: "key",
  split_rule: "key",
} as const;
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

const ROUTES: Routes = {
  "/api/status": { parameters: {}, what: messages.serverState },
  "/api/runs": { parameters: {}, what: messages.runs },
  "/api/tags": { parameters: { kind: "derived" }, what: messages.tags },
  "/api/state": { parameters: {}, what: messages.savedState },
  "/api/state/part": { parameters: { name: "key" }, what: messages.savedState },
  "/api/warnings": { parameters: { run: "derived" }, what: messages.warnings },
  "/api/metrics": { parameters: { tag: "key", step: "key" }, what: messages.columnValues },
  "/api/graphs/models": { parameters: {}, what: messages.models },
  "/api/comparison": { parameters: { run: "derived" }, what: messages.comparison },
  "/api/hparams": { parameters: {}, what: messages.hparams },
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
    what: messages.points,
  },
  "/api/expressions": {
    parameters: {
      expression: "key",
      tag: "key",
      x: "key",
      baseline: "key",
      run: "derived",
      from: "derived",
      to: "derived",
      points: "key",
      context: "derived",
      smoothing: "derived",
    },
    what: messages.points,
  },
  "/api/expressions/check": {
    parameters: { expression: "key", of: "key" },
    what: messages.newExpressions,
  },
  "/api/expressions/changes": {
    parameters: {
      expression: "key",
      tag: "key",
      x: "key",
      baseline: "key",
      run: "derived",
      most: "derived",
    },
    what: messages.changes,
  },
  "/api/expressions/places": {
    parameters: {
      expression: "key",
      tag: "key",
      x: "key",
      baseline: "key",
      run: "derived",
      step: "derived",
    },
    what: messages.places,
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
    what: messages.histograms,
  },
  "/api/steps": {
    parameters: { kind: "key", tag: "key", superseded: "key", run: "derived" },
    what: messages.steps,
  },
  "/api/text": { parameters: { ...PAGE_OF_VALUES, form: "key" }, what: messages.text },
  "/api/images": { parameters: PAGE_OF_SAMPLES, what: messages.images },
  "/api/images/sample": { parameters: SAMPLE, what: messages.image },
  "/api/audio": { parameters: PAGE_OF_SAMPLES, what: messages.audio },
  "/api/audio/sample": { parameters: SAMPLE, what: messages.audioClip },
  "/api/videos": { parameters: {}, what: messages.videos },
  "/api/videos/file": notIncluded(messages.videoFiles),
  "/api/meshes": { parameters: {}, what: messages.meshes },
  "/api/meshes/sample": {
    parameters: { name: "key", run: "key", step: "key", nth: "key", sample: "key" },
    what: messages.mesh,
  },
  "/api/curves": {
    parameters: { tag: "key", run: "key", step: "key" },
    what: messages.curves,
  },
  "/api/layouts": { parameters: {}, what: messages.layouts },
  "/api/layouts/tags": { parameters: { pattern: "key" }, what: messages.patternTags },
  "/api/tensors": { parameters: {}, what: messages.tensors },
  "/api/projector": { parameters: {}, what: messages.embeddings },
  "/api/projector/vectors": {
    parameters: {
      run: "key",
      index: "key",
      components: "derived",
      spherical: "key",
      matching: "key",
      near: "key",
      count: "key",
      distance: "key",
    },
    what: messages.vectors,
  },
  "/api/projector/axis": notIncluded(messages.projectorAxis),
  "/api/projector/sprite": {
    parameters: { run: "key", index: "key" },
    what: messages.sprite,
  },
  "/api/projector/neighbours": notIncluded(messages.neighbours),
  "/api/graphs": { parameters: {}, what: messages.graphs },
  "/api/graphs/{graph_id}/scope": {
    parameters: { name: "key", offset: "key", limit: "key", ...KEY_OF_SPLIT },
    what: messages.scope,
  },
  "/api/graphs/{graph_id}/scopes": {
    parameters: { name: "key", first_view: "derived", ...KEY_OF_SPLIT },
    what: messages.scopes,
  },
  "/api/graphs/{graph_id}/node": {
    parameters: { name: "key", tag: "key", step: "key", tag_rule: "key", ...KEY_OF_GROUPING },
    what: messages.nodeDetails,
  },
  "/api/graphs/{graph_id}/run_metadata": { parameters: {}, what: messages.profileData },
  "/api/graphs/{graph_id}/changes": { parameters: KEY_OF_GROUPING, what: messages.graphChanges },
  "/api/graphs/{graph_id}/counterparts": {
    parameters: { side: "key", scope: "key", ...KEY_OF_GROUPING },
    what: messages.graphChanges,
  },
  "/api/graphs/{graph_id}/colours": notIncluded(messages.colours),
  "/api/graphs/{graph_id}/statistics": notIncluded(messages.profileData),
  "/api/graphs/{graph_id}/hot_spots": notIncluded(messages.profileData),
  "/api/graphs/{graph_id}/search": notIncluded(messages.graphSearch),
  "/api/graphs/{graph_id}/trace": notIncluded(messages.traces),
  "/api/graphs/{graph_id}/choices": notIncluded(messages.ruleCounts),
  "/api/graphs/{graph_id}/attribute": notIncluded(messages.longAttributes),
  "/api/graphs/{graph_id}/neighbours": notIncluded(messages.nodeNeighbours),
  "/api/graphs/{graph_id}/metrics": notIncluded(messages.scopeMetrics),
  "/api/graphs/{graph_id}/tags": notIncluded(messages.scopeTags),
  "/api/graphs/{graph_id}/tensors": notIncluded(messages.edgeTensors),
  "/api/graphs/{graph_id}/stage": { parameters: {}, what: messages.progress },
  "/api/graphs/{graph_id}/export": notIncluded(messages.graphDownloads),
  "/api/graphs/{graph_id}/columns": notIncluded(messages.graphDownloads),
  "/api/graphs/{graph_id}/op_statistics": notIncluded(messages.profileData),
  "/api/contents": notIncluded(messages.otherAnswers),
  "/api/files": notIncluded(messages.otherAnswers),
  "/api/files/{path}": notIncluded(messages.otherAnswers),
  "/api/value": notIncluded(messages.valueDownloads),
  "/api/export": notIncluded(messages.pointDownloads),
  "/api/export/values": notIncluded(messages.valueDownloads),
  "/api/images/files": notIncluded(messages.imageArchives),
  "/api/audio/files": notIncluded(messages.audioArchives),
  "/api/views": notIncluded(messages.viewsById),
  "/api/stream": notIncluded(messages.newData),
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
    what: route?.what ?? messages.otherAnswers,
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
