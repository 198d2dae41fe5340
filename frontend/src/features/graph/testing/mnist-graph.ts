/** The two-layer digits network written by TensorFlow: its upper scopes, as the server sends them. */
import { readFileSync } from "node:fs";
import type { Scope } from "../scope/model";
import { NO_COSTS } from "./make-graph";

const scopes = JSON.parse(
  readFileSync(new URL("./mnist.json", import.meta.url), "utf8"),
) as Scope[];

/** The file leaves the costs out. */
function withCosts(scope: Scope): Scope {
  const nodes = scope.nodes.map((node) => ({ ...node, costs: NO_COSTS }));
  return { ...scope, costs: NO_COSTS, nodes };
}

export const mnistScopes: ReadonlyMap<string, Scope> = new Map(
  scopes.map((scope) => [scope.name, withCosts(scope)]),
);

/** Names of all scopes that can be opened. */
export const mnistNames: readonly string[] = [...mnistScopes.keys()].filter((name) => name !== "");
