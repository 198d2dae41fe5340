/** The texts of the card of a node. */
import { bytesText, counted, countText } from "../../../lib/format/number";

// annotation-card
export const kind = "Kind";
export const op = "Op";
export const shape = "Shape";
export const value = "Value";
export const folded = "folded op";
export const annotationOf = "Annotation of";

// attributes
export const attributes = "Attributes";
export const filterAttributes = "Filter attributes";
export const filterAttributesPlaceholder = "Filter: part of a name or a value";
export const noMatchingAttributes = "No matching attributes";
export const showValue = (bytes: number): string => `Show (${bytesText(bytes)})`;
export const cannotBeShown = "cannot be shown";

// card-text
export const shapeUnknown = "shape unknown";
export const activations = "Activations";
export const flops = "FLOPs";
export const computeTime = "Compute time";
export const totalTime = "Total time";
export const span = "Duration";
export const copyTime = "Copy time";
export const startOffset = "Start offset";
export const memory = "Memory";
export const output = "Output";
export const persistentMemory = "Persistent memory";
export const executed = "Executed";
export const times = (runs: number): string => counted(runs, "time");
export const executedOps = "Executed ops";
export const device = "Device";

// edge-card, tensor-list
export const dataEdge = "data edge";
export const controlEdge = "control edge";
export const referenceEdge = "reference edge";
export const edgeSource = "From";
export const edgeTarget = "To";
export const tensors = "Tensors";
export const controlDependencies = "Control dependencies";
export const tensorsLabel = "tensors";
export const controlDependenciesLabel = "control dependencies";
export const tensorsFailed = "Could not load tensors";

// node-facts
export const input = "Input";
export const constants = "Constants";
export const andMore = (named: string, more: number): string =>
  `${named}, and ${countText(more)} more`;

// node-card
export const nameScope = "name scope";
export const seriesNode = "series node";
export const roleGroup = "group of ops";
export const stack = "stack of scopes";
export const prefixGroup = "group by name prefix";
export const flowGroup = "group of connected nodes";
export const block = "inferred block";
export const madeUp = "Made up";
export const madeFromNumbers = "from ops of one type with numbered names";
export const madeFromStructure =
  "from nodes of equal structure with numbered names or with the same inputs and outputs";
export const madeFromFlow = "from connected nodes of this scope, as it has too many to be read";
export const madeFromRepeats =
  "from nodes that repeat with equal types and edges; no name in the file stands for it";
export const madeFromPrefix = (prefix: string): string =>
  `from nodes of this scope whose names begin with “${prefix}”`;
export const madeFromRole = "from ops of one role in this scope";
export const opCount = (count: number): string => counted(count, "op");
export const opKind = "op";
export const functionKind = "function";
export const cluster = "XLA cluster";
export const contents = "Contents";
export const callsFunctions = "Calls";
export const recursion = "Recursion";
export const recursiveCall = "Recursive call (already expanded above)";
export const inputs = "Inputs";
export const outputs = "Outputs";
export const none = "none";
export const constantsAndSummaries = "Constants and summaries";

// node-controls
export const auxiliaryRole = (reason: string): string => `Auxiliary node: ${reason}.`;
export const actions = "Actions";
export const moreActions = "More actions";
export const colour = "Colour";

// node-details
export const detailsFailed = "Could not load details";
export const inFunction = "In function";
export const costs = "Costs";

// note-editor
export const note = "Note";
export const notePlaceholder = "Add a note…";

// op-edges
export const outputPort = (port: number): string => `output ${port}`;
export const byReference = ", by reference";
export const controlInput = "control input";
export const controlOutput = "control output";
export const inputByReference = (slot: number): string => `input ${slot}, by reference`;
export const labelAndName = (label: string, name: string): string => `${label} · ${name}`;
export const inputSlot = (slot: number): string => `input ${slot}`;
export const moreConsumers = (total: number): string => `${countText(total)} more consumers`;
export const unused = "unused";

// profile
export const statistics = "Statistics";
export const noProfile = "No profile data for this step.";
export const sharedProfile = "Total over all calls of the function.";
export const hotSpotsInside = "Hot spots inside";
export const seenOutput = (slot: number): string => `Output ${slot} (recorded)`;

// scope-contents
export const more = (more: number): string => `${countText(more)} more`;
export const opTypes = "Op types";
export const devices = "Devices";
export const callsOf = (value: string): string => `Calls of ${value}`;
export const neverCalled = "Never called";

// inspector/node-differences
export const comparison = "Comparison";
export const change = "Change";
export const beforeName = "Name before";
export const whatDiffers = "What differs";
export const before = "Before";
export const after = "After";
export const absent = "–";
export const becameOf = { added: "added", removed: "removed", changed: "changed", moved: "moved" };
