/** The texts of late parts of the tab. */
import { counted, countText } from "../../../lib/format/number";

// expression-dialog
export const cancel = "Cancel";
export const expressionTitles = {
  value: "New chart of an expression",
  axis: "X axis",
  mark: "Mark the changes of a tag",
} as const;
export const expressionLabels = {
  value: "Expression over tags",
  axis: "Tag or expression of the positions",
  mark: "Tag",
} as const;
export const expressionHints = {
  value:
    "For example loss@train - loss@val, acc / baseline(acc), log(loss). Tags are joined by step; a name with other characters stands in double quotes.",
  axis: 'For example epoch, tokens, step * hparam("batch_size"). A tag counts with its last value at or before each step.',
  mark: "A line stands on all charts where its value changes, in the runs shown.",
} as const;
export const expressionActions = { value: "Add chart", axis: "Apply", mark: "Mark" } as const;
export const noSuchTag = (tag: string): string => `No run shown has a scalar tag “${tag}”.`;
export const problemAt = ({ message, position }: { message: string; position: number }): string =>
  `${message} (character ${position + 1})`;

// chart-form
export const addTag = "Add a tag";

// figure-size-form
export const figureSize = "Image size";
export const figureSizeAction = "Apply";
export const figureWidth = "Width (px)";
export const figureHeight = "Plot height (px)";
export const figureSizeHint = "For images that you save, of all charts.";

// display-items
export const lineWidth = "Line width";
export const lineWidths = {
  normal: "Normal",
  thin: "Thin",
  thick: "Thick",
  heavy: "Very thick",
} as const;
export const xAxisItem = "X axis…";
export const newExpression = "Chart of an expression…";
export const facetBy = "A chart for each value of";
export const noFacet = "Nothing: one chart for each tag";
export const markChanges = "Mark changes of";
export const otherTag = "Other tag…";
export const addExpressionItem = "Add an expression…";
export const barsItem = "Bars of the last values";
export const figureSizeItem = "Image size…";
export const playItem = "Play as sound, or stop";
export const nothingToPlay = "No value to play";

// card/card-menu-items
export const addCommentItem = "Add comment…";

// card/axis-cursor
export const firstPoint = "First point, over another axis than steps";
export const lastPoint = "Last point, over another axis than steps";
export const previousPoint = "Previous point, over another axis than steps";
export const nextPoint = "Next point, over another axis than steps";
export const leavePoint = "Leave the point";
export const valuesAtPlace = (
  name: string,
  place: string,
  values: readonly string[],
  more: number,
): string => {
  const rest = more > 0 ? [counted(more, "more line")] : [];
  return `${name}, ${place}: ${[...values, ...rest].join(", ") || "no value"}.`;
};

// card/print-cards
export const notPrinted = (count: number, most: number): string =>
  `${counted(count, "more chart")} not printed: at most ${most} are. Collapse sections or filter the tags to print others.`;
const MOST_NAMED = 20;
/** With the names of those missing, so that a reader of the paper knows what to look up. */
export const notReadToPrint = (names: readonly string[]): string => {
  const more =
    names.length > MOST_NAMED ? `, and ${countText(names.length - MOST_NAMED)} more` : "";
  return `${counted(names.length, "chart")} not printed, as the values could not be read in time: ${names.slice(0, MOST_NAMED).join(", ")}${more}.`;
};
