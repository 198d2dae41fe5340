/**
 * The options of the pane of the graph before: what is open and selected there has keys of its own
 * in the address; what both panes have in common, such as the style of the drawing, is that of the
 * graph tab. The camera follows the other pane, and is not in the address.
 */
import { type Signal, signal } from "@preact/signals";
import { printQuery } from "../../../lib/browser/query-string";
import type { ListAddressKey, TextAddressKey } from "../../../state/address/keys";
import { GraphOptions } from "./graph-options";
import type { OptionStore } from "./option-store";

const OWN_LISTS: Partial<Record<ListAddressKey, ListAddressKey>> = {
  open: "against_open",
  closed: "against_closed",
};
const OWN_TEXTS: Partial<Record<TextAddressKey, TextAddressKey>> = { node: "against_node" };

/** `store` has the options of the graph tab, `graph` is the id of the graph before. */
export function beforeOptions(store: OptionStore, graph: string): GraphOptions {
  const inMemory: Partial<Record<TextAddressKey, Signal<string>>> = {
    graph: signal(graph),
    edge: signal(""),
    camera: signal(""),
  };
  return new GraphOptions({
    text: (key) => inMemory[key] ?? store.text(OWN_TEXTS[key] ?? key),
    list: (key) => store.list(OWN_LISTS[key] ?? key),
    preference: (name, fallback) => store.preference(name, fallback),
    commit: () => store.commit(),
    settle: () => store.settle(),
    // A link to a node of this graph leads to this graph alone.
    search: () => printQuery([["tab", "graph"] as const, ["graph", graph] as const]).slice(1),
    openedView: signal(null),
    history: store.history,
  });
}
