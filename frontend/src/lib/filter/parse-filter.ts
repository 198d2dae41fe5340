/**
 * The language of the run table's filter.
 *
 *     query   = all ("or" all)*
 *     all     = part+                         every part has to hold
 *     part    = ("-" | "not") part | "(" query ")" | compare | pattern | text
 *     compare = key op value                  lr<1e-3  tag:base  loss.min<=0.2  name:/adam/
 *     op      = < <= > >= = != :
 *     pattern = "/" … "/"
 *     text    = a word, or anything between double quotes
 *
 * A key or a value with a space or an operator in it stands between double quotes. This module
 * knows neither runs nor columns: `filter-match` puts a query to values.
 */
import * as messages from "./messages";
import { parsePattern } from "./safe-regexp";

export type CompareOp = "<" | "<=" | ">" | ">=" | "=" | "!=" | ":";

export type FilterNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "pattern"; readonly pattern: RegExp }
  | CompareNode
  | { readonly kind: "not"; readonly of: FilterNode }
  | { readonly kind: "and" | "or"; readonly of: readonly FilterNode[] };

export interface CompareNode {
  readonly kind: "compare";
  readonly key: string;
  readonly op: CompareOp;
  readonly value: string | RegExp;
}

export interface FilterQuery {
  /** What has to hold; null when everything passes. */
  readonly node: FilterNode | null;
  /** Why the text is no query, as a sentence. */
  readonly error: string | null;
}

const MAX_CHARACTERS = 2000;
const MAX_DEPTH = 50;

class FilterError extends Error {}

const OP = /^(<=|>=|!=|<|>|=|:)/;
/** A key ends at an operator; `!` ends it only where it begins one. */
const KEY = /^(?:"([^"]*)"|((?:[^\s"()<>=!:/]|!(?!=)|(?<=\S)\/)+))(?=<=|>=|!=|<|>|=|:)/;
const WORD = /^[^\s()"]+/;

class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  query(): FilterNode {
    const node = this.either();
    if (this.at < this.text.length) throw new FilterError(messages.unmatchedBracket);
    return node;
  }

  private get rest(): string {
    return this.text.slice(this.at);
  }

  private skipSpace(): void {
    this.at += /^\s*/.exec(this.rest)?.[0].length ?? 0;
  }

  /** Takes a word that stands alone, such as `or`. */
  private takeKeyword(word: string): boolean {
    const found = new RegExp(`^${word}(?=[\\s()]|$)`, "i").test(this.rest);
    if (found) this.at += word.length;
    return found;
  }

  private either(): FilterNode {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new FilterError(messages.tooDeep);
    const of = [this.all()];
    while (this.takeKeyword("or")) of.push(this.all());
    this.depth -= 1;
    return of.length === 1 ? (of[0] as FilterNode) : { kind: "or", of };
  }

  private all(): FilterNode {
    const of: FilterNode[] = [];
    for (this.skipSpace(); !this.isAtEnd(); this.skipSpace()) of.push(this.part());
    if (of.length === 0) throw new FilterError(this.missing());
    return of.length === 1 ? (of[0] as FilterNode) : { kind: "and", of };
  }

  private isAtEnd(): boolean {
    return this.at >= this.text.length || /^(\)|or(?=[\s()]|$))/i.test(this.rest);
  }

  private missing(): string {
    if (this.rest.startsWith(")")) return messages.nothingBefore(")");
    return this.rest === "" ? messages.incomplete : messages.nothingBefore("or");
  }

  private part(): FilterNode {
    const isNot = this.takeKeyword("not") || this.takeMinus();
    if (!isNot) return this.plainPart();
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new FilterError(messages.tooDeep);
    this.skipSpace();
    if (this.isAtEnd()) throw new FilterError(messages.nothingAfterNot);
    const of = this.part();
    this.depth -= 1;
    return { kind: "not", of };
  }

  private takeMinus(): boolean {
    const found = /^-(?=[^\s])/.test(this.rest);
    if (found) this.at += 1;
    return found;
  }

  private plainPart(): FilterNode {
    if (this.rest.startsWith("(")) return this.bracketed();
    const key = KEY.exec(this.rest);
    if (key !== null) return this.compare(key[1] ?? key[2] ?? "", key[0].length);
    const pattern = this.takePattern();
    if (pattern !== null) return { kind: "pattern", pattern };
    return { kind: "text", text: this.takeText() };
  }

  private bracketed(): FilterNode {
    this.at += 1;
    const node = this.either();
    this.skipSpace();
    if (!this.rest.startsWith(")")) throw new FilterError(messages.missingBracket);
    this.at += 1;
    return node;
  }

  private compare(key: string, length: number): CompareNode {
    this.at += length;
    const op = (OP.exec(this.rest)?.[0] ?? ":") as CompareOp;
    this.at += op.length;
    const pattern = op === ":" ? this.takePattern() : null;
    if (pattern === null && (this.isAtEnd() || /^\s/.test(this.rest)))
      throw new FilterError(messages.needsValue(`${key}${op}`));
    const second = OP.exec(this.rest)?.[0];
    if (pattern === null && second !== undefined)
      throw new FilterError(messages.needsOtherValue(`${key}${op}`, second));
    return { kind: "compare", key, op, value: pattern ?? this.takeText() };
  }

  /** An expression, which the end of the text closes while it is being typed. */
  private takePattern(): RegExp | null {
    const found = /^\/((?:\\.|[^\\])*?)(\/(?=[\s)]|$)|$)/s.exec(this.rest);
    if (found === null || found[0] === "/") return null;
    const parsed = parsePattern(found[1] ?? "");
    if (typeof parsed === "string") throw new FilterError(parsed);
    this.at += found[0].length;
    return parsed;
  }

  private takeText(): string {
    if (!this.rest.startsWith('"')) {
      const word = WORD.exec(this.rest)?.[0] ?? this.rest;
      this.at += word.length;
      return word;
    }
    const end = this.text.indexOf('"', this.at + 1);
    if (end < 0) throw new FilterError(messages.missingQuote);
    const text = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return text;
  }
}

export function parseFilter(text: string): FilterQuery {
  if (text.trim() === "") return { node: null, error: null };
  if (text.length > MAX_CHARACTERS)
    return { node: null, error: messages.filterTooLong(MAX_CHARACTERS) };
  try {
    return { node: new Parser(text).query(), error: null };
  } catch (cause) {
    if (cause instanceof FilterError) return { node: null, error: cause.message };
    throw cause;
  }
}

/** The keys that a query compares, each once. */
export function keysOf(node: FilterNode | null): readonly string[] {
  if (node === null) return [];
  if (node.kind === "compare") return [node.key];
  if (node.kind === "not") return keysOf(node.of);
  if (node.kind === "and" || node.kind === "or") return [...new Set(node.of.flatMap(keysOf))];
  return [];
}
