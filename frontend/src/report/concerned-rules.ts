/**
 * A question about a scope, without the rules for single nodes elsewhere: a page's request depends
 * on which scopes it combines, and an export requests scope by scope.
 */
import { firstOf, type Question, valuesOf } from "./question";

const OF_ONE_NODE = /^(?:in|ex)clude:name:(.*)$/s;

function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf("/")));
}

/** Whether a rule may fit a child of a scope. Members of a series are named as its siblings. */
function concerns(rule: string, scope: string): boolean {
  const [, node] = OF_ONE_NODE.exec(rule) ?? [];
  if (node === undefined) return true;
  return parentOf(node) === scope || parentOf(node) === parentOf(scope);
}

export function concernedRules(question: Question): Question {
  const scope = firstOf(question, "name") ?? "";
  const rules = new Set(valuesOf(question, "choice").filter((rule) => concerns(rule, scope)));
  const pairs = question.pairs.filter(([name, value]) => name !== "choice" || rules.has(value));
  return { ...question, pairs };
}
