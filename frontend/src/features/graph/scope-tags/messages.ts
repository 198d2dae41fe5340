/** The texts about the tags of a run and the scopes that they describe. */
import { counted, countText } from "../../../lib/format/number";

export const tagsOfScopes = "Tags and scopes";
export const noTags = "The run of this graph has logged no scalars and no histograms.";
export const matchedTags = (matched: number, total: number): string =>
  `${countText(matched)} of ${counted(total, "tag")} name a scope of this graph.`;
export const metrics = "Metrics";
export const metricCounts = (tags: number, scopes: number): string =>
  `${counted(tags, "tag")}, ${counted(scopes, "scope")}`;
export const tagsAlone = "(the tag is a name alone)";
export const exampleTag = (tag: string): string => `For example: ${tag}`;
export const unmatchedTags = (count: number): string => `${counted(count, "tag")} without a scope`;
export const furtherTags = (count: number): string => `and ${countText(count)} more`;
export const furtherMetrics = (count: number): string => `and ${countText(count)} more metrics`;
export const noFurtherRules = (most: number): string =>
  `There are ${countText(most)} rules, which is the limit.`;
export const tagRules = "Rules for tags";
export const tagRulesHint =
  "A star stands for any text. The first rule that fits a tag decides its scope.";
export const pattern = "Pattern of tags";
export const template = "Scope";
export const patternExample = "act/block_*";
export const templateExample = "Net/Block[*]";
export const addTagRule = "Add tag rule";
export const deleteTagRule = (rule: string): string => `Delete the rule ${rule}`;
export const ruleUse = (fits: number, found: number): string => {
  if (fits === 0) return "fits no tag";
  if (fits === found) return `fits ${counted(fits, "tag")}`;
  return `fits ${counted(fits, "tag")}, of which ${countText(fits - found)} lead to no scope`;
};
