/** The texts of search, traces, profiles and colours. */
import { counted } from "../../../lib/format/number";

// colour/colour-bar
export const colourBy = "Colour by";
export const notProfiled = (text: string): string => `${text} (no profile data)`;
export const retry = "Retry";
export const hotSpots = "Hot spots";
export const noRepeatedStructures = "No repeated structure in view.";
export const repeatedStructures = (structures: number): string =>
  `${counted(structures, "repeated structure")} in view: same colour = same structure.`;
export const noValues = "No values in view.";
export const none = "none";
export const noDevices = "No op in view is assigned to a device.";
export const noClusters = "No op in view is in an XLA cluster.";
export const noProfile = "No profiling data in this run.";
export const scaleMaximum = "Scale maximum";
export const inView = "in view";
export const maximumInView = "Maximum in view";
export const inGraph = "in graph";
export const maximumInGraph = "Maximum over the whole graph";
export const notProfiledOps = "no profile data";

// profile/hot-spots
export const inScopeLabel = "in";
export const orderBy = "Sort by";
export const closeHotSpots = "Close hot spots";
export const scope = "Scope";
export const wholeGraph = "Whole graph";
export const loadingProfile = "Loading profile data…";
export const noProfileInRun = "no profile data in this run";
export const noProfileInScope = "No profile data for this scope";
export const op = "Op";
export const type = "Type";
export const share = "Share";
export const compute = "Compute";
export const total = "Total";
export const memory = "Memory";
export const output = "Output";
export const runs = "Runs";
export const device = "Device";

// profile/profiled-step
export const stepOfTag = (tag: string, step: string): string => `${tag}, step ${step}`;

// profile/step-select
export const profiledStep = "Profiled step";
export const unreadableStep = (stepTitle: string): string => `${stepTitle} (cannot be read)`;

// search/match-list
export const matches = "Matches";

// search/match-text
export const opKind = "op";
export const functionKind = "function";
export const constant = "constant";
export const summary = "summary";
export const folded = "folded op";
export const nameScope = "name scope";
export const seriesNode = "series node";
export const roleGroup = "group of ops";
export const prefixGroup = "group by name prefix";
export const flowGroup = "group of connected nodes";
export const block = "inferred block";
export const stack = "stack of scopes";
export const topLevel = "top level";

// search/search-help
export const exampleWords = "both words, each in the name or the op type";
export const exampleNot = "the first, not the second";
export const exampleOr = "either; also “or”";
export const exampleWildcard = "* for any letters, ? for one";
export const exampleRegex = "a regular expression";
export const exampleName = "only in the name";
export const exampleWholeName = "the whole name";
export const exampleQuoted = "exact text";
export const exampleOp = "op type; op:=Add matches it exactly";
export const exampleDevice = "device";
export const exampleCluster = "XLA cluster";
export const exampleDtype = "output dtype; dtype:float* matches a prefix";
export const exampleShape = "output shape; 784x*, scalar, unknown";
export const exampleAttribute = "an attribute; attr:data_format for any value";
export const exampleScope = "inside this scope";
export const allTermsMustMatch = "All terms must match.";
export const searchKeys = "Enter: next match. Shift+Enter: previous match. Esc: close the search.";

// search/search-panel
export const findNodes = "Find nodes";
export const searchPlaceholder = "conv bias, op:MatMul, shape:?x784";
export const closeSearch = "Close search";
export const searchSyntax = "Search syntax";
export const previousMatch = "Previous match";
export const nextMatch = "Next match";
export const searching = "searching…";
export const nothingFound = "no matches";

// trace/trace-bar
export const traceSelected = "Trace the inputs of the selected node";
export const stopTracing = "Clear trace";
export const cancelTrace = "Cancel trace";
export const within = "within";
export const anyHops = "any number of hops";

// trace/trace-session
export const noTrace = "There is no trace to join.";

// trace/trace-text
export const tracing = "tracing…";
export const noPath = "No path found";
