/** The texts of what every tab shares: undo, saving, links, columns of runs, warnings. */
import { listText, plural } from "../lib/format/locale";
import { counted, countText } from "../lib/format/number";
import { wallTimeText } from "../lib/format/time";

/** Headings of the shortcut sheet, and hints of the actions in the palette. */
export const shortcutGroups = {
  everywhere: "Everywhere",
  tabs: "Tabs",
  steps: "Steps",
  runs: "Runs",
  runTable: "In the run table",
  focusedRun: "Focused run row or card",
  scalars: "Scalars",
  graph: "Graph",
  distributions: "Distributions",
  media: "Media",
  text: "Text",
  curves: "Curves",
  projector: "Projector",
  hparams: "Hyper-parameters",
  overview: "Overview",
  tensors: "Tensors",
  viewer: "Image viewer",
} as const;

// address/copy-link
export const linkTooLong =
  "The view is too long for a link. The copied link leaves out some settings.";
export const linkNotCopied = "Could not copy to the clipboard. Copy the URL from the address bar.";
export const linkCopied = "Link copied";

// address/undo
export const unknownSetting = "a setting";
export const undone = (subject: string): string => `Undone: ${subject}`;
export const redone = (subject: string): string => `Redone: ${subject}`;
export const notUndone = (subject: string): string =>
  `Not undone: ${subject} was changed elsewhere`;

// runs/absent-runs
export const moreNames = (count: number): string => `${countText(count)} more`;
export const absentRuns = (count: number, names: readonly string[]): string =>
  plural(
    count,
    `1 run of this link is not in this log directory: ${listText(names)}.`,
    `${countText(count)} runs of this link are not in this log directory: ${listText(names)}.`,
  );

// runs/run-groups
export const groupWithoutValue = (title: string): string => `no ${title}`;

// runs/run-annotations
export const nameOfRun = "the name";
export const colourOfRun = "the colour";
export const tagsOfRun = "the tags";
export const noteOfRun = "the note";
export const archiveState = "the archived state";
export const subjectOfRun = (nouns: readonly string[], run: string): string =>
  `${listText(nouns)} of ${run}`;

// runs/run-columns
export const state = "State";
export const step = "Step";
export const lastStep = "Last step";
export const age = "Age";
export const ageTitle = "Time since the last event";
export const lastWritten = (time: number): string => `Last event ${wallTimeText(time)}`;
export const started = "Started";
export const startedTitle = "Time of the first event";
export const duration = "Duration";
export const durationTitle = "Time from the first event to the last";
export const tags = "Tags";
export const tagsTitle = "Tags added by viewers";
export const note = "Note";
export const noteTitle = "Note added by viewers";
export const directory = "Directory";
export const split = "Split";
export const splitTitle = "Split (train, validation, test)";
export const model = "Model";
export const modelTitle = "Model: the first run with the same graph and parameter counts";
export const warnings = "Warnings";
export const warningsTitle = "Warnings that are not muted, read errors included";
export const warningCount = (count: number): string => counted(count, "warning");
export const readErrors = "Read errors";
export const readErrorsTitle = "Errors while reading event files";
export const readErrorCount = (count: number): string => counted(count, "read error");
export const hparamTitle = (name: string): string => `Hyper-parameter ${name}`;
export const namePartTitle = (pattern: string): string => `Part of the name: /${pattern}/`;
export const lastValue = "last value";
export const minimum = "minimum";
export const maximum = "maximum";
export const bestValue = "best value";
export const valueAtStep = "value at the chosen step, or the last before it";
export const bestMinimum = "best value (minimum)";
export const bestMaximum = "best value (maximum)";

// runs/warning-counts
export const uncheckedRunsTitle =
  "Some series of these runs are not checked yet. At most 2,000 series per experiment are checked at first.";

// server/shared-document
export const readOnlyServer = "Read-only server: changes are not saved";
export const readOnlyReport = "Reports are read-only: changes are not saved";
export const conflictingEdits = "conflicting edits";
export const notSaved = (reason: string): string => `Could not save: ${reason}`;

// shell/filter-shortcut
export const filter = "Filter";

// shell/focused-card
export const fullScreenFocused = "Open the focused card in full screen";

// shell/list-navigation
export const nextItem = (what: string): string => `Next ${what}`;
export const previousItem = (what: string): string => `Previous ${what}`;

// tags/export-scope
export const tagAndRunCount = (tags: number, runs: number): string =>
  `${counted(tags, "tag")} of ${counted(runs, "run")}`;
export const exportFilteredCards = (size: string): string => `Filtered cards: ${size}`;
export const exportShownRuns = (size: string): string => `Shown runs: ${size}`;
export const exportAll = (size: string): string => `Everything: ${size}`;

// tags/muted-warnings
export const muteOfWarning = (run: string): string => `the mute of a warning about ${run}`;

// base/late-code
export const codeNotLoaded = "Could not load this part: the server does not respond";

// graphs/uploaded-graphs
export const uploadReadOnly = "Read-only server: files cannot be added.";
export const tooManyFiles = (limit: number): string =>
  `At most ${countText(limit)} files can be added at once. Add this one again.`;
export const fileTooLarge = (megabytes: number): string =>
  `The file has ${countText(megabytes)} MB (limit 512 MB). Restart the server with --graph FILE to see it.`;
export const graphsAdded = (name: string, count: number): string =>
  `${name}: ${counted(count, "graph")}`;

// tags/warnings
export const moreSeries = (series: number): string => `${countText(series)} more series`;
export const olderRuns = (others: number): string => counted(others, "older run");
export const notChecked = (parts: readonly string[]): string =>
  `Not checked: ${listText(parts)}. Show fewer runs to check all.`;

// shell/notification-switch
export const notificationsOn =
  "While this page is out of sight, the browser notifies you of runs that end, fail or have a new warning.";
export const notificationsOff = "Notifications are off.";
export const notificationsRefused =
  "The browser does not allow notifications of this page. It needs https:// or localhost, and your permission.";
