/** The texts of the graph tab: canvas, legend, toolbar, outline, keys and node actions. */
import { bytesText, counted, countText } from "../../lib/format/number";

// canvas/graph-canvas
export const canvasLabel = (direction: string): string =>
  `Drawing of the graph, ${direction}; the outline lists the same nodes and edges`;

// canvas/hidden-notice
export const showAll = "Show all";
export const noHiddenNodes = "No hidden nodes in the open scopes";

// canvas/legend-bar, canvas/legend-shapes, export/legend-entries
export const legend = "Legend";
export const nameScope = "Name scope";
export const op = "Op";
export const seriesNode = "Series or group";
export const functionCall = "Function call";
export const auxiliaryNode = "Auxiliary node";
export const cutEdge = "Cut edge (target shown as a label)";
export const constant = "Constant";
export const summary = "Summary";
export const dataEdge = "Data edge (wider = larger tensor)";
export const controlDependency = "Control dependency";
export const referenceEdge = "Reference edge";
export const bridgeEdge = "Bridge edge";
export const signOfShare = "Zoomed out: share of parameters, time or memory";
export const sampleShare = "62 %";

// canvas/missing-node-notice
export const dismiss = "Dismiss";

// canvas/progress-overlay
export const drawingFailed = "Could not draw the graph";
export const drawingFailedInPart = "Could not draw a part of the graph";
export const cancel = "Cancel";
export const opCount = (nodes: number): string => counted(nodes, "op");
export const loadingCancelled = "Loading cancelled.";
export const searchCoversAll = "Search still covers the whole graph.";
export const layOutAnyway = "Lay out anyway";
export const keepCurrentView = "Keep current view";
export const collapseAllScopes = "Collapse all scopes";

// canvas/node-text, canvas/tooltip-text
export const edgeTitle = (source: string, target: string): string => `${source} → ${target}`;
export const clickForTensors = "click to list them";
export const clickToGo = "click to go there";
export const collapse = "Collapse";
export const expand = "Expand";
export const calls = (functions: string): string => `calls ${functions}`;

// graph-tab
export const loadingGraphs = "Loading graphs…";
export const graphsFailed = "Could not load the list of graphs";
export const loadingRuns = "Loading runs…";
export const waitingForGraph = "Waiting for a graph…";
export const parsingGraph = (graphTitle: string, bytes: number): string =>
  `Parsing ${graphTitle} (${bytesText(bytes)})…`;
export const noGraphInTheseRuns = "No graph in these runs";
export const noGraphHint =
  "Log a graph with a call such as one of these, or drop a graph file on this page. The tab updates automatically.";
export const restoringView = "Restoring your last view…";

// keyboard
export const followEdgeUp = "Follow edge up, else sibling above";
export const siblingAbove = "Sibling above";
export const followEdgeDown = "Follow edge down, else sibling below";
export const siblingBelow = "Sibling below";
export const followEdgeLeft = "Follow edge left, else sibling there";
export const previousSibling = "Previous sibling";
export const followEdgeRight = "Follow edge right, else sibling there";
export const nextSibling = "Next sibling";
export const toggleScope = "Expand or collapse the selected scope";
export const goIntoScope = "Go into the selected scope";
export const selectParent = "Go out to the parent scope";
export const nextOutlineNode = "Next node in the outline";
export const previousOutlineNode = "Previous node in the outline";
export const fitGraph = "Fit to view";
export const zoomToSelection = "Zoom to selection";
export const zoomIn = "Zoom in";
export const zoomOut = "Zoom out";
export const hideKindOfOp = "Hide ops of the selected type";
export const actionsForSelected = "Actions for the selected node";
export const clearTheSelection = "Clear the selection";

// node-menu/colour-picker
export const colour = "Colour";
export const noColour = "no colour";
export const customColour = "Custom colour";

// node-menu/node-menu

// options/colour-by, options/hot-spots
export const nothing = "nothing";
export const structure = "structure";
export const deviceName = "device";
export const dtype = "dtype";
export const metric = "Training metric";
export const memory = "memory";
export const outputBytes = "output";
export const xlaCluster = "XLA cluster";
export const opType = "op type";
export const tpuCompatibility = "TPU compatibility";
export const computeTime = "compute time";

// options/hidden-kinds
export const controlEdges = "control edges";
export const opsOfType = (kind: string): string => `ops of type ${kind}`;

// options/layout-options
export const asTheCanvasHasRoom = "as the canvas has room";
export const bottomToTop = "from bottom to top";
export const topToBottom = "from top to bottom";
export const leftToRight = "from left to right";
export const compact = "compact";
export const normal = "normal";
export const relaxed = "relaxed";
export const curved = "curved";
export const rightAngled = "right-angled";
export const flowDirection = "Data flows";
export const spacing = "Spacing";
export const edgeRouting = "Edge routing";

// options/options-file
export const noSettingsInFile = "The file contains no graph settings.";
export const notListsOfStrings = "Invalid file: expected lists of strings.";
export const notJson = "The file is not JSON.";

// options/rule-text
export const remove = "Remove";
export const keep = "Keep";
export const ruleOpType = "ops of type";
export const ruleNames = "names that match";
export const ruleScope = "nodes in scope";
export const ruleNode = "node";
export const noNodeMatches = "no node";

// outline/outline-item
export const auxiliaryInOutline = ", auxiliary node:";

// outline/outline
export const outlineLabel = "Outline of the graph";

// render/canvas-renderer
export const noCanvas = "The browser cannot create a 2D canvas.";

// render/draw-headings
export const auxiliaryNodes = "Auxiliary nodes";
export const functions = "Functions";

// scene/node-size
export const functionNode = "function";
export const callsWithOthers = (called: string, others: number): string =>
  others > 0 ? `calls ${called} and ${countText(others)} more` : `calls ${called}`;

// scene/annotation-column
export const moreAnnotations = (more: number): string => `… ${countText(more)} more`;

// scope/node-edges
export const controlEdgeKind = "control dependency";
export const shapeUnknown = "shape unknown";

// scope/scope-store
export const scopeMissing = (name: string): string =>
  `The graph no longer has the scope “${name}”.`;

// session/bulk-expand

// session/node-actions
export const node = "Node";
export const trace = "Trace";
export const mainGraph = "Main graph";
export const hide = "Hide";
export const copy = "Copy";
export const settingsGroup = "Settings";
export const editNote = "Edit note…";
export const addNote = "Add note…";
export const resetNode = "Reset this node";
export const traceInputs = "Trace inputs";
export const traceOutputs = "Trace outputs";
export const traceBoth = "Trace inputs and outputs";
export const traceToAnotherNode = "Trace to another node…";
export const removeFromMain = "Remove from main graph";
export const addToMain = "Add to main graph";
export const ungroupSeries = "Ungroup series node";
export const copyName = "Copy name";
export const nameCopied = "Name copied";
export const copyNodeLink = "Copy link to this node";
export const copyFailed = "Could not copy to the clipboard";

// session/stale-options
export const staleColour = "colour";
export const staleNote = "note";
export const staleRule = "rule";
export const staleOpenScope = "open scope";
export const staleUngrouped = "ungrouped series node";
export const staleGrouped = "grouped series node";

// session/use-displayed-graph
// toolbar/breadcrumb-bar
export const back = "Back";
export const forward = "Forward";
export const noNodeIsSelected = "No node is selected";
export const breadcrumbs = "Parent scopes of the selected node";

// toolbar/expand-menu
export const expandScopes = "Expand scopes";
export const expandToDepth = "Expand to depth";
export const topLevel = "1 (top level)";
export const allLevels = "All levels";
export const expandSelected = "Expand the selected scope recursively";
export const collapseAll = "Collapse all";
export const startAfresh = "Start afresh";
export const fitToView = "Fit to view";
export const stopExpanding = "Stop expanding scopes";

// toolbar/graph-picker
export const graph = "Graph";
export const graphs = "Graphs";
export const searchGraphs = "Search graphs";
export const noMatchingGraphs = "No matching graphs";

// toolbar/graph-toolbar
export const outline = "Outline";

// toolbar/layout-menu
export const layout = "Layout";

// toolbar/open-file-button
export const openGraphFiles = "Open graph files…";

// toolbar/undo-buttons
export const graphStructure = "Graph structure";
export const undo = "Undo";
export const redo = "Redo";

// export/export-menu
export const exportLabel = "Export";
export const exportKey = "Export as image or data";

// inspector/parameter-facts
export const trainableParameters = "Trainable parameters";
export const parameters = "Parameters";
export const nonTrainableParameters = "Non-trainable parameters";
export const atLeast = "at least ";
export const unknownNumber = "unknown";
