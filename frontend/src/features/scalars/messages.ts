/** The texts of the scalars tab and of custom charts. */
import { counted, countText, valueText } from "../../lib/format/number";

// card/add-series-form
export const addSeries = "Add series";
export const add = "Add";
export const tagOrRegex = "Tag or /regex/";

// values/chart-summary
export const commentsOnChart = (count: number, texts: readonly string[]): string => {
  const more = count > texts.length ? [counted(count - texts.length, "more comment")] : [];
  return `${counted(count, "comment")}: ${[...texts, ...more].join("; ")}.`;
};

// card/axis-limits-form
export const axisLimits = "Axis limits";
export const applyLimits = "Apply";
export const limitsHint = "Leave both ends of an axis empty to fit it to the values.";
export const yFrom = "Y from";
export const yTo = "Y to";
export const xFrom = (axis: string): string => `${axis} from`;
export const xTo = (axis: string): string => `${axis} to`;
export const inSeconds = (axis: string): string => `${axis} (s)`;
export const limitOrder = "Must be greater than the lower limit";
export const limitAboveZero = "Must be above 0 on a logarithmic axis";

// card/card-form
export const cancel = "Cancel";

// card/card-header
export const overwrittenDrawn = (hidden: number): string =>
  `${counted(hidden, "point")} overwritten by a restart, drawn as dots. Click to hide.`;
export const overwrittenHidden = (hidden: number): string =>
  `${counted(hidden, "point")} overwritten by a restart. Click to show.`;
export const overwrittenPoints = "overwritten points";
export const pointsShown = "shown";
export const pointsHidden = "hidden";
export const newestRuns = (count: number): string => `newest ${countText(count)} runs`;
export const restartsTitle = "Broken vertical lines mark the restarts";
export const restartCount = (restarts: number): string => counted(restarts, "restart");
export const undatedTitle = (undated: number): string =>
  `${counted(undated, "point")} without a valid wall time`;
export const undated = (undated: number): string => `${countText(undated)} undated`;
export const bucketsTitle =
  "Drawn as buckets with their minimum and maximum; zoom in for every point";
export const everyPointTitle = "All points are drawn";
export const pointCount = (points: number): string => counted(points, "point");
export const resetZoomOf = (name: string): string => `Reset zoom of ${name}`;
export const unpin = (name: string): string => `Unpin ${name}`;
export const pin = (name: string): string => `Pin ${name}`;
export const leaveFullScreen = "Leave full screen";
export const fullScreenOf = (name: string): string => `Full screen: ${name}`;

// card/card-menu
export const dataTitle = (title: string): string => `${title}: data`;
export const useRightAxis = "Use right axis";
export const removeSeries = "Remove series";
export const removeChart = "Remove chart";
export const removeReferenceLine = "Remove reference line";
export const referenceAtValue = (at: number): string => `value ${countText(at)}`;
export const referenceAtX = (at: number): string => `x ${countText(at)}`;
export const logarithmicYAxis = "Logarithmic y axis";
export const logarithmicXAxis = "Logarithmic x axis";
export const compareStatistics = "Compare start, end, min, max";
export const moreFor = (name: string): string => `More for ${name}`;
export const chart = "Chart";
export const addSeriesItem = "Add series…";
export const addReferenceLine = "Add reference line…";
export const axisLimitsItem = "Axis limits…";
export const applySteps = "Apply this step range to all tabs";
export const dataTable = "Data table";
export const customCharts = "Custom charts";
export const edit = "Edit…";
export const remove = "Remove";

// card/download-menu
export const exportFailed = (name: string, reason: string): string =>
  `Could not export ${name}: ${reason}`;
export const tableCopied = "Table copied as Markdown";
export const copyFailed = "Could not copy to the clipboard";
export const downloadOf = (name: string): string => `Download ${name}`;
export const imageGroup = "Image, as drawn";
export const pngDouble = "PNG (2×)";
export const laTeXPgfplots = "LaTeX (pgfplots)";
export const everyPoint = "All points";
export const parquet = "Parquet";
export const statisticsGroup = "Start, end, min, max, change, slope";
export const copyMarkdown = "Copy as Markdown table";

// card/reference-line-form
export const referenceLine = "Reference line";
export const lineAt = "Line at";
export const yValue = "value";
export const number = "Number";
export const label = "Label";
export const onEveryChart = "On all charts";

// card/scalar-card
export const oneStep = "All points have the same step; showing wall time";
export const noRunHasTag = "No shown run has this tag";
export const noPointOfRuns = "No points for the shown runs";
export const runCount = (runs: number): string => counted(runs, "run");
export const cardFailed = (title: string): string => `Could not load ${title}`;

// custom/chart-cards
export const noTagOfChart = "No scalar matches the tags of this chart.";
export const noTagMatches = (patterns: string): string => `No scalar tag matches ${patterns}.`;
export const untitled = "Untitled";

// custom/chart-form
export const line = "Line";
export const lowerBound = "Lower bound";
export const upperBound = "Upper bound";
export const bandFields = "Line with band, by tag (optional)";
export const title = "Title";
export const patternsField = "Tags, one regular expression per line, such as loss/.*";
export const save = "Save";

// custom/custom-tab
export const tagAndRunCount = (tags: number, runs: number): string =>
  `${counted(tags, "tag")} of ${counted(runs, "run")}`;
export const exportTheseCharts = (what: string): string => `These charts: ${what}`;
export const newChart = "New chart";
export const noCustomCharts = "No custom charts yet";
export const customChartsHint =
  "A custom chart overlays the scalars of several tags, or draws a line with a band. Create one with “New chart”; it is saved for everyone who opens this log directory.";
export const fromPyTorch = "From PyTorch";
export const loadingLayouts = "Loading chart layouts…";
export const layoutsFailed = "Could not load the chart layouts";
export const layoutFailed = (message: string): string => `Could not read a layout: ${message}`;

// export/latex-axis
export const seconds = "s";
export const minutes = "min";
export const hours = "h";
export const days = "days";
export const axisInUnit = (axis: string, unit: string): string => `${axis} (${unit})`;
export const axisInUnitSince = (axis: string, unit: string, since: string): string =>
  `${axis} (${unit} since ${since})`;

// full-screen-card
export const chartNoun = "chart";
export const scalarNoun = "a scalar";

// keyboard
export const pinFocused = "Pin the focused card";
export const nextAxis = "Next x axis (step, relative, wall time)";
export const logYKey = "Logarithmic y axis of the focused card, or of all";
export const logXKey = "Logarithmic x axis of the focused card, or of all";
export const playFocused = "Play the focused card as sound, or stop";
export const pinnedSpoken = "Pinned";
export const unpinnedSpoken = "Unpinned";
export const axisSpoken = (name: string): string => `x axis: ${name}`;
export const logSpoken = (axis: string, isLog: boolean): string =>
  `${axis} axis ${isLog ? "logarithmic" : "linear"}`;
export const smoothingSpoken = (kind: string, amount: number): string =>
  `${kind} ${valueText(amount)}`;
export const allSpoken = (axis: string): string => `All of ${axis}`;
export const zoomSpoken = (axis: string, from: string, to: string): string =>
  `${axis} ${from} to ${to}`;
export const moreSmoothing = "More smoothing";
export const lessSmoothing = "Less smoothing";
export const zoomIn = "Zoom in";
export const zoomOut = "Zoom out";
export const resetZoom = "Reset zoom";

// lines/axis-text
export const step = "Step";
export const relative = "Relative";
export const wallTime = "Wall time";

// lines/line-names
export const groupSize = (group: string, runs: number): string => `${group} (${countText(runs)})`;
export const groupStd = "mean ± standard deviation";
export const groupStderr = "mean ± standard error";
export const groupCi = "mean, 95 % confidence interval";
export const groupRange = "mean, min–max";

// options/sections
export const combinedCharts = "Combined charts";
export const pinned = "Pinned";

// options/smoothing-option
export const weight = "Weight";
export const points = "Points";
export const ema = "EMA";
export const timeEma = "Time-weighted EMA";
export const gaussian = "Gaussian";
export const movingMean = "Moving mean";
export const movingMedian = "Moving median";

// scalars-tab
export const loadingScalars = (runCount: number, points: number): string =>
  `Loading scalars: ${counted(runCount, "run")}, ${counted(points, "point")} so far`;
export const noScalarsInTheseRuns = "No scalars in these runs";
export const noScalarsDetail = (count: number): string =>
  `${counted(count, "run")} found, none with scalars. Log them with a call such as one of these; this tab updates automatically.`;
export const noScalarsShown = "No scalars in the shown runs";
export const inHiddenRuns = (count: number): string =>
  `${counted(count, "scalar tag exists", "scalar tags exist")} in hidden runs. Show more runs in the run table.`;
export const noMatch = (count: number): string => `0 of ${countText(count)} match`;
export const noMatchDetail = (filter: string): string =>
  `No scalar tag of the shown runs matches “${filter}”.`;
export const clearFilter = "Clear filter";
export const tagsFailed = "Could not load the list of scalars";
export const scalarsNoun = "scalars";

// toolbar/chart-controls
export const byStep = "By training step";
export const byRelativeTime = "By time since the start of each series";
export const wall = "Wall";
export const byWallTime = "By date and time";
export const xAxis = "X axis";
export const logY = "Log y";
export const logYTitle = "Logarithmic y axis of all charts (l)";
export const newDataTitle = "New points outside the visible range. Reset zoom (0)";
export const newData = "New data";

// toolbar/display-menu
export const eachRun = "Each run";
export const meanStandardDeviation = "Mean ± standard deviation";
export const meanStandardError = "Mean ± standard error";
export const mean95ConfidenceInterval = "Mean, 95 % confidence interval";
export const meanRange = "Mean, min–max";
export const nearestFirst = "Nearest to the cursor";
export const runTableOrder = "Run table order";
export const byName = "By name";
export const ascending = "Ascending";
export const descending = "Descending";
export const display = "Display";
export const groupedRuns = "Grouped runs";
export const draw = "Draw";
export const ignoreOutliers = "Ignore outliers";
export const envelope = "Min–max envelope";
export const rawLines = "Unsmoothed lines";
export const overwritten = "Overwritten points";
export const syncZoom = "Sync zoom";
export const valueOrder = "Value order";

// toolbar/smoothing-control
export const smoothing = "Smoothing";
export const smoothingKind = "Smoothing method";
export const smoothingAmount = (amount: string): string => `Smoothing: ${amount}`;
export const smoothingAmountTitle = (amountTitle: string): string => `${amountTitle} (s, Shift+s)`;
export const smoothingField = "Smoothing value";

// toolbar/toolbar
export const combineTitle = "Draw all matching charts in one";
export const combine = "Combine charts";
export const scalars = "Scalars";

// toolbar/warnings-strip
export const warningCount = (count: number): string => counted(count, "warning");
export const mutedWarnings = "Muted warnings";
export const warnings = "Warnings";
export const shownWarningCount = (count: number): string =>
  `${counted(count, "warning")} about the shown runs`;

// values/chart-summary
export const noPoints = "No points in this range";
export const unsmoothed = (lacking: number): string =>
  `${counted(lacking, "long line")} shown as logged: the report does not contain this smoothing`;
export const nanCount = (nan: number): string => `${countText(nan)} NaN`;
export const infCount = (inf: number): string => `${countText(inf)} Inf`;
export const stepRange = (first: number, last: number): string =>
  `step ${countText(first)}–${countText(last)}`;
export const runAndPointCount = (count: number, points: number): string =>
  `${counted(count, "run")}, ${counted(points, "point")}`;
export const lowest = (low: number, run: string): string =>
  `lowest ${valueText(low)} in run ${run}`;

// values/data-table
export const meansOverRuns = "Means over runs, before smoothing.";
export const meansOfBuckets = "Means of buckets, before smoothing.";
export const asLogged = "As logged.";
export const rowRange = (count: number, first: number, end: number): string =>
  `Rows ${countText(count === 0 ? 0 : first)}–${countText(end)} of ${countText(count)}.`;
export const previousRows = "Previous";
export const nextRows = "Next";

// values/range-statistics-table
export const stepUnit = "step";
export const secondUnit = "second";
export const start = "Start";
export const end = "End";
export const min = "Min";
export const max = "Max";
export const change = "Change";
export const slope = "Slope";
export const meanOfBucket = (bucket: number): string =>
  `Mean of ${counted(bucket, "point")} in a bucket`;
export const meanOfBucketRange = (least: number, most: number): string =>
  `Mean of ${countText(least)} to ${counted(most, "point")} in a bucket`;
export const meanOfBuckets = (bucket: number): string =>
  `Mean of ${counted(bucket, "point")} in buckets of the runs`;
export const atStep = (step: string): string => `at ${step}`;
export const nearStep = (step: string): string => `at ≈ ${step}`;
export const slopeTitle = (unit: string): string => `Slope of the least-squares line, per ${unit}`;
export const comparison = "Comparison";
export const closeComparison = "Close comparison";
export const all = "All";
export const atX = (x: string): string => `At ${x}`;

// values/tooltip-table
export const bucketCentre = "Bucket centre; zoom in for exact steps";
export const notInReport = "The report does not contain all points of this line or this smoothing";
export const meanOfRuns = "Mean of the runs over buckets";
export const lastLogged = "Last logged value";
export const smoothedTitle = "Smoothing uses all points of the run";
export const runLastValue = "Run, last value";
export const run = "Run";
export const smoothed = "Smoothed";
export const mean = "Mean";
export const value = "Value";
export const fullScreenLines = (count: number): string =>
  `Full screen, with ${counted(count, "line")}`;
export const moreLines = (more: number): string => `${countText(more)} more`;
