/** The texts of what every tab shares: undo, saving, links, columns of runs, warnings. */
import { listText, plural } from "../lib/format/locale";
import { counted, countText } from "../lib/format/number";

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

// runs/run-annotations
export const nameOfRun = "the name";
export const colourOfRun = "the colour";
export const tagsOfRun = "the tags";
export const noteOfRun = "the note";
export const archiveState = "the archived state";
export const subjectOfRun = (nouns: readonly string[], run: string): string =>
  `${listText(nouns)} of ${run}`;

// runs/run-columns
export const step = "Step";
export const tags = "Tags";
export const note = "Note";
export const warnings = "Warnings";

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
