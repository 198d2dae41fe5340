import { render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it } from "vitest";
import { startShortcuts } from "../../../state/shell/shortcuts";
import { memoryOptions } from "../options/memory-options";
import type { ScopeNode } from "../scope/model";
import { GraphSession } from "../session/graph-session";
import { SessionProvider } from "../session/session-context";
import { buildScopes } from "../testing/make-graph";
import { testServices } from "../testing/session-services";
import { PrefixNotice } from "./prefix-notice";

let session: GraphSession;
beforeAll(startShortcuts);
afterEach(() => session.dispose());

/** Shows a graph whose nodes at the top level with a `*` or in parentheses are groups. */
async function show(...names: string[]): Promise<void> {
  const scopes = buildScopes(names, []);
  for (const node of scopes.get("")?.nodes ?? []) {
    if (node.name.endsWith("*")) node.kind = "prefix_group" satisfies ScopeNode["kind"];
    if (node.name.startsWith("(")) node.kind = "flow_group" satisfies ScopeNode["kind"];
    if (node.name.startsWith("(block")) node.kind = "block" satisfies ScopeNode["kind"];
  }
  const services = testServices({ g: scopes });
  session = new GraphSession({ id: "g", fingerprint: "1" }, memoryOptions(), services);
  render(
    <SessionProvider value={session}>
      <PrefixNotice />
    </SessionProvider>,
  );
  await waitFor(() => expect(session.visible.value).toBeDefined());
}

it("says that nodes are grouped by themselves, and ungroups them", async () => {
  await show("conv2_*", "conv3_*", "loss");
  expect((await screen.findByRole("status")).textContent).toContain(
    "Grouped by name prefix: 2 groups",
  );
  await userEvent.click(screen.getByRole("button", { name: "Ungroup" }));
  expect(session.options.extraction.thresholdOf("prefixes")).toBe("none");
});

it("says by what nodes are grouped", async () => {
  await show("(mul, Sum + 3)", "(Neg, Exp + 3)", "loss");
  expect((await screen.findByRole("status")).textContent).toContain(
    "Grouped by connections: 2 groups",
  );
  session.dispose();
  await show("conv2_*", "(Neg, Exp + 3)", "loss");
  expect(screen.getAllByRole("status").at(-1)?.textContent).toContain(
    "Grouped by name prefix and connections: 2 groups",
  );
  session.dispose();
  await show("conv2_*", "(Neg, Exp + 3)", "(block 1)", "(block 2)");
  expect(screen.getAllByRole("status").at(-1)?.textContent).toContain(
    "Grouped by name prefix, inferred blocks and connections: 4 groups",
  );
});

it("says nothing of what the viewer requested, nor of a graph without such groups", async () => {
  await show("conv2_*", "loss");
  session.options.extraction.setPrefixes("", true);
  await waitFor(() => expect(screen.queryByRole("status")).toBeNull());
});

it("groups the top level by a key, and ungroups it", async () => {
  await show("conv2_a", "conv2_b", "loss");
  expect(screen.queryByRole("status")).toBeNull();
  await userEvent.keyboard("{Shift>}P{/Shift}");
  expect(session.options.extraction.groupingQuery()).toEqual({ group: ["*"] });
  await userEvent.keyboard("{Shift>}P{/Shift}");
  expect(session.options.extraction.groupingQuery()).toEqual({ ungroup: ["*"] });
});
