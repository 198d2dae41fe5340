/** How many parameters a node, or the whole graph, has; the bar above every drawing says so. */
import type { NodeCosts } from "../../../api/types";
import { countText } from "../../../lib/format/number";
import * as messages from "../messages";

type CostName = NodeCosts["lower_bounds"][number];

/** A name and a value of a list of facts. */
export type FactText = readonly [name: string, value: string];

/**
 * How many parameters a node has; trainable ones and others apart where there are both. "At least 0"
 * is an unknown number.
 */
export function parameterFacts(costs: NodeCosts): FactText[] {
  const { parameters, non_trainable, lower_bounds } = costs;
  const facts: FactText[] = [];
  const label = non_trainable ? messages.trainableParameters : messages.parameters;
  if (parameters) facts.push([label, least(costs, "parameters") + countText(parameters)]);
  else if (lower_bounds.includes("parameters")) facts.push([label, messages.unknownNumber]);
  if (non_trainable) {
    const count = least(costs, "non_trainable") + countText(non_trainable);
    facts.push([messages.nonTrainableParameters, count]);
  }
  return facts;
}

/** What stands before a number that may be larger. */
export function least({ lower_bounds }: NodeCosts, name: CostName): string {
  return lower_bounds.includes(name) ? messages.atLeast : "";
}
