/** The two-layer digits network written by TensorFlow: its upper scopes, as the server sends them. */
import { readFileSync } from "node:fs";
import type { Scope } from "../scope/model";

const scopes = JSON.parse(
  readFileSync(new URL("./mnist.json", import.meta.url), "utf8"),
) as Scope[];

export const mnistScopes: ReadonlyMap<string, Scope> = new Map(
  scopes.map((scope) => [scope.name, scope]),
);

/** Names of all scopes that can be opened. */
export const mnistNames: readonly string[] = [...mnistScopes.keys()].filter((name) => name !== "");
