/**
 * Every key of the address: its type, its default, the label of its undo step, and whether it is a
 * view direction (a camera, a scroll position) rather than a setting. A key may be used in several
 * modules; all of them get the type and the default from here.
 */

import { listText } from "../../lib/format/locale";
import { preferred } from "../base/boot";
import * as messages from "../messages";

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
  tab: text(messages.tabLabel),
  warnings: text(messages.warningsLabel),

  // Runs and steps, on every tab.
  runs: list(messages.runsLabel),
  filter: text(messages.filterLabel),
  baseline: text(messages.baselineLabel),
  top: list(messages.topLabel),
  rows: list(messages.rowsLabel),
  tree: text(messages.treeLabel, "on"),
  sort: text(messages.sortLabel),
  by: text(messages.byLabel),
  cols: list(messages.colsLabel),
  comparison: text(messages.comparisonLabel),
  "comparison.same": text(messages.comparisonSameLabel),
  "comparison.names": text(messages.comparisonNamesLabel),
  step: text(messages.stepLabel),
  from: text(messages.fromLabel),
  to: text(messages.toLabel),

  // Scalars; `tags`, `x`, `folded` and `superseded` hold for distributions, too.
  tags: text(messages.tagsLabel),
  x: text(messages.xLabel, "step"),
  smooth: text(messages.smoothLabel, String(preferred("smoothing", 0.6))),
  outliers: text(messages.outliersLabel, "shown"),
  envelope: text(messages.envelopeLabel, "on"),
  raw: text(messages.rawLabel, "shown"),
  zooms: text(messages.zoomsLabel, "linked"),
  zoom: text(messages.zoomLabel),
  frame: list(messages.frameLabel),
  order: text(messages.orderLabel, "nearest"),
  cards: text(messages.cardsLabel, preferred("density", "M")),
  band: text(messages.bandLabel, "auto"),
  superseded: text(messages.supersededLabel, "hidden"),
  folded: list(messages.foldedLabel),
  pin: list(messages.pinLabel),
  card: text(messages.cardLabel),
  chart: list(messages.chartLabel),
  compare: list(messages.compareLabel),
  line: list(messages.lineLabel),
  mark: list(messages.markLabel),
  facet: text(messages.facetLabel),
  log: text(messages.logLabel),
  logx: list(messages.logxLabel),
  logy: list(messages.logyLabel),

  // Distributions.
  distribution: text(messages.distributionLabel, "ridges"),
  histogram: text(messages.histogramLabel),
  counts: text(messages.countsLabel),
  tails: text(messages.tailsLabel),
  facets: text(messages.facetsLabel),
  held: text(messages.heldLabel),
  "histogram.pin": list(messages.pinLabel),

  // Media.
  "media.tags": text(messages.mediaTagsLabel),
  "media.tile": text(messages.mediaTileLabel, "M"),
  "media.steps": text(messages.mediaStepsLabel, "1"),
  "media.brightness": text(messages.mediaBrightnessLabel, "100"),
  "media.contrast": text(messages.mediaContrastLabel, "100"),
  "media.actual": text(messages.mediaActualLabel),
  "media.cameras": text(messages.mediaCamerasLabel),
  "media.compare": text(messages.mediaCompareLabel, "beside"),
  "media.a": text(messages.mediaALabel),
  "media.b": text(messages.mediaBLabel),

  // Text.
  "text.as": text(messages.textAsLabel, "rendered"),
  "text.run": text(messages.textRunLabel),
  "text.against": text(messages.textAgainstLabel),
  "text.tags": text(messages.textTagsLabel),

  // Precision-recall curves.
  "curves.threshold": text(messages.curvesThresholdLabel, "0.5"),
  "curves.tags": text(messages.curvesTagsLabel),

  // Hyper-parameters.
  "hp.view": text(messages.hpViewLabel, "table"),
  "hp.value": text(messages.hpValueLabel, "last"),
  "hp.metrics": list(messages.hpMetricsLabel),
  "hp.columns": list(messages.hpColumnsLabel),
  "hp.sort": text(messages.hpSortLabel),
  "hp.colour": text(messages.hpColourLabel),
  "hp.scale": list(messages.hpScaleLabel),
  "hp.flip": list(messages.hpFlipLabel),
  "hp.brush": list(messages.hpBrushLabel),

  // Projector.
  "projector.of": text(messages.projectorOfLabel),
  "projector.by": text(messages.projectorByLabel, "pca"),
  "projector.in": text(messages.projectorInLabel, "3"),
  "projector.colour": text(messages.projectorColourLabel),
  "projector.distance": text(messages.projectorDistanceLabel, "cosine"),
  "projector.search": text(messages.projectorSearchLabel),
  "projector.point": text(messages.projectorPointLabel),
  "projector.count": text(messages.projectorCountLabel, "20"),
  "projector.only": text(messages.projectorOnlyLabel),
  "projector.spherical": text(messages.projectorSphericalLabel),
  "projector.label": text(messages.projectorLabelLabel),
  "projector.labels": text(messages.projectorLabelLabel),
  "projector.left": text(messages.projectorAxisLabel),
  "projector.right": text(messages.projectorAxisLabel),
  "projector.bottom": text(messages.projectorAxisLabel),
  "projector.top": text(messages.projectorAxisLabel),

  // The graph: which, and what of it is shown.
  graph: text(messages.graphLabel),
  open: list(messages.openLabel),
  closed: list(messages.openLabel),
  node: look(messages.nodeLabel),
  edge: look(messages.edgeLabel),
  camera: look(messages.cameraLabel),
  hide: list(messages.hideLabel),
  find: text(messages.findLabel),
  trace: text(messages.traceLabel),
  trace_of: text(messages.traceOfLabel),
  trace_to: text(messages.traceToLabel),
  hops: text(messages.hopsLabel),
  direction: text(messages.directionLabel, "by-canvas"),
  spacing: text(messages.spacingLabel, "normal"),
  edges: text(messages.edgesLabel, "curved"),
  colour: text(messages.colourLabel, "structure"),
  colour_scale: text(messages.colourScaleLabel, "view"),
  hot_spots: text(messages.hotSpotsLabel),
  hot_spots_in: text(messages.hotSpotsInLabel),
  measured: text(messages.measuredLabel),
  measured_step: text(messages.measuredStepLabel),

  // The graph's structure, by the names of the scope route.
  choice: list(messages.choiceLabel),
  group: list(messages.groupLabel),
  ungroup: list(messages.ungroupLabel),
  split_rule: text(messages.splitRuleLabel),
  auto_extract: text(messages.autoExtractLabel),
  min_nodes: text(messages.minNodesLabel),
  min_degree: text(messages.minDegreeLabel),
  max_control_degree: text(messages.maxControlDegreeLabel),
  max_bridge_degree: text(messages.maxBridgeDegreeLabel),
  isolated: text(messages.isolatedLabel),
  series: text(messages.seriesLabel),
  prefixes: text(messages.prefixesLabel),
  sink_types: text(messages.sinkTypesLabel, "NoOp"),
  source_types: text(messages.sourceTypesLabel),
  paint: list(messages.paintLabel),
  note: list(messages.noteLabel),
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
  if (labels.length === 0) return messages.unknownSetting;
  const more = labels.length > MAX_LABELS || known.length < keys.length;
  return listText([...labels.slice(0, MAX_LABELS), ...(more ? [messages.moreSettings] : [])]);
}
