/** The texts of the shell: bars, notices, dialogs and keys. */
import { counted, countText, percentText, shortCounted } from "../lib/format/number";

// app
export const nothingToDisplay = "Nothing to display yet";
export const nothingToDisplayDetail =
  "The event files of these runs contain nothing that a tab displays. A tab appears as soon as a run logs data for it.";
export const connecting = "Connecting…";
export const runsFailed = "Could not load the list of runs";

// dialogs/report-dialog
export const notInReport = "Not in this report";
export const aboutReport = "About this report";

// dialogs/shortcut-sheet
export const keyboardShortcuts = "Keyboard shortcuts";
export const singleKeyShortcuts = "Single-key shortcuts";
export const guide = "Guide";

// dialogs/view-list
export const noSavedViews = "No saved views yet.";
export const viewsReadOnly =
  "Read-only server: views cannot be saved. The URL still contains this view;";
export const viewsReadOnlyCopy = "copies it.";
export const viewName = "Name for this view";
export const replace = "Replace";
export const save = "Save";
export const nameInUse = "This name is already in use.";
export const rename = "Rename";

// dialogs/views-dialog
export const views = "Views";

// export-key
export const nothingToExport = "This card has no data to export yet";

// files/file-drop
export const cancel = "Cancel";
export const dismiss = "Dismiss";
export const noFilesAdded = "No files added";
export const noGraphInFolder =
  "the folder contains no .pb, .pbtxt, .meta, .onnx, .pt2, .tflite, .mlir, .safetensors, .gguf or .json file.";
export const unreadableDrop = "the browser cannot read the dropped items.";

// inspector-panel
export const inspector = "Inspector";
export const nothingInspected = "Select a node, run or chart to inspect it.";
export const showInspector = (title: string): string => `Show the inspector: ${title}`;
export const collapseInspector = "Collapse inspector";
export const closeInspector = "Close inspector";

// notices/connection-banner
export const retryingNow = "Connection lost; retrying now. Data on this page is kept.";
export const retryingIn = (seconds: number): string =>
  `Connection lost; retrying in ${countText(seconds)} s. Data on this page is kept.`;
export const retryNow = "Retry now";

// notices/hidden-note
export const hiddenExperiments = (count: number): string =>
  `${counted(count, "hidden experiment")} with data for this tab`;
export const moreHidden = (count: number): string => `${countText(count)} more hidden`;
export const show = "show";

// main
export const viewNotSaved =
  "The view of this link is not saved here: the link may be from another log directory";

// palette/lazy-palette
export const paletteFailed = "Could not load the command palette: the server does not respond";

// resize-handle
export const runTableWidth = "Width of the run table";

// shell-keys
export const goToTab = "Go to tab 1–9";
export const openPalette = "Find a run, tag, node or action";
export const undo = "Undo the last change";
export const redo = "Redo";
export const toggleRunTable = "Expand or collapse the run table";
export const toggleInspector = "Expand or collapse the inspector";
export const closeOpen = "Close the inspector or run table";
export const cycleTheme = "Switch theme (system, light, dark)";
export const toggleLive = "Pause or resume live updates";
export const copyLink = "Copy a link to this view";
export const openExport = "Export the focused card or the tab";

// skip-link
export const skipToContent = "Skip to content";

// tabs/empty-tab
export const emptyTab = (what: string): string => `No ${what} in these runs`;
export const emptyTabDetail = (count: number, what: string): string =>
  `${counted(count, "run")} found, none with ${what}. Log them with a call such as one of these; this tab updates automatically.`;

// tabs/graph-count
export const graphNodes = (nodes: number): string => counted(nodes, "node");

// tabs/tab-view
export const loadingTab = (title: string): string => `Loading ${title}…`;
export const tabFailed = (title: string): string => `Could not load the ${title} tab`;

// tabs/tabs
export const overview = "Overview";
export const scalars = "Scalars";
export const graph = "Graph";
export const distributions = "Distributions";
export const media = "Media";
export const nounRuns = "runs";
export const nounScalars = "scalars";
export const nounGraph = "graph";
export const nounHistograms = "histograms";
export const nounText = "text";
export const nounHparams = "hyper-parameters";
export const nounEmbedding = "embedding";
export const nounMedia = "images, audio or meshes";
export const text = "Text";
export const hparams = "HParams";
export const curves = "Curves";
export const nounCurves = "precision-recall curves";
export const custom = "Custom";
export const nounCustom = "chart layouts";
export const projector = "Projector";
export const tensors = "Tensors";
export const nounTensors = "tensors of unknown plugins";
export const runs = "Runs";

// top-bar/live-updates
export const offline = "Offline";
export const serverSilent = "Server not responding";
export const reading = "Reading";
export const runAndPointCount = (runs: number, points: number): string =>
  `${counted(runs, "run")}, ${counted(points, "point")}`;
export const trafficText = (traffic: { requests_per_day: number }): string =>
  `Following takes ${counted(traffic.requests_per_day, "request")} a day to the store`;
export const liveOff = "Live updates off";
export const paused = "Paused";
export const live = "Live";
export const report = "Report";
export const resumeLive = "Resume live updates";
export const pauseLive = "Pause live updates";

// top-bar/loading-text
export const searchingFiles = "Searching for event files";
export const runAndPointCountSoFar = (runs: number, points: number): string =>
  `${counted(runs, "run")}, ${counted(points, "point")} so far`;
export const readingWithCounts = (done: string, found: string): string =>
  `Reading ${done}: ${found}`;
export const bytesPerSecond = (bytes: string): string => `${bytes}/s`;
export const searchingWithCounts = (searching: string, found: string): string =>
  `${searching}: ${found}`;
export const shortFileCount = (files: number): string => shortCounted(files, "file");
export const shortRunCount = (runs: number): string => shortCounted(runs, "run");
export const shortPointCount = (points: number): string => shortCounted(points, "point");
export const almostDone = "almost done";
export const secondsLeft = (seconds: number): string => `about ${countText(seconds)} s left`;
export const minutesLeft = (minutes: number): string => `about ${countText(minutes)} min left`;
export const hoursLeft = (hours: number): string => `about ${countText(hours)} h left`;

// top-bar/more-tabs
export const more = "More";

// top-bar/reading-progress
export const readingPercent = (share: number): string =>
  `Reading event files: ${percentText(share)}`;
export const readingDone = "All event files read";
export const readingShort = (share: number): string => `Reading ${percentText(share)}`;
export const indexing = "New event files are being indexed. They are shown here once that is done.";
export const indexingShort = (share: number): string => `Indexing ${percentText(share)}`;
export const readingEventFiles = "Reading event files";

// top-bar/step-cursor
export const nextStep = "Next step";
export const stepSpoken = (step: number): string => `Step ${countText(step)}`;
export const previousStep = "Previous step";
export const forwardTen = "Forward 10 steps";
export const backTen = "Back 10 steps";
export const firstStep = "First step";
export const lastStep = "Last step";
export const allSteps = "All steps";
export const step = "Step";
export const goToStep = "Go to step…";
export const stepOnAllTabs = "Step on all tabs";
export const clearStep = "Clear step";

// top-bar/top-bar
export const themes = {
  system: "Theme: system",
  light: "Theme: light",
  dark: "Theme: dark",
} as const;
export const tabs = "Tabs";
export const pageTools = "Page";
export const find = "Find runs, tags, nodes and actions";
