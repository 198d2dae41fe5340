/** The texts of the columns, groups and counts of runs. */
import { counted } from "../../lib/format/number";
import { wallTimeText } from "../../lib/format/time";

// run-columns
export const state = "State";
export const lastStep = "Last step";
export const age = "Age";
export const ageTitle = "Time since the last event";
export const lastWritten = (time: number): string => `Last event ${wallTimeText(time)}`;
export const started = "Started";
export const startedTitle = "Time of the first event";
export const duration = "Duration";
export const durationTitle = "Time from the first event to the last";
export const tagsTitle = "Tags added by viewers";
export const noteTitle = "Note added by viewers";
export const directory = "Directory";
export const split = "Split";
export const splitTitle = "Split (train, validation, test)";
export const model = "Model";
export const modelTitle = "Model: the first run with the same graph and parameter counts";
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

// run-groups
export const groupWithoutValue = (title: string): string => `no ${title}`;

// warning-counts
export const uncheckedRunsTitle =
  "Some series of these runs are not checked yet. At most 2,000 series per experiment are checked at first.";
