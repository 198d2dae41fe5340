/** The texts of the run table, its menus and the inspector of runs. */
import { bytesText, counted, countText, valueText } from "../../lib/format/number";
import { ageText } from "../../lib/format/time";

// actions/delete-dialog
export const eventFilesDeleted = (files: number, bytes: number): string =>
  `${counted(files, "event file")} deleted (${bytesText(bytes)}).`;
export const deleteEventFiles = "Delete event files";
export const deleteWarning = (count: number): string =>
  `This deletes the event files of ${counted(count, "run")} from the disk, for everyone. This cannot be undone. Other files, such as checkpoints, are not deleted.`;
export const runStillWriting = "The run is still writing.";
export const confirmStart = "Type";
export const confirmEnd = "to confirm";
export const cancel = "Cancel";
export const deleteRuns = (count: number): string => `Delete ${counted(count, "run")}`;

// actions/run-actions
export const runArchived = "Run archived; files are unchanged";
export const pathCopied = "Path copied";
export const copyFailed = "Could not copy to the clipboard";

// actions/run-graph
export const noGraphLogged = (run: string): string => `${run} logged no graph`;

// actions/run-keys
export const toggleVisibility = "Show or hide the run";
export const toggleSolo = "Show only this run, or undo that";
export const toggleBaseline = "Set or clear the baseline";

// details/run-details
export const name = "Name";
export const tagsField = "Tags (comma-separated)";
export const tagsExample = "baseline, paper";
export const note = "Note";
export const readOnly = "Read-only server: changes are not saved.";
export const directory = "Directory";
export const state = "State";
export const lastStep = "Last step";
export const firstEvent = "First event";
export const lastEvent = "Last event";
export const duration = "Duration";
export const noTagsYet = "No tags yet.";
export const tagCount = (count: number): string => counted(count, "tag");
export const hyperParameters = "Hyper-parameters";
export const readErrorCount = (count: number): string => counted(count, "read error");
export const runMissing = "This run is no longer in the log directory.";
export const contents = "Contents";

// rows/row-values
export const range = (min: number, max: number): string => `${valueText(min)} to ${valueText(max)}`;
export const singleValue = (mean: string): string => `${mean} (single value)`;
export const bandTitle = (mean: string, deviation: string, range: string, count: number): string =>
  `Mean ${mean} ± ${deviation} (standard deviation), ${range}, ${counted(count, "value")}`;
export const valueCount = (count: number): string => counted(count, "value");
export const noChange = "No change from the baseline";
export const changeFromBaseline = (more: string): string => `${more} from the baseline`;

// runs-tab
export const runs = "Runs";

// table/graph-row
export const noGraph = "no graph";
export const graphCount = (count: number): string => counted(count, "graph");
export const onShow = "Its graph is on show";
export const chooseGraphHint = "Select a run to show its graph.";

// table/grid-head
export const columnWidth = (label: string): string => `Width of ${label}`;
export const uncheckedRuns = (unchecked: number): string =>
  `${counted(unchecked, "run")} not checked`;
export const sortColumn = (label: string): string => `Sort by: ${label}`;
export const sortColumnWithNote = (label: string, unknown: string): string =>
  `Sort by: ${label}; ${unknown}`;

// table/name-cell
export const stateRunning = "Running: new data in the last 2 minutes";
export const stateInactive = "Inactive: no data";
export const stateDone = "Finished, or no data for an hour";
export const stateFailed = "Failed (reported by the run)";
export const inactiveFor = (max: number): string => `Inactive: no data for ${ageText(max)}`;
export const nameOf = (name: string): string => `Name of ${name}`;
export const collapseRow = (label: string): string => `Collapse ${label}`;
export const expandRow = (label: string): string => `Expand ${label}`;
export const baselineTitle = "Baseline of comparisons";
export const baselineChip = "base";
export const pinnedTitle = "Pinned on top";
export const pinnedChip = "pin";
export const showWarnings = (count: number): string => `Show ${counted(count, "warning")}`;
export const warningsAbout = (count: number, name: string): string =>
  `${counted(count, "warning")} about ${name}`;
export const runCount = (count: number): string => counted(count, "run");
export const experimentAndRunCount = (trainings: number, count: number): string =>
  `${counted(trainings, "experiment")}, ${counted(count, "run")}`;
export const aboutRun = (name: string, state: string): string => `About ${name}, ${state}`;
export const stateAndHint = (state: string): string => `${state}. Click for details.`;

// table/run-grid
export const pinRun = "Pin the run to the top";
export const selectRange = "Show or hide all rows from the last one changed";
export const renameRun = "Rename the run";
export const openRunMenu = "Open the run menu";
export const showGraphOfRun = "Show the graph of the run (beside the graph)";
export const goToCells = "Open the row, or go to its cells";
export const tableLabel = (count: number): string => `Runs: ${countText(count)} rows`;

// table/run-menu
export const blue = "Blue";
export const orange = "Orange";
export const green = "Green";
export const pink = "Pink";
export const steel = "Steel";
export const brown = "Brown";
export const indigo = "Indigo";
export const crimson = "Crimson";
export const olive = "Olive";
export const blackOrWhite = "Black or white";
export const colour = "Colour";
export const customColour = "Custom colour…";
export const defaultColour = "Default colour";
export const hide = "Hide";
export const show = "Show";
export const soloMenuItem = "Show only this run";
export const notes = "Notes";
export const rename = "Rename";
export const openDetails = "Tags, note and details";
export const tableMenuGroup = "Run table";
export const unpin = "Unpin";
export const pinToTop = "Pin to top";
export const clearBaseline = "Clear baseline";
export const useAsBaseline = "Use as baseline";
export const besideGroup = "Draw beside its group";
export const showGraph = "Show graph";
export const copyPath = "Copy path";
export const restore = "Restore";
export const archive = "Archive";
export const deleteEventFilesMenuItem = "Delete event files…";
export const collapse = "Collapse";
export const expand = "Expand";

// rows/export-table
export const inSeconds = (title: string): string => `${title} (s)`;

// table/page-actions
export const compare = (count: number): string => `Compare ${countText(count)}`;
export const compareTitle = "Compare the runs shown: hyper-parameters, values, texts and models";
export const exportTable = "Export the table";

// table/run-rail
export const openRunTable = "Open the run table";

// table/run-swatch
export const showRun = (label: string): string => `Show ${label}`;
/** What an experiment logs beside its train, test and other runs. */
export const baseRun = "base run";
export const togglePhase = (phase: string, runName: string): string =>
  `Show or hide ${runName} (${phase})`;

// table/run-table
export const ruleAll = "all, including new runs";
export const ruleNewest = (count: number): string => `the ${countText(count)} newest experiments`;
export const ruleMatching = (pattern: string): string => `matching /${pattern}/`;
export const ruleCustom = "custom selection";
export const shownRule = (rule: string): string => `Shown: ${rule}`;
export const allShown = (total: number): string => `all ${countText(total)} shown`;
export const someShownInPart = (shown: number, total: number): string =>
  `showing ${countText(shown)} of ${countText(total)}, some in part`;
export const someShown = (shown: number, total: number): string =>
  `showing ${countText(shown)} of ${countText(total)}`;
export const showAll = "show all";
export const onlyMatchesTitle = "Show the runs that match the filter and hide all others";
export const onlyMatchesAndLaterTitle =
  "Show the runs that match the filter, including later ones, and hide all others";
export const onlyMatches = "Show only matches";
export const showAllRows = "Show all rows";
export const rowTools = "Rows";
export const all = "All";
export const hideAllRows = "Hide all rows";
export const none = "None";
export const tenNewestTitle = "Show the runs of the 10 newest experiments";
export const tenNewest = "10 newest";
export const newExperiments = (count: number): string => counted(count, "new experiment");
export const showLink = "show";
export const dismiss = "Dismiss";
export const archivedExperiments = (count: number): string =>
  `${counted(count, "experiment")} archived`;
export const hideLink = "hide";
export const noMatch = (filterableTrainings: number): string =>
  `0 of ${countText(filterableTrainings)} match`;
export const clearFilter = "Clear filter";
export const closeRunTable = "Close the run table";
export const collapseRunTable = "Collapse the run table";
export const uncheckedForWarnings = (count: number): string =>
  `${counted(count, "run")} not checked for warnings`;
export const filterRuns = "Filter runs";
export const filterRunsFallback = "Filter runs (on tabs without a filter)";
export const filterPlaceholder = "Filter: text, /regex/, lr<0.01";
export const filterHint = "Also";
export const settingsFailed = "Could not load the table settings. Try again.";
export const settingsLabel = "Columns, grouping and sorting";

// table/table-settings
export const groupBy = "Group by";
export const noGrouping = "none";
export const sortBy = "Sort by";
export const newestFirst = "newest first";
export const groupByDirectory = "Group by directory";
export const statOfTag = (stat: string, tag: string): string => `${stat} of ${tag}`;
export const metrics = "Metrics";
export const filterMetrics = "Filter metrics";
export const moreMetrics = (count: number): string =>
  `${countText(count)} more; filter to find them`;
export const differingHparams = "Hyper-parameters that differ";
export const sameHparams = "Hyper-parameters with one value";
export const showDiffering = "Show all that differ";
export const resetColumns = "Reset columns";
export const notifyOfRuns = "Notify me of runs that end, fail or have a new warning";
