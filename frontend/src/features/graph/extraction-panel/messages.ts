/** The texts of the panel in which the structure of a graph is edited. */
import { counted } from "../../../lib/format/number";

// extraction-panel
export const graphStructure = "Graph structure";
export const closePanel = "Close the panel";
export const rules = "Rules";
export const thresholds = "Thresholds";
export const hiddenKinds = "Hidden kinds";
export const settings = "Settings";
export const savedInBrowser =
  "Camera, selection, open scopes and layout are saved in this browser only.";
export const savedForEveryone = "Saved for everyone who opens this graph.";
export const saving = "Saving…";
export const readOnly = "Read-only server: changes are not saved. Use a link to share them.";
export const saveFailed = "Could not save. Will retry with the next change.";
export const staleSettings =
  "The graph has changed. These settings refer to nodes that no longer exist:";
export const dismiss = "Dismiss";

// hidden-kinds-list
export const opTypeToHide = "Op type to hide";
export const opTypeSuchAsConst = "Op type, such as Const";
export const hide = "Hide";

// op-type-lists
export const sinks = "Sink op types (auxiliary nodes)";
export const sources = "Source op types (auxiliary nodes)";
export const removeType = (type: string): string => `Remove ${type}`;
export const addTypeTo = (title: string): string => `Add op type: ${title}`;
export const addOpType = "Add op type…";
export const resetTo = (fallback: string): string => `Reset to ${fallback}`;

// options-transfer
export const exportLabel = "Export";
export const importLabel = "Import";
export const resetAll = "Reset all";
export const settingsFile = "Settings file";
export const fileTooLarge = "The file is larger than 1 MB.";
export const imported = "Settings imported.";
export const importedFromOther = "Settings imported from another graph; some may not apply.";

// rule-form
export const action = "Action";
export const matchBy = "Match by";
export const typePatternOrName = "Type, pattern or name";
export const counting = "counting…";
export const addRule = "Add rule";
export const removeFromMainGraph = "Remove from main graph";
export const keepInMainGraph = "Keep in main graph";

// rule-list
export const lastRuleWins = "The last matching rule wins.";
export const furtherRules = (count: number): string => `and ${counted(count, "further rule")}`;
export const moveUp = (text: string): string => `Move up: ${text}`;
export const moveDown = (text: string): string => `Move down: ${text}`;
export const deleteRule = (text: string): string => `Delete: ${text}`;

// split-rule-choice
export const mainGraphBy = "Main graph";
export const ruleByRoles = "Model and training step";
export const ruleByRolesHint =
  "Gradients, optimizers, savers and other bookkeeping become auxiliary nodes first.";
export const ruleOfTensorBoard = "As TensorBoard";
export const ruleOfTensorBoardHint = "By number of neighbors and op type alone.";

// prefix-choice
export const groupByPrefix = "Group by name prefix";
export const prefixesWhereCrowded = "Where a scope is crowded";
export const prefixesWhereCrowdedHint =
  "In scopes of more than 40 nodes, if it helps: conv2_block1_add is in conv2_*. Otherwise connected nodes are grouped.";
export const prefixesInAll = "In all scopes";
export const prefixesInAllHint = "With more than 15 nodes. For one scope, see the menu of a node.";
export const prefixesNowhere = "Nowhere";
export const prefixesNowhereHint = "Except in scopes for which it was chosen.";

// threshold-list
export const minScopeSize = "Minimum scope size";
export const minScopeSizeHint = "Smaller scopes are never split.";
export const degreeThreshold = "Degree threshold";
export const degreeThresholdHint = "Nodes with at least this many inputs or outputs are extracted.";
export const maxControlEdges = "Max control edges per node";
export const cutHint = "Further edges are cut and shown as labels.";
export const maxBridgeEdges = "Max bridge edges per node";
export const minSeriesLength = "Minimum series length";
export const minSeriesLengthHint = "0 turns grouping off.";
export const extractHighDegree = "Extract high-degree nodes";
export const extractIsolated = "Extract isolated nodes";
export const hintWithDefault = (hint: string, fallback: number): string =>
  `${hint} Default: ${fallback}.`;
export const off = "Off.";
export const movedNodes = (moved: number): string =>
  `${counted(moved, "node")} in the open scopes.`;
