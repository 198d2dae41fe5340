/** The texts of the comparison of runs, which is fetched when it is opened. */
import { counted, countText } from "../../../lib/format/number";

// comparison-view
export const comparison = "Comparison of runs";
export const backToTable = "Back to the run table";
export const compared = (count: number): string => `${counted(count, "experiment")} compared`;
export const comparisonFailed = "Could not compare the runs";
export const loadingComparison = "Comparing runs…";
export const nothingCompared = "No run to compare";
export const nothingComparedHint =
  "Select runs in the run table. The comparison shows those that are shown in charts.";
export const layout = "Layout";
export const columns = "Columns";
export const columnsTitle = "A column for each experiment";
export const rows = "Rows";
export const rowsTitle = "A row for each experiment";
export const diff = "Diff";
export const diffTitle = "Configuration and texts, line by line, against the reference";
export const differencesOnly = "Differences only";
export const differencesOnlyTitle = "Hide what is the same in all experiments";
export const filterRows = "Filter names";
export const exportComparison = "Export the comparison";
export const reference = "Reference";
export const moreTags = (count: number): string =>
  `${counted(count, "further scalar tag")} not compared`;
export const moreTexts = (count: number): string =>
  `${counted(count, "further text")} not compared`;
export const moreLogged = (count: number): string =>
  `${counted(count, "further tag")} logged, not compared`;
export const noDifference = "All values are the same.";
export const noRowMatches = "No name matches the filter.";
export const moreExperiments = (count: number): string => `Show ${countText(count)} more`;

// comparison-rows
export const runs = "Runs";
export const hyperParameters = "Hyper-parameters";
export const flags = "Flags";
export const lastValues = "Last values";
export const bestValues = "Best values";
export const warnings = "Warnings";
export const model = "Model";
export const tagsLogged = "Tags logged";
export const texts = "Texts";
export const phaseOf = (name: string, phase: string): string => `${name} (${phase})`;
export const parameters = "Parameters";
export const ops = "Ops";
export const edges = "Edges";
export const structure = "Structure";
export const structureNumber = (number: number): string => `structure ${countText(number)}`;

// comparison-table
export const name = "Name";
export const absent = "–";

// configuration-diff
export const configuration = "Configuration";
export const sameAsReference = (name: string): string => `Same as in ${name}.`;
export const oneExperiment = "Select another run to see what differs.";
