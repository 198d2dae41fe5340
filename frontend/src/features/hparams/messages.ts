/** The texts of the hparams tab. */
import { counted, countText, valueText } from "../../lib/format/number";

// colour-key
export const moreWords = (count: number): string => `${countText(count)} more`;

// filters/brush-chips
export const rangeFrom = (title: string): string => `${title} from`;
export const rangeTo = (title: string): string => `${title} to`;
export const removeFilter = (title: string): string => `Remove filter on ${title}`;
export const clearFilters = "Clear filters";

// hparams-tab
export const table = "Table";
export const parallel = "Parallel";
export const parallelCoordinates = "Parallel coordinates";
export const scatter = "Scatter";
export const scatterPlotMatrix = "Scatter-plot matrix";
export const importance = "Importance";
export const rankCorrelationWithEachMetric = "Rank correlation with each metric";
export const last = "last";
export const min = "min";
export const max = "max";
export const run = "run";
export const download = "Download";
export const sessionCount = (all: number): string => counted(all, "session");
export const matchingSessions = (through: number, all: number): string =>
  `${countText(through)} of ${counted(all, "session")}`;
export const hyperParameters = "Hyper-parameters";
export const view = "View";
export const metricsLabel = "Metrics:";
export const colourLabel = "Colour:";
export const readoutHint = "Hover a session to see its values.";
export const axisHint = "Drag along an axis to filter.";
export const scatterHint = "Drag a rectangle to filter.";
export const noVisibleRun = "No visible run has hyper-parameters";
export const noVisibleRunDetail = (sessionCount: number): string =>
  `${counted(sessionCount, "session")} logged hyper-parameters, in hidden runs. No visible run has one of the metrics.`;
export const showAllRuns = (count: number): string => `Show all ${counted(count, "run")}`;
export const metricsFailed = "Could not load the metrics";
export const loading = "Loading hyper-parameters…";
export const loadFailed = "Could not load the hyper-parameters";

// importance/importance-list
export const direction = (from: string, to: string, change: number): string =>
  `${from} → ${to}: ${change > 0 ? "+" : ""}${valueText(change)}`;
export const hyperParameter = "Hyper-parameter";
export const rankCorrelation = "Rank correlation";
export const measure = "ρ or η";
export const withoutSessions = (count: number): string =>
  `${counted(count, "other hyper-parameter")}: no session has both values`;
export const sessionsShort = "n";
export const ofSessions = (n: number): string => ` of ${countText(n)}`;
export const chooseColumns =
  "Choose at least one hyper-parameter and one metric under Columns to see their correlation.";
export const method =
  "Spearman’s ρ: the metric increases (right) or decreases (left) as the hyper-parameter increases, or goes from the first value to the second (→). η: how far the metric differs between three or more categories. n: sessions with both values. With few sessions, a high correlation may be chance, and hyper-parameters that changed together cannot be separated.";
export const moreMetrics = (count: number): string => `${counted(count, "more metric")}.`;

// parallel/axis-header
export const linear = "Linear";
export const logarithmic = "Logarithmic";
export const byRank = "Quantiles";
export const scale = "Scale";
export const invertAxis = "Invert axis";
export const moveLeft = "Move left";
export const moveRight = "Move right";
export const filterBy = (title: string): string => `Filter by ${title}`;
export const colourBy = (title: string): string => `Colour by ${title}`;
export const hideColumn = (title: string): string => `Hide ${title}`;
export const axisTitle = (title: string): string => `${title}: drag to move, click for options`;

// parallel/parallel
export const parallelLabel = (shown: number, count: number, names: string): string =>
  `Parallel coordinates of ${countText(shown)} of ${counted(count, "session")} over ${names}. The table has the same values.`;
export const noValue = "no value";

// scatter/scatter-head
export const optionsOf = (title: string): string => `${title}: click for options`;

// scatter/scatter-cell
export const scatterLabel = (title: string, title2: string, count: number): string =>
  `${title} over ${title2}, ${counted(count, "session")}`;

// scatter/scatter-matrix
export const scatterCaption = (count: number, count2: number): string =>
  `Scatter plots of ${counted(count, "session")}; ${countText(count2)} match the filters. The table has the same values.`;
export const moreColumns = (left: number): string =>
  `${counted(left, "more column")} not drawn. Choose columns under Columns.`;

// table/column-chooser
export const sameInAll = "same in all sessions";
export const scalarsAsMetrics = "Scalars as metrics";
export const filterColumns = (list: string): string => `Filter ${list.toLowerCase()}`;
export const filterTextOrRegex = "Filter: text or /regex/";
export const filterScalarTags = "Filter scalar tags";
export const filterTagsTextOrRegex = "Filter tags: text or /regex/";
export const moreTags = (count: number): string => `${countText(count)} more; filter to find them`;
export const columns = "Columns";
export const metrics = "Metrics";

// table/session-list
export const sortBy = (title: string): string => `Sort by ${title}`;
export const session = "Session";
export const group = "Group";
export const status = "Status";
export const tableCaption = (count: number, count2: number): string =>
  `${counted(count, "session")}, ${counted(count2, "column")}`;
export const moreSessions = (count: number): string =>
  `${counted(count, "more session")}. Filter an axis to narrow them down.`;
