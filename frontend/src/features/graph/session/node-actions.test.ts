import { expect, it } from "vitest";
import { memoryOptions } from "../options/memory-options";
import { buildScopes } from "../testing/make-graph";
import { testServices } from "../testing/session-services";
import { GraphSession } from "./graph-session";
import { nodeActions } from "./node-actions";

it("leaves zooming and the note out of the card", () => {
  const scope = buildScopes(["layer/a", "b"], [["layer/a", "b", "data"]]).get("");
  const node = scope?.nodes.find(({ expandable }) => expandable);
  if (scope === undefined || node === undefined) throw new Error("no scope to open");
  const graph = { id: "g", fingerprint: "1" };
  const session = new GraphSession(graph, memoryOptions(), testServices({}));
  const labels = (place: "menu" | "card") =>
    nodeActions({ session, node, scope }, place).flatMap(({ actions }) =>
      actions.map(({ label }) => label),
    );
  const [menu, card] = [labels("menu"), labels("card")];
  expect(menu.filter((label) => !card.includes(label))).toEqual(["Zoom to selection", "Add note…"]);
  expect(card).toEqual(menu.filter((label) => card.includes(label)));
  session.dispose();
});
