/** The texts of the distributions tab. */
import { plural } from "../../lib/format/locale";
import { counted, countText, valueText } from "../../lib/format/number";

// card-grid
export const nextChartType = "Next chart type (ridges, overlay, heat map, percentiles)";
export const nextStepAxis = "Next step axis (step, relative, wall time)";
export const logarithmicCounts = "Logarithmic counts";
export const pinStep = "Pin this step to compare with others";

// card/card-footer
export const bandTitle = "Share of the values in a band of this colour";
export const few = "few";
export const manyLog = "many values (log)";
export const many = "many values";
export const curveKey = "faint = early, strong = late";
export const atOtherStep = (step: number, bucket: string): string =>
  `; at step ${countText(step)}: ${bucket}`;
export const moreRuns = (more: number): string => `${counted(more, "more run")} in full screen`;

// card/card-header
export const signTitle = (runName: string, message: string, method: string): string =>
  `${runName}: ${message}\n${method}`;
export const overwrittenTitle =
  "A later session of the run logged these steps again. Click to show them.";
export const overwritten = (hidden: number): string => `${countText(hidden)} overwritten`;
export const unreadable = (count: number): string => `${countText(count)} unreadable`;
export const leaveFullScreen = "Leave full screen";
export const fullScreenOf = (tag: string): string => `Full screen: ${tag}`;

// card/card-image
export const noCanvas = "The browser cannot create a canvas of this size.";

// card/distribution-card
export const noRunHasTag = "No shown run has this tag";
export const runCount = (runs: number): string => counted(runs, "run");
export const tagFailed = (tag: string): string => `Could not load ${tag}`;

// card/distribution-plot
export const someOfSteps = (drawn: number, logged: number): string =>
  `${countText(drawn)} of ${countText(logged)}`;
export const ownAxes = "; each run has its own axis of values";
export const drawnSteps = (steps: string, logged: number): string =>
  `${steps} ${plural(logged, "step", "steps")} drawn; hover for values`;
export const drawnStepsOwnAxes = (steps: string, logged: number): string =>
  `${steps} ${plural(logged, "step", "steps")} drawn, own axis for each run; hover for values`;

// card/export-menu
export const exportOf = (tag: string): string => `Export ${tag}`;
export const csvOfDrawn = "CSV of the drawn steps";
export const jsonOfSteps = "JSON of up to 2,000 steps, as logged";

// card/step-table
export const tableLabel = "Percentiles of the drawn steps";

// card/text-summary
export const stepSummary = (min: string, max: string, median: string): string =>
  `from ${min} to ${max}, median ${median}`;
export const noHistogram = (name: string): string => `${name}: no histogram`;
export const endSummary = (step: number, stepSummary: string): string =>
  `values at step ${countText(step)} ${stepSummary}`;
export const rangeSummary = (name: string, first: number, last: number, end: string): string =>
  `${name}, step ${countText(first)} to ${countText(last)}: ${end}`;
export const chartSummary = (tag: string, count: number, runs: string): string =>
  `${tag}, ${counted(count, "run")}. ${runs}.`;
export const run = "Run";
export const step = "Step";
export const values = "Values";
export const min = "Min";
export const median = "Median";
export const max = "Max";

// card/tooltip-text
export const stepValue = (round: number): string => `step ${countText(round)}`;
export const noValuesAt = (value: number): string => `no values at ${valueText(value)}`;
export const valueRange = (left: number, right: number): string =>
  `${valueText(left)} to ${valueText(right)}`;
export const amountOf = (part: string, total: string): string => `${part} of ${total} values`;
export const bucketSummary = (values: string, percent: string, edges: string): string =>
  `${values} (${percent}) from ${edges}`;
export const medianSummary = (at: number): string => `median ${valueText(at)}`;
export const bandSummary = (share: string, low: number, high: number, median: string): string =>
  `${share} from ${valueText(low)} to ${valueText(high)}, ${median}`;

// distributions-tab
export const runsSoFar = (count: number): string =>
  `Loading histograms: ${counted(count, "run")} so far`;
export const noHistograms = "No histograms in the shown runs";
export const inHiddenRuns = (count: number): string =>
  `${counted(count, "histogram tag exists", "histogram tags exist")} in hidden runs. Show more runs in the run table.`;
export const noMatch = (count: number): string => `0 of ${countText(count)} match`;
export const noMatchDetail = (tagFilterText: string): string =>
  `No histogram tag of the shown runs matches “${tagFilterText}”.`;
export const clearFilter = "Clear filter";
export const tagsFailed = "Could not load the list of histograms";
export const distributionsNoun = "distributions";

// full-screen-card
export const distributionNoun = "distribution";
export const histogramNoun = "a histogram";

// guide/how-to-read
export const ridgesTitle = "Ridges.";
export const ridgesText = "One curve per step, the last in front. A high curve means many values.";
export const overlayTitle = "Overlay.";
export const overlayText = "The same curves on one baseline. Faint = early, strong = late.";
export const heatmapTitle = "Heat map.";
export const heatmapText = "One column per step. A darker colour means more values.";
export const percentilesTitle = "Percentiles.";
export const percentilesText =
  "The line is the median. The darkest band contains 38 % of the values, the others 68, 87 and 100 %.";
export const spikeTitle = "A spike at zero.";
export const spikeText =
  "The values of a layer concentrate at zero: dead units or vanishing gradients.";
export const saturationTitle = "Saturation.";
export const saturationText =
  "Activations concentrate at the bounds of their function, where the slope is nearly zero.";
export const signInRun = (runName: string, message: string): string => `in ${runName}: ${message}`;
export const noSigns = "In your own data, no card viewed so far shows such a sign.";
export const ownSigns = "In your own data, in the cards viewed so far:";
export const moreSigns = (count: number): string => `and ${countText(count)} more.`;
export const closeHelp = "Close the introduction";
export const helpLabel = "How to read distributions";
export const howToRead = "How to read this";
export const introduction =
  "At each step, training may log a histogram of a layer's values. The examples below are normally distributed values that spread during training, which is typical of a healthy layer.";

// plot/draw-warning-labels
export const spikeAtZero = "spike at zero";
export const atTheBound = "at the bound";

// toolbar/step-range-slider
export const drawnRange = "Drawn steps";
export const drawnRangeTitle = "Range of drawn steps; double-click for all";
export const firstDrawnStep = "First drawn step";
export const lastDrawnStep = "Last drawn step";

// toolbar/toolbar
export const ridges = "Ridges";
export const ridgesHint = "One curve per step, the last in front";
export const overlay = "Overlay";
export const overlayHint = "The curves of all steps overlaid";
export const heatMap = "Heat map";
export const heatmapHint = "Step by value; darker = more values";
export const percentiles = "Percentiles";
export const percentilesHint = "Bands of 38, 68, 87 and 100 % of the values";
export const byStep = "By training step";
export const relative = "Relative";
export const byRelativeTime = "By time since the first step of each run";
export const wall = "Wall";
export const byWallTime = "By date and time";
export const unpinTitle = "Stop comparing (c)";
export const comparedWith = (held: number): string => `Compared with step ${countText(held)}`;
export const pinStepTitle = "Pin this step to compare with others (c)";
export const compareWith = (chosen: number): string => `Compare step ${countText(chosen)} with…`;
export const chartType = "Chart type";
export const stepAxis = "Step axis";
export const logCount = "Log count";
export const draw = "Draw";
export const valueAxis = "Value axis";
export const tailsNames = {
  auto: "Automatic: all values, without extreme outliers",
  cut: "Trim outliers: slightly more than the central 87 %",
  whole: "All values",
} as const;
export const outliersBeyond = "; outliers left out";
export const pinned = "Pinned";
export const pin = (tag: string): string => `Pin ${tag} to the top`;
export const unpin = (tag: string): string => `Unpin ${tag}`;
export const pinFocused = "Pin the focused card, or unpin it";
export const overlayRuns = "Overlay runs";
export const overwrittenSteps = "Overwritten steps";
export const helpTitle = "How to read these charts, and signs of problems in the viewed layers";
export const distributions = "Distributions";
