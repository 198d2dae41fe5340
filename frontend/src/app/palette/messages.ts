/** The texts of the command palette, which loads with it. */
import { countText } from "../../lib/format/number";

// palette
export const nodes = "Nodes";
export const save = "Save";
export const moreMatches = (more: number): string => `${countText(more)} more`;
export const results = "Results";
export const allFound = (count: number): string => `${countText(count)} found`;
export const someFound = (listed: number, all: number): string =>
  `${countText(listed)} of ${countText(all)} found`;
export const noResults = "No results";
export const placeholder = "Runs, tags, nodes, views and actions";
export const fieldLabel = "Find runs, tags, nodes, views and actions";
export const title = "Find";

// palette-items
export const showOnlyRun = "show only this run";
export const viewHint = "view";
export const compareRuns = "Compare runs";
export const compareWords = ["Diff", "Side by side", "Comparison"];
export const savedViews = "Saved views";
export const tabs = "Tabs";
export const runs = "Runs";
export const tags = "Tags";
export const views = "Views";
export const actions = "Actions";
export const saveView = (name: string): string => `Save this view as “${name}”`;
export const openGuide = "Open the guide";
export const guideWords = ["Help", "Documentation", "Manual"];
export const notify = "Notify me of runs that end, fail or have a new warning";
export const stopNotifying = "Stop notifying me of runs";
export const notifyWords = ["Alert", "Notification"];
export const themeNames = {
  system: "System theme: light or dark as the system",
  light: "Light theme",
  dark: "Dark theme",
} as const;
/** Words that people look for, by the keys of what they mean. */
export const wordsOfKeys: Readonly<Record<string, readonly string[]>> = {
  "?": ["Help", "Hotkeys"],
  e: ["Download", "Save as SVG", "PNG", "CSV", "JSON", "Parquet", "LaTeX", "Image of the chart"],
  y: ["Share", "URL"],
  t: ["Colours"],
  x: ["Relative time", "Wall time"],
  "Ctrl+z": ["Back"],
};
