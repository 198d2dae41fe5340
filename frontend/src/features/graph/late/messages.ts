/**
 * The texts with values of what comes after the drawing: menus, lists, cards, results of searches.
 *
 * They are apart from `../messages` for their bytes alone: a function stays in the file of its
 * catalogue, and that one comes with the first load of the graph, which does without these.
 */
import { bytesText, counted, countText, percentText } from "../../../lib/format/number";

// toolbar/compare-button
export const compareWith = "Compare with…";

// toolbar/compared-graphs
export const comparedGraphs = "Compared graphs";
export const baseGraph = "Base";
export const removeFromComparison = (title: string): string =>
  `Remove ${title} from the comparison`;

// canvas/edge-tensors
export const moreInCard = (count: number): string => `${countText(count)} more in the inspector`;

// session/bulk-expand-plan
export const expanded = (count: number, visible: number): string =>
  `Expanded ${counted(count, "scope")}: ${counted(visible, "node")}.`;
export const expandedToLimit = (limit: number, left: number): string =>
  `Expanded to the limit of ${countText(limit)} nodes; ${counted(left, "scope stays", "scopes stay")} collapsed.`;

// options/extraction-reason-text
export const reasonByPattern = (what: string): string => `: /${what}/`;
export const reasonInScope = (what: string): string => `: in ${what}`;
export const reasonByOpType = (what: string): string => `: op type ${what}`;
export const reasonByRule = (what: string): string => `by rule${what}`;
export const reasonByAnyRule = "by rule";
export const reasonOpType = (what: string): string => `op type ${what}`;
export const reasonInDegree = (count: number, bound: number): string =>
  `in-degree ${countText(count)}, above ${countText(bound)}`;
export const reasonOutDegree = (count: number, bound: number): string =>
  `out-degree ${countText(count)}, above ${countText(bound)}`;
const opsThat = (count: number, singular: string, plural: string): string =>
  count === 1 ? singular : `${counted(count, "op")} ${plural}`;
export const roleGradient = (count: number): string =>
  opsThat(count, "computes gradients", "compute gradients");
export const roleOptimizer = (count: number): string =>
  opsThat(count, "updates variables", "update variables");
export const roleSlot = (count: number): string =>
  opsThat(count, "holds the state of an optimizer", "hold the state of an optimizer");
export const roleAverage = (count: number): string =>
  opsThat(count, "averages variables", "average variables");
export const roleMetric = (count: number): string =>
  opsThat(count, "accumulates a metric", "accumulate metrics");
export const roleControl = (count: number): string =>
  opsThat(count, "counts or orders steps", "count, check or order steps");
export const roleSummary = (count: number): string =>
  opsThat(count, "computes a summary", "compute summaries");
export const roleInitializer = (count: number): string =>
  opsThat(count, "sets initial values", "set initial values");
export const roleSaver = (count: number): string =>
  opsThat(count, "saves or restores variables", "save or restore variables");
export const roleBookkeeping = (count: number): string =>
  opsThat(count, "bookkeeping", "of bookkeeping");
export const evidenceOpType = ", by op type";
export const evidenceDerivative = ", each named after the op that it differentiates";
export const evidenceAssigned = ", by what is assigned to which variable";
export const evidenceFeeds = ", used by nothing else";
export const evidenceFollows = ", computed from nothing else";
export const evidenceRunsAfter = ", to be run after others";
export const evidenceUnused = "; leads to no result";
export const reasonIsolated = "connected by annotations only";
export const reasonLibrary = (count: number): string =>
  `library of ${counted(count, "function")}; expand at the calls`;

// toolbar/graph-picker-list, session/node-actions, node-menu
export const graphCount = (all: number): string => counted(all, "graph");
export const someGraphs = (count: number, all: number): string =>
  `${countText(count)} of ${countText(all)}`;
export const ungroup = (group: string): string => `Ungroup ${group}`;
export const groupStack = (stack: string): string => `Group as stack ${stack}`;
export const groupAgain = (group: string): string => `Group again as ${group}`;
export const groupSeries = (series: string): string => `Group as series node ${series}`;
export const groupByPrefix = "Group this scope by name prefix";
export const ungroupPrefixes = "Ungroup all name prefixes of this scope";
export const groupInside = (scope: string): string => `Group ${scope} by name prefix`;
export const ungroupInside = (scope: string): string => `Ungroup the name prefixes of ${scope}`;
export const actionsFor = (label: string): string => `Actions for ${label}`;

// toolbar/expand-items
export const sharedByAll = "Shared by all viewers";
export const resetShared = "Reset main graph, colours and notes for all viewers";
export const sharedWasReset = "Reset for all viewers. Ctrl+Z undoes it.";

// overlays/colour/colour-legend
export const otherValues = (otherValues: number): string => `${countText(otherValues)} others`;
export const findOps = (value: string, count: number): string =>
  `${value}: find the ${counted(count, "op")}`;
export const scaleRange = (text: string): string => `from 0 to ${text}`;
export const opCount = (count: number): string => counted(count, "op");

// overlays/profile/hot-spots
export const executedOps = (ran: number): string => counted(ran, "executed op");
export const topOps = (count: number, ran: string, part: number, what: string): string =>
  `Top ${countText(count)} of ${ran}: ${percentText(part)} of ${what}`;

// overlays/search
export const inScope = (endOf: string): string => `in ${endOf}`;
export const besideNode = (lastPart: string, place: string): string =>
  `beside ${lastPart}, ${place}`;
export const firstHighlighted = (limit: number): string =>
  `First ${countText(limit)} matches highlighted.`;
export const foundCount = (total: number): string => counted(total, "match", "matches");
export const foundByType = (total: number, byType: number): string =>
  total === byType
    ? `${counted(total, "match", "matches")} by op type`
    : `${counted(total, "match", "matches")}, ${countText(byType)} by op type`;
export const matchOf = (current: number, found: string): string =>
  `${countText(current)} of ${found}`;

// overlays/trace
export const selectTarget = (from: string): string => `Select a target to trace paths from ${from}`;
export const hopCount = (hops: number): string => counted(hops, "hop");
export const afterTrace = (result: string): string => `: ${result}`;
export const inputsOf = (name: string): string => `Inputs of ${name}`;
export const outputsOf = (name: string): string => `Outputs of ${name}`;
export const inputsAndOutputsOf = (name: string): string => `Inputs and outputs of ${name}`;
export const pathsFromTo = (name: string, lastPart: string): string =>
  `Paths from ${name} to ${lastPart}`;

// canvas, scope: what is counted
export const nodeCount = (nodes: number): string => counted(nodes, "node");
export const controlDependencies = (tensors: number): string =>
  counted(tensors, "control dependency", "control dependencies");
export const tensorCount = (tensors: number): string => counted(tensors, "tensor");

// options/options-file, options/rule-text
export const fileVersion = (version: unknown): string =>
  `Unsupported file version ${version} (expected 1).`;
export const tooManyTagRules = (count: number, most: number): string =>
  `The file has ${countText(count)} rules for tags; the limit is ${countText(most)}.`;
export const invalidValue = (firstCharacters: string, key: string): string =>
  `Invalid value “${firstCharacters}” for “${key}”.`;
export const matchingNodes = (fits: number): string => counted(fits, "node");
export const decidedNodes = (decides: number, fits: number): string =>
  `${countText(decides)} of ${counted(fits, "node")}`;
export const byReference = (what: string): string => `${what}, by reference`;

// session/node-actions, toolbar/expand-items
export const hideKind = (kind: string): string => `Hide ${kind}`;
export const expandBelow = (label: string): string => `Expand ${label} recursively`;

// canvas/progress-overlay
export const waitingForServer = (what: string): string => `Waiting for the server: ${what}`;
export const layingOut = (nodes: number): string => `laying out ${counted(nodes, "node")}`;
export const layingOutScope = (all: string, stage: string, scope: string, total: number): string =>
  `${all}: ${stage}, scope ${scope} of ${countText(total)}`;
export const readingScope = (name: string): string => `loading ${name}`;
export const readingScopes = (count: number): string => `loading ${counted(count, "scope")}`;
export const parsing = (bytes: number): string => `parsing ${bytesText(bytes)}`;
export const building = (ops: string, edges: number): string =>
  `building ${ops} and ${counted(edges, "edge")}`;
export const groupingOps = (ops: string): string => `grouping ${ops} by scope`;

// late/newer-graph
export const newerGraph = (graphTitle: string, staleSettings: number): string => {
  const news = `${graphTitle} logged a newer graph.`;
  if (staleSettings === 0) return news;
  const apply = staleSettings === 1 ? "applies" : "apply";
  return `${news} ${counted(staleSettings, "setting")} no longer ${apply} (see the panel).`;
};

// canvas/node-text, canvas/selected-node, session, toolbar
export const scopeState = (ops: number, isOpen: boolean): string =>
  `${counted(ops, "op")}, ${isOpen ? "expanded" : "collapsed"}`;
export const auxiliaryReason = (reason: string): string => `auxiliary node: ${reason}`;
export const expandFailed = (why: string): string =>
  `Could not expand: a scope failed to load. ${why}`;
export const staleSetting = (setting: string, name: string): string => `${setting}: ${name}`;
export const expanding = (count: number, visible: number): string =>
  `expanding ${counted(count, "scope")}, ${counted(visible, "node")}`;
export const structureWithStale = (label: string, count: number): string =>
  `${label}: ${counted(count, "setting")} without a node`;
