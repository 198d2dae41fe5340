/**
 * Every key of the address: its type, its default, and whether it is a view direction (a camera, a
 * scroll position) rather than a setting. A key may be used in several modules; all of them get the
 * type and the default from here. What undo calls it stands in `key-labels`.
 */

import { preferred } from "../base/boot";

interface TextKey<Fallback extends string = string> {
  readonly type: "text";
  /** Without this key in the address, the page shows this. */
  readonly fallback: Fallback;
  readonly isLook?: true;
}

interface ListKey {
  /** The address repeats the key for each text; an empty list leaves it out. */
  readonly type: "list";
  readonly isLook?: true;
}

function text(): TextKey<"">;
function text<Fallback extends string>(fallback: Fallback): TextKey<Fallback>;
function text(fallback = ""): TextKey {
  return { type: "text", fallback };
}

function list(): ListKey {
  return { type: "list" };
}

/** Undo leaves it as it is: moving the camera or selecting a node changes no setting. */
function look(): TextKey<""> {
  return { type: "text", fallback: "", isLook: true };
}

export const KEYS = {
  tab: text(),
  warnings: text(),

  // Runs and steps, on every tab.
  runs: list(),
  filter: text(),
  baseline: text(),
  top: list(),
  rows: list(),
  tree: text("on"),
  sort: text(),
  by: text(),
  beside: list(),
  cols: list(),
  comparison: text(),
  "comparison.same": text(),
  "comparison.names": text(),
  step: text(),
  from: text(),
  to: text(),

  // Scalars; `tags`, `x`, `folded` and `superseded` hold for distributions, too.
  tags: text(),
  x: text("step"),
  smooth: text(String(preferred("smoothing", 0.6))),
  outliers: text("shown"),
  envelope: text("on"),
  raw: text("shown"),
  zooms: text("linked"),
  zoom: text(),
  frame: list(),
  order: text("nearest"),
  cards: text(preferred("density", "M")),
  band: text("auto"),
  superseded: text("hidden"),
  folded: list(),
  pin: list(),
  card: text(),
  chart: list(),
  compare: list(),
  bars: list(),
  lines: list(),
  width: text("normal"),
  line: list(),
  mark: list(),
  facet: text(),
  log: text(),
  logx: list(),
  logy: list(),

  // Distributions.
  distribution: text("ridges"),
  histogram: text(),
  counts: text(),
  tails: text(),
  facets: text(),
  held: text(),
  "histogram.pin": list(),

  // Media.
  "media.tags": text(),
  "media.tile": text("M"),
  "media.steps": text("1"),
  "media.brightness": text("100"),
  "media.contrast": text("100"),
  "media.actual": text(),
  "media.cameras": text(),
  "media.compare": text("beside"),
  "media.a": text(),
  "media.b": text(),

  // Text.
  "text.as": text("rendered"),
  "text.against": text(),
  "text.run": text(),
  "text.tags": text(),

  // Precision-recall curves.
  "curves.threshold": text("0.5"),
  "curves.tags": text(),

  // Hyper-parameters.
  "hp.view": text("table"),
  "hp.value": text("last"),
  "hp.metrics": list(),
  "hp.columns": list(),
  "hp.sort": text(),
  "hp.colour": text(),
  "hp.scale": list(),
  "hp.flip": list(),
  "hp.brush": list(),

  // Projector.
  "projector.of": text(),
  "projector.by": text("pca"),
  "projector.in": text("3"),
  "projector.colour": text(),
  "projector.distance": text("cosine"),
  "projector.search": text(),
  "projector.point": text(),
  "projector.count": text("20"),
  "projector.only": text(),
  "projector.spherical": text(),
  "projector.label": text(),
  "projector.labels": text(),
  "projector.left": text(),
  "projector.right": text(),
  "projector.bottom": text(),
  "projector.top": text(),

  // The graph: which, and what of it is shown.
  graph: text(),
  open: list(),
  closed: list(),
  node: look(),
  edge: look(),
  camera: look(),
  hide: list(),
  find: text(),
  trace: text(),
  trace_of: text(),
  trace_to: text(),
  hops: text(),
  direction: text("by-canvas"),
  spacing: text("normal"),
  edges: text("curved"),
  colour: text("structure"),
  colour_scale: text("view"),
  metric: text(),
  metric_view: text("value"),
  metric_against: text(),
  hot_spots: text(),
  hot_spots_in: text(),
  measured: text(),
  measured_step: text(),
  against: text(),
  against_show: text(),
  against_list: text(),
  against_among: list(),
  // Of two panes, what is open and selected in that of the graph before.
  against_open: list(),
  against_closed: list(),
  against_node: look(),

  // The graph's structure, by the names of the scope route.
  choice: list(),
  group: list(),
  ungroup: list(),
  split_rule: text(),
  auto_extract: text(),
  min_nodes: text(),
  min_degree: text(),
  max_control_degree: text(),
  max_bridge_degree: text(),
  isolated: text(),
  series: text(),
  prefixes: text(),
  sink_types: text("NoOp"),
  source_types: text(),
  paint: list(),
  note: list(),
  tag_rule: list(),
} as const satisfies Readonly<Record<string, TextKey | ListKey>>;

type Keys = typeof KEYS;
export type AddressKey = keyof Keys;
export type TextAddressKey = { [K in AddressKey]: Keys[K] extends TextKey ? K : never }[AddressKey];
export type ListAddressKey = Exclude<AddressKey, TextAddressKey>;

export function isKey(key: string): key is AddressKey {
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
