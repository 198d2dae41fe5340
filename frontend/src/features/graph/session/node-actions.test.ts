import { expect, it } from "vitest";
import { memoryOptions } from "../options/memory-options";
import { parentName, type ScopeNode } from "../scope/model";
import { buildScopes } from "../testing/make-graph";
import { testServices } from "../testing/session-services";
import { GraphSession } from "./graph-session";
import { nodeActions } from "./node-actions";

const GRAPH = { id: "g", fingerprint: "1" };

/** What can be done with a node, and the session that it is done in. */
function actionsOf(ops: readonly string[], name: string, kind?: ScopeNode["kind"]) {
  const scopes = buildScopes(ops, []);
  const scope = scopes.get(parentName(name));
  const node = scope?.nodes.find((each) => each.name === name);
  if (scope === undefined || node === undefined) throw new Error(`no node ${name}`);
  if (kind !== undefined) node.kind = kind;
  const session = new GraphSession(GRAPH, memoryOptions(), testServices({}));
  const find = (label: string) =>
    nodeActions({ session, node, scope }, "menu")
      .flatMap(({ actions }) => actions)
      .find((action) => action.label === label);
  return { find, query: () => session.options.extraction.groupingQuery(), session };
}

it("groups a scope by name prefix where two names begin alike", () => {
  const { find, query, session } = actionsOf(["s/enc_a", "s/enc_b", "s/out"], "s/out");
  find("Group this scope by name prefix")?.run();
  expect(query()).toEqual({ group: ["s/*"] });
  session.dispose();
  const unlike = actionsOf(["s/encoder", "s/enc_b", "s/out"], "s/out");
  expect(unlike.find("Group this scope by name prefix")).toBeUndefined();
  unlike.session.dispose();
});

it("groups the inside of a scope by name prefix, and ungroups it", () => {
  const { find, query, session } = actionsOf(["s/a", "t"], "s");
  find("Group s by name prefix")?.run();
  expect(query()).toEqual({ group: ["s/*"] });
  find("Ungroup the name prefixes of s")?.run();
  expect(query()).toEqual({ ungroup: ["s/*"] });
  session.dispose();
});

it("ungroups one prefix, or all of the scope", () => {
  const { find, query, session } = actionsOf(["s/enc_*", "s/out"], "s/enc_*", "prefix_group");
  expect(find("Group this scope by name prefix")).toBeUndefined();
  find("Ungroup enc_*")?.run();
  find("Ungroup all name prefixes of this scope")?.run();
  expect(query()).toEqual({ ungroup: ["s/enc_*", "s/*"] });
  session.dispose();
});

it("leaves zooming and the note out of the card", () => {
  const scope = buildScopes(["layer/a", "b"], [["layer/a", "b", "data"]]).get("");
  const node = scope?.nodes.find(({ expandable }) => expandable);
  if (scope === undefined || node === undefined) throw new Error("no scope to open");
  const session = new GraphSession(GRAPH, memoryOptions(), testServices({}));
  const labels = (place: "menu" | "card") =>
    nodeActions({ session, node, scope }, place).flatMap(({ actions }) =>
      actions.map(({ label }) => label),
    );
  const [menu, card] = [labels("menu"), labels("card")];
  expect(menu.filter((label) => !card.includes(label))).toEqual(["Zoom to selection", "Add note…"]);
  expect(card).toEqual(menu.filter((label) => card.includes(label)));
  session.dispose();
});
