/**
 * What the viewer decided about the main graph: rules in the order they were made (the last that
 * fits a node decides), the thresholds, and how series are grouped. All of it is in the address,
 * in the words of the server's scope route.
 */
import type { QueryValue } from "../../../api/client";
import { defaultOf } from "../../../state/address/keys";
import { commitHistory, urlList, urlText } from "../../../state/address/url-state";
import { parentName } from "../scope/model";

export type Action = "include" | "exclude";
export type RuleKind = "name" | "scope" | "op" | "regex";

export interface Rule {
  readonly action: Action;
  readonly kind: RuleKind;
  /** A node's or scope's full name, an op type, or a pattern. */
  readonly what: string;
}

/** The thresholds of the split, by the names of the scope route; empty for the default. */
export const THRESHOLDS = [
  "auto_extract",
  "min_nodes",
  "min_degree",
  "max_control_degree",
  "max_bridge_degree",
  "isolated",
  "series",
] as const;
export type Threshold = (typeof THRESHOLDS)[number];

/** Op types that stand beside the main graph wherever they are, with their defaults; by commas. */
export const TYPE_DEFAULTS = {
  sink_types: defaultOf("sink_types"),
  source_types: defaultOf("source_types"),
};
export type TypeList = keyof typeof TYPE_DEFAULTS;

const KINDS: ReadonlySet<string> = new Set(["name", "scope", "op", "regex"]);

const written = urlList("choice");
const ungrouped = urlList("ungroup");
const grouped = urlList("group");
const thresholds = new Map(THRESHOLDS.map((key) => [key, urlText(key)]));
const typeLists = {
  sink_types: urlText("sink_types"),
  source_types: urlText("source_types"),
};

export function parseRule(text: string): Rule | undefined {
  const [action, kind, ...rest] = text.split(":");
  const what = rest.join(":");
  if (action !== "include" && action !== "exclude") return undefined;
  if (!KINDS.has(kind ?? "") || what === "") return undefined;
  return { action, kind: kind as RuleKind, what };
}

export function printRule({ action, kind, what }: Rule): string {
  return `${action}:${kind}:${what}`;
}

/** The rules in force; what an address holds that is none is left out. */
export function rules(): Rule[] {
  return written.value.flatMap((text) => parseRule(text) ?? []);
}

/** Puts a rule at the end, in the place of what was said before of the same nodes. */
export function withRule(before: readonly string[], rule: Rule): string[] {
  const subject = `:${rule.kind}:${rule.what}`;
  const others = before.filter((text) => !/^(in|ex)clude/.test(text) || !text.endsWith(subject));
  return [...others, printRule(rule)];
}

export function addRule(rule: Rule): void {
  written.value = withRule(written.peek(), rule);
  commitHistory();
}

export function removeRule(rule: Rule): void {
  written.value = written.peek().filter((text) => text !== printRule(rule));
  commitHistory();
}

/** Lets a rule be asked earlier (-1) or later (1): of two that fit a node the later one decides. */
export function moveRule(rule: Rule, by: -1 | 1): void {
  const rules = written.peek().filter((text) => parseRule(text) !== undefined);
  const at = rules.indexOf(printRule(rule));
  const to = at + by;
  if (at < 0 || to < 0 || to >= rules.length) return;
  const others = rules.filter((_, index) => index !== at);
  written.value = [...others.slice(0, to), printRule(rule), ...others.slice(to)];
  commitHistory();
}

/** What is said of one node by its own name, if anything. */
export function ruleForNode(name: string): Rule | undefined {
  return rules().findLast(({ kind, what }) => kind === "name" && what === name);
}

/** Forgets what was said of one node by its own name. */
export function forgetNode(name: string): void {
  const rule = ruleForNode(name);
  if (rule !== undefined) written.value = written.peek().filter((t) => t !== printRule(rule));
  ungrouped.value = ungrouped.peek().filter((series) => series !== name);
  grouped.value = grouped.peek().filter((series) => series !== name);
}

export function setThreshold(key: Threshold, value: string): void {
  const threshold = thresholds.get(key);
  if (threshold === undefined) return;
  threshold.value = value;
  commitHistory();
}

export function thresholdOf(key: Threshold): string {
  return thresholds.get(key)?.value ?? "";
}

export function typesOf(list: TypeList): readonly string[] {
  return typeLists[list].value.split(",").filter(Boolean);
}

export function setTypes(list: TypeList, types: readonly string[]): void {
  typeLists[list].value = [...new Set(types)].join();
  commitHistory();
}

/** The series nodes that the viewer wants to see as single ops. */
export function ungroupedSeries(): readonly string[] {
  return ungrouped.value;
}

/**
 * Shows a series as one node, or its ops by themselves. One that was taken apart is left to the
 * threshold again when it is put together.
 */
export function setGrouped(series: string, isGrouped: boolean): void {
  const wasUngrouped = ungrouped.peek().includes(series);
  const otherUngrouped = ungrouped.peek().filter((name) => name !== series);
  const otherGrouped = grouped.peek().filter((name) => name !== series);
  ungrouped.value = isGrouped ? otherUngrouped : [...otherUngrouped, series];
  grouped.value = isGrouped && !wasUngrouped ? [...otherGrouped, series] : otherGrouped;
  commitHistory();
}

/** The parameters that say how series are grouped. */
export function groupingQuery(): Readonly<Record<string, QueryValue>> {
  const query: Record<string, QueryValue> = {};
  if (ungrouped.value.length > 0) query.ungroup = ungrouped.value;
  if (grouped.value.length > 0) query.group = grouped.value;
  const series = thresholdOf("series");
  if (series !== "") query.series = series;
  return query;
}

export function resetSplit(): void {
  written.value = [];
  ungrouped.value = [];
  grouped.value = [];
  for (const threshold of thresholds.values()) threshold.value = "";
  typeLists.sink_types.value = TYPE_DEFAULTS.sink_types;
  typeLists.source_types.value = TYPE_DEFAULTS.source_types;
  commitHistory();
}

/** Whether series are grouped in another way than they usually are. */
export function isRegrouped(): boolean {
  return Object.keys(groupingQuery()).length > 0;
}

/** The parameters with which scopes are asked for; rules for single nodes elsewhere are left out. */
export function scopeQuery(names: readonly string[]): Readonly<Record<string, QueryValue>> {
  const query: Record<string, QueryValue> = {};
  const concerned = written.value.filter((text) => names.some((name) => concerns(text, name)));
  if (concerned.length > 0) query.choice = concerned;
  if (grouped.value.length > 0) query.group = grouped.value;
  if (ungrouped.value.length > 0) query.ungroup = ungrouped.value;
  for (const [key, { value }] of thresholds) if (value !== "") query[key] = value;
  return { ...query, ...typesQuery() };
}

/** An empty type is for none: without one the server takes the defaults. */
function typesQuery(): Readonly<Record<string, QueryValue>> {
  const query: Record<string, QueryValue> = {};
  const [sinks, sources] = [typesOf("sink_types"), typesOf("source_types")];
  if (sinks.join() !== TYPE_DEFAULTS.sink_types) query.sink_type = sinks.length > 0 ? sinks : [""];
  if (sources.join() !== TYPE_DEFAULTS.source_types) query.source_type = sources;
  return query;
}

/** Whether a rule may fit a child of a scope. Members of a series are named as its siblings. */
function concerns(text: string, scope: string): boolean {
  const rule = parseRule(text);
  if (rule === undefined) return false;
  if (rule.kind !== "name") return true;
  const parent = parentName(rule.what);
  return parent === scope || parent === parentName(scope);
}
