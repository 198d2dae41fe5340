/** The texts of a comparison of two graphs. */
import { counted, countText } from "../../../../lib/format/number";

export const comparison = "Comparison";
export const noDifference = "The graphs are the same.";
export const loading = "Comparing the graphs…";
export const before = "Before";
export const both = "Both";
export const after = "After";
export const twoPanes = "Panes";
export const shownGraph = "Graph shown";
export const nextChange = "Next change";
export const previousChange = "Previous change";
export const byScope = "By scope";
export const byKind = "By kind";
export const groupChanges = "Group the changes";
export const kindsShown = "Kinds shown";
export const topLevel = "Top level";
export const listChanges = "List changes";
export const endComparison = "End the comparison";
export const searchChanges = "Filter by name, type or change";
export const noMatch = "No change matches.";
export const saveMarkdown = "Save as Markdown";
export const saveJson = "Save as JSON";
export const wholeGraph = "Whole graph";
export const op = "Op";
export const type = "Type";
export const what = "What differs";
export const parameters = "Parameters";
export const flops = "FLOPs";
export const activations = "Activations";
export const change = "Change";
export const arrow = " → ";
export const kinds = { added: "added", removed: "removed", changed: "changed", moved: "moved" };
export const legend = {
  added: "Added",
  removed: "Removed",
  changed: "Changed",
  moved: "Moved or renamed",
};
export const comparedWith = (title: string): string => `Compared with ${title}`;
export const counts = (count: Readonly<Record<keyof typeof kinds, number>>): string =>
  (["added", "removed", "changed", "moved"] as const)
    .filter((kind) => count[kind] > 0)
    .map((kind) => `${countText(count[kind])} ${kinds[kind]}`)
    .join(", ");
export const place = (at: number, total: number): string =>
  at === 0 ? counted(total, "change") : `${countText(at)} of ${countText(total)}`;
export const more = (left: number): string =>
  `${counted(left, "more change", "more changes")}: filter to see them, or save the list.`;
export const truncated = (listed: number, total: number): string =>
  `The first ${countText(listed)} of ${counted(total, "changed op")} are listed.`;
export const movedOps = (origin: string, ops: number): string =>
  `${counted(ops, "op")} from ${origin}`;
export const differentFormats = (one: string, other: string): string =>
  `The graphs are of different formats (${one} and ${other}), so few ops correspond.`;
