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
export const savedViews = "Saved views";
export const tabs = "Tabs";
export const runs = "Runs";
export const tags = "Tags";
export const views = "Views";
export const actions = "Actions";
export const saveView = (name: string): string => `Save this view as “${name}”`;
