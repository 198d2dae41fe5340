/** The texts of the overview tab. */
import { counted, countText } from "../../lib/format/number";

// facts
export const noNewDataFor = (age: string): string => `no new data for ${age}`;
export const noNewDataForRange = (least: string, most: string): string =>
  `no new data for ${least} to ${most}`;

// graph-in-little
export const graph = "Graph";
export const nodeCount = (nodes: number): string => counted(nodes, "node");
export const oneOfGraphs = (count: number): string => `, one of ${counted(count, "graph")}`;

// newest-values
export const moreValues = (more: number): string => `+${countText(more)} more`;
export const showWholeChart = "Open the chart";
export const newestValues = "Newest values";

// overview-tab
export const noRunsYet = "No runs yet";
export const tagsFailed = "Could not load the tags";

// profiles
export const otherProfiles = "Profiles, displayed by other programs";

// what-is-here
const STATES = {
  running: "running",
  inactive: "inactive",
  failed: "failed",
  done: "done",
} as const;
export const stateCount = (count: number, state: keyof typeof STATES): string =>
  `${countText(count)} ${STATES[state]}`;
export const stateSince = (states: string, quiet: string): string => `${states} (${quiet})`;
export const runs = "Runs";
export const highestStep = "Highest step";
export const scalarPoints = "Scalar points";
export const fileCount = (files: number): string => counted(files, "file");
export const lastEvent = "Last event";
export const experimentCount = (count: number): string => counted(count, "experiment");
export const tagCount = (tags: number): string => counted(tags, "tag");
export const tabs = "Tabs";

// what-is-wrong
export const warnings = "Warnings about the shown runs";
export const warningCount = (count: number): string =>
  `${counted(count, "warning")} about the shown runs`;
export const noProblems = "No problems found.";
export const moreInDetails = (count: number): string =>
  `, and ${countText(count)} more in the run details`;
export const readErrors = (count: number): string =>
  `Read errors in ${counted(count, "hidden experiment")}`;
export const moreInRunTable = (count: number): string =>
  `${countText(count)} more in the run table.`;
