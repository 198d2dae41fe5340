/**
 * What the viewer decided about the main graph: rules in the order they were made (the last that
 * fits a node decides), the thresholds, and how series are grouped, in the words of the server's
 * scope route.
 */
import type { Signal } from "@preact/signals";
import type { QueryValue } from "../../../api/client";
import { defaultOf } from "../../../state/address/keys";
import { parentName, prefixRequest, scopeOfRequest } from "../scope/model";
import type { OptionStore } from "./option-store";

export type Action = "include" | "exclude";
export type RuleKind = "name" | "scope" | "op" | "regex";

export interface Rule {
  readonly action: Action;
  readonly kind: RuleKind;
  /** A node's or scope's full name, an op type, or a pattern. */
  readonly what: string;
}

/** The rule and thresholds of the split, by the names of the scope route; empty for the default. */
export const THRESHOLDS = [
  "split_rule",
  "auto_extract",
  "min_nodes",
  "min_degree",
  "max_control_degree",
  "max_bridge_degree",
  "isolated",
  "series",
  "prefixes",
] as const;
export type Threshold = (typeof THRESHOLDS)[number];

/** Op types that stand beside the main graph wherever they are, with their defaults; by commas. */
export const TYPE_DEFAULTS = {
  sink_types: defaultOf("sink_types"),
  source_types: defaultOf("source_types"),
};
export type TypeList = keyof typeof TYPE_DEFAULTS;

const KINDS: ReadonlySet<string> = new Set(["name", "scope", "op", "regex"]);

export class Extraction {
  private readonly written: Signal<string[]>;
  private readonly ungrouped: Signal<string[]>;
  private readonly grouped: Signal<string[]>;
  private readonly thresholds: ReadonlyMap<Threshold, Signal<string>>;
  private readonly typeLists: Readonly<Record<TypeList, Signal<string>>>;

  constructor(private readonly store: OptionStore) {
    this.written = store.list("choice");
    this.ungrouped = store.list("ungroup");
    this.grouped = store.list("group");
    this.thresholds = new Map(THRESHOLDS.map((key) => [key, store.text(key)]));
    this.typeLists = {
      sink_types: store.text("sink_types"),
      source_types: store.text("source_types"),
    };
  }

  /** The rules in force; a text that is no rule is left out. */
  rules(): Rule[] {
    return this.written.value.flatMap((text) => parseRule(text) ?? []);
  }

  addRule(rule: Rule): void {
    this.written.value = withRule(this.written.peek(), rule);
    this.store.commit();
  }

  removeRule(rule: Rule): void {
    this.written.value = this.written.peek().filter((text) => text !== printRule(rule));
    this.store.commit();
  }

  /** Moves a rule earlier (-1) or later (1): of two that fit a node the later one decides. */
  moveRule(rule: Rule, by: -1 | 1): void {
    const rules = this.written.peek().filter((text) => parseRule(text) !== undefined);
    const at = rules.indexOf(printRule(rule));
    const to = at + by;
    if (at < 0 || to < 0 || to >= rules.length) return;
    const others = rules.filter((_, index) => index !== at);
    this.written.value = [...others.slice(0, to), printRule(rule), ...others.slice(to)];
    this.store.commit();
  }

  /** The rule for one node by its own name, if there is one. */
  ruleForNode(name: string): Rule | undefined {
    return this.rules().findLast(({ kind, what }) => kind === "name" && what === name);
  }

  /** Forgets the rules for one node by its own name, as a part of an action. */
  forgetNode(name: string): void {
    const rule = this.ruleForNode(name);
    if (rule !== undefined) {
      this.written.value = this.written.peek().filter((text) => text !== printRule(rule));
    }
    this.ungrouped.value = this.ungrouped.peek().filter((series) => series !== name);
    this.grouped.value = this.grouped.peek().filter((series) => series !== name);
  }

  setThreshold(key: Threshold, value: string): void {
    const threshold = this.thresholds.get(key);
    if (threshold === undefined) return;
    threshold.value = value;
    this.store.commit();
  }

  thresholdOf(key: Threshold): string {
    return this.thresholds.get(key)?.value ?? "";
  }

  typesOf(list: TypeList): readonly string[] {
    return this.typeLists[list].value.split(",").filter(Boolean);
  }

  setTypes(list: TypeList, types: readonly string[]): void {
    this.typeLists[list].value = [...new Set(types)].join();
    this.store.commit();
  }

  /**
   * Shows a series as one node, or its ops by themselves. One that was ungrouped is left to the
   * threshold again when it is grouped.
   */
  setGrouped(series: string, isGrouped: boolean): void {
    const wasUngrouped = this.ungrouped.peek().includes(series);
    const otherUngrouped = this.ungrouped.peek().filter((name) => name !== series);
    const otherGrouped = this.grouped.peek().filter((name) => name !== series);
    this.ungrouped.value = isGrouped ? otherUngrouped : [...otherUngrouped, series];
    this.grouped.value = isGrouped && !wasUngrouped ? [...otherGrouped, series] : otherGrouped;
    this.store.commit();
  }

  /** The groups of a scope that the viewer ungrouped. */
  ungroupedIn(scope: string): string[] {
    return this.ungrouped.value.filter(
      (group) => parentName(group) === scope && scopeOfRequest(group) === undefined,
    );
  }

  /** Groups nodes in a scope by the prefixes of their names, or not. */
  setPrefixes(scope: string, isGrouped: boolean): void {
    const request = prefixRequest(scope);
    const without = (names: readonly string[]) => names.filter((name) => name !== request);
    const [grouped, ungrouped] = [this.grouped, this.ungrouped].map((list) => without(list.peek()));
    this.grouped.value = isGrouped ? [...grouped, request] : grouped;
    this.ungrouped.value = isGrouped ? ungrouped : [...ungrouped, request];
    this.store.commit();
  }

  /** Whether the viewer requested prefix groups in this scope, or in all. */
  requestsPrefixes(scope: string): boolean {
    return (
      this.thresholdOf("prefixes") === "all" || this.grouped.value.includes(prefixRequest(scope))
    );
  }

  reset(): void {
    this.written.value = [];
    this.ungrouped.value = [];
    this.grouped.value = [];
    for (const threshold of this.thresholds.values()) threshold.value = "";
    this.typeLists.sink_types.value = TYPE_DEFAULTS.sink_types;
    this.typeLists.source_types.value = TYPE_DEFAULTS.source_types;
    this.store.commit();
  }

  /** The parameters that say what is folded into groups. */
  groupingQuery(): Readonly<Record<string, QueryValue>> {
    const query: Record<string, QueryValue> = {};
    if (this.ungrouped.value.length > 0) query.ungroup = this.ungrouped.value;
    if (this.grouped.value.length > 0) query.group = this.grouped.value;
    for (const key of ["series", "prefixes", "split_rule"] as const) {
      const value = this.thresholdOf(key);
      if (value !== "") query[key] = value;
    }
    return query;
  }

  /** Whether series are grouped in another way than by default. */
  isRegrouped(): boolean {
    return Object.keys(this.groupingQuery()).length > 0;
  }

  /** The parameters of a request for scopes; rules for single nodes elsewhere are left out. */
  scopeQuery(names: readonly string[]): Readonly<Record<string, QueryValue>> {
    const query: Record<string, QueryValue> = {};
    const concerned = this.written.value.filter((text) => {
      return names.some((name) => concerns(text, name));
    });
    if (concerned.length > 0) query.choice = concerned;
    if (this.grouped.value.length > 0) query.group = this.grouped.value;
    if (this.ungrouped.value.length > 0) query.ungroup = this.ungrouped.value;
    for (const [key, { value }] of this.thresholds) if (value !== "") query[key] = value;
    return { ...query, ...this.typesQuery() };
  }

  /** An empty type is for none: without one the server takes the defaults. */
  private typesQuery(): Readonly<Record<string, QueryValue>> {
    const query: Record<string, QueryValue> = {};
    const [sinks, sources] = [this.typesOf("sink_types"), this.typesOf("source_types")];
    if (sinks.join() !== TYPE_DEFAULTS.sink_types) {
      query.sink_type = sinks.length > 0 ? sinks : [""];
    }
    if (sources.join() !== TYPE_DEFAULTS.source_types) query.source_type = sources;
    return query;
  }
}

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

/** Puts a rule at the end, in the place of an earlier one for the same nodes. */
export function withRule(before: readonly string[], rule: Rule): string[] {
  const subject = `:${rule.kind}:${rule.what}`;
  const others = before.filter((text) => !/^(in|ex)clude/.test(text) || !text.endsWith(subject));
  return [...others, printRule(rule)];
}

/** Whether a rule may fit a child of a scope. Members of a series are named as its siblings. */
function concerns(text: string, scope: string): boolean {
  const rule = parseRule(text);
  if (rule === undefined) return false;
  if (rule.kind !== "name") return true;
  const parent = parentName(rule.what);
  return parent === scope || parent === parentName(scope);
}
