/** The texts of the text tab. */
import { counted, countText } from "../../lib/format/number";

// export-menu
export const textsFailed = (reason: string): string => `Could not load the texts: ${reason}`;
export const exportOf = (tag: string, runName: string): string => `Export ${tag}, ${runName}`;
export const thisStep = "This step";
export const markdown = "Markdown, as logged";
export const everyStep = "Every step";

// text-card
export const steps = "Steps";
export const runs = "Runs";
export const comparedWith = "compared with";
export const previousStep = "previous step";
export const thisRun = "this run";
export const textFailed = "Could not load the text";
export const loadingText = "Loading text…";
export const textsPager = "texts at this step";
export const isReference = "The other runs are compared with this one.";
export const chooseAnotherStep = "Nothing to compare with. Choose another step.";
export const onlyStep = "Nothing to compare with: only one step of one run is shown.";
export const stepOfMany = (shown: number, count: number): string =>
  `step ${countText(shown)}, one of ${countText(count)}`;
export const stepValue = (shown: number): string => `step ${countText(shown)}`;

// text-tab
export const rendered = "Rendered";
export const renderedTitle = "Render Markdown";
export const raw = "Raw";
export const rawTitle = "Show as logged";
export const difference = "Difference";
export const differenceTitle = "Show changes from another step or another run";
export const texts = "Texts";
export const showAs = "Show as";
export const stepsFailed = "Could not load the steps";
export const moreRunsNotDrawn = (count: number): string =>
  `${counted(count, "more run")} not drawn. Show fewer runs to see all.`;
export const nothingToShow = "No text to show";
export const noTagMatches = "No text tag of the shown runs matches the filter.";
export const loadingTags = "Loading text tags…";
export const tagsFailed = "Could not load the tags";

// text-table
export const tooLong = "Too long to render as Markdown; shown as logged.";
export const tooLongInCells = (unrendered: number, cells: number): string =>
  `Too long to render as Markdown; shown as logged (${countText(unrendered)} of ${countText(cells)} cells).`;
export const firstSlice = (shape: string): string => `First slice of a tensor of shape ${shape}.`;
export const truncated = "Truncated.";
export const emptyTensor = (shape: string): string => `Empty tensor of shape ${shape}.`;
export const tensorOf = (shape: string): string => `Tensor of shape ${shape}`;
