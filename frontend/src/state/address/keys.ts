/**
 * Every key of the address: its type, its default, what an undo of it is called, and whether it is
 * where somebody looks rather than a setting. A key may be used in several modules; all of them get
 * the type and the default from here.
 */
import { preferred } from "../base/boot";

interface TextKey<Fallback extends string = string> {
  readonly type: "text";
  /** Without this key in the address, the page shows this. */
  readonly fallback: Fallback;
  readonly label: string;
  readonly isLook?: true;
}

interface ListKey {
  /** The address repeats the key for each text; an empty list leaves it out. */
  readonly type: "list";
  readonly label: string;
  readonly isLook?: true;
}

function text(label: string): TextKey<"">;
function text<Fallback extends string>(label: string, fallback: Fallback): TextKey<Fallback>;
function text(label: string, fallback = ""): TextKey {
  return { type: "text", label, fallback };
}

function list(label: string): ListKey {
  return { type: "list", label };
}

/** Undo leaves it as it is: moving the camera or selecting a node changes no setting. */
function look(label: string): TextKey<""> {
  return { type: "text", label, fallback: "", isLook: true };
}

export const KEYS = {
  tab: text("the tab"),
  warnings: text("the list of warnings"),

  // Runs and steps, on every tab.
  runs: list("the runs shown"),
  filter: text("the run filter"),
  baseline: text("the baseline"),
  top: list("the runs pinned to the top"),
  rows: list("the open rows"),
  tree: text("the run tree", "on"),
  sort: text("the sort order of runs"),
  by: text("run grouping"),
  cols: list("the run columns"),
  step: text("the step"),
  from: text("the step range"),
  to: text("the step range"),

  // Scalars; `tags`, `x`, `folded` and `superseded` hold for distributions, too.
  tags: text("the tag filter"),
  x: text("the x axis", "step"),
  smooth: text("the smoothing", String(preferred("smoothing", 0.6))),
  outliers: text("outliers", "shown"),
  envelope: text("the min–max envelope", "on"),
  zooms: text("zoom sync", "linked"),
  zoom: text("the zoom"),
  frame: list("the zoom"),
  order: text("the order of values", "nearest"),
  cards: text("the card size", preferred("density", "M")),
  band: text("grouped runs", "auto"),
  superseded: text("overwritten points", "hidden"),
  folded: list("the collapsed sections"),
  pin: list("the pinned cards"),
  card: text("full screen"),
  chart: list("combined charts"),
  compare: list("compared values"),
  line: list("the reference lines"),
  log: text("logarithmic axes"),
  logx: list("a logarithmic axis"),
  logy: list("a logarithmic axis"),

  // Distributions.
  distribution: text("the chart type", "ridges"),
  histogram: text("full screen"),
  counts: text("the count axis"),
  tails: text("outlier trimming"),
  facets: text("overlaid runs"),
  held: text("the pinned step"),

  // Media.
  "media.tags": text("the tag filter"),
  "media.tile": text("the image size", "M"),
  "media.steps": text("the number of steps", "1"),
  "media.brightness": text("the brightness", "100"),
  "media.contrast": text("the contrast", "100"),
  "media.actual": text("the image size"),
  "media.cameras": text("mesh cameras"),
  "media.compare": text("the image comparison", "beside"),
  "media.a": text("the image viewer"),
  "media.b": text("the image viewer"),

  // Text.
  "text.as": text("the text format", "rendered"),
  "text.against": text("the compared step"),
  "text.tags": text("the tag filter"),

  // Precision-recall curves.
  "curves.threshold": text("the threshold", "0.5"),
  "curves.tags": text("the tag filter"),

  // Hyper-parameters.
  "hp.view": text("the hyper-parameter view", "table"),
  "hp.value": text("the metric value", "last"),
  "hp.metrics": list("the metrics"),
  "hp.columns": list("the hyper-parameter columns"),
  "hp.sort": text("the sort order of sessions"),
  "hp.colour": text("the session colours"),
  "hp.scale": list("an axis scale"),
  "hp.flip": list("an inverted axis"),
  "hp.brush": list("the hyper-parameter filters"),

  // Projector.
  "projector.of": text("the embedding"),
  "projector.by": text("the projection method", "pca"),
  "projector.in": text("the number of dimensions", "3"),
  "projector.colour": text("the point colours"),
  "projector.distance": text("the distance", "cosine"),
  "projector.search": text("the point search"),
  "projector.point": text("the selected point"),

  // The graph: which, and what of it is shown.
  graph: text("the graph"),
  open: list("the open scopes"),
  node: look("the selected node"),
  camera: look("the camera"),
  hide: list("hidden kinds"),
  find: text("the node search"),
  trace: text("the trace"),
  trace_of: text("the trace"),
  trace_to: text("the trace"),
  hops: text("the length of the trace"),
  direction: text("the graph direction", "bottom-to-top"),
  spacing: text("the graph spacing", "normal"),
  edges: text("the edge routing", "curved"),
  colour: text("the node colours", "structure"),
  colour_scale: text("the colour scale", "view"),
  hot_spots: text("the hot spots"),
  hot_spots_in: text("the hot spots"),
  measured: text("the profiled step"),
  measured_step: text("the profiled step"),

  // The graph's structure, by the names of the scope route.
  choice: list("the main graph"),
  group: list("series nodes"),
  ungroup: list("series nodes"),
  auto_extract: text("the extraction of high-degree nodes"),
  min_nodes: text("the minimum scope size"),
  min_degree: text("the degree threshold"),
  max_control_degree: text("the limit of control edges"),
  max_bridge_degree: text("the limit of bridge edges"),
  isolated: text("the extraction of isolated nodes"),
  series: text("the minimum series length"),
  sink_types: text("the sink op types", "NoOp"),
  source_types: text("the source op types"),
  paint: list("a node colour"),
  note: list("a node note"),
} as const satisfies Readonly<Record<string, TextKey | ListKey>>;

type Keys = typeof KEYS;
export type AddressKey = keyof Keys;
export type TextAddressKey = { [K in AddressKey]: Keys[K] extends TextKey ? K : never }[AddressKey];
export type ListAddressKey = Exclude<AddressKey, TextAddressKey>;

function isKey(key: string): key is AddressKey {
  return Object.hasOwn(KEYS, key);
}

/** What the page shows when the key is not in the address. */
export function defaultOf<Key extends TextAddressKey>(key: Key): Keys[Key]["fallback"] {
  return KEYS[key].fallback;
}

/** The keys that undo leaves alone. */
export const LOOKS: readonly AddressKey[] = Object.keys(KEYS)
  .filter(isKey)
  .filter((key) => "isLook" in KEYS[key] && KEYS[key].isLook);

const MAX_LABELS = 2;

/** What changed, by the keys that did: `the zoom and the x axis`. */
export function labelOf(keys: readonly string[]): string {
  const known = keys.filter(isKey).map((key) => KEYS[key].label);
  const labels = [...new Set<string>(known)];
  if (labels.length === 0) return "a setting";
  const more = labels.length > MAX_LABELS || known.length < keys.length;
  return [...labels.slice(0, MAX_LABELS), ...(more ? ["more"] : [])].join(" and ");
}
