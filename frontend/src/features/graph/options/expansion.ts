/** What the viewer chose to see of the graph; all of it is in the address. */
import { batch, type ReadonlySignal } from "@preact/signals";
import { commitHistory, urlList, urlText } from "../../../state/address/url-state";
import { applyChoices } from "./graph-options";
import { forgetHotSpotScope } from "./hot-spots";
import { forgetTrace } from "./trace";

const chosen = urlText("graph");
const opened = urlList("open");
const selected = urlText("node");
const camera = urlText("camera");

/** The id of the chosen graph; empty for the one that is shown first. */
export const chosenGraph: ReadonlySignal<string> = chosen;
/** Names of opened scopes. One inside a closed scope is kept, and shows again with it. */
export const openedScopes: ReadonlySignal<readonly string[]> = opened;
/** The name of the selected node; empty for none. */
export const selectedNode: ReadonlySignal<string> = selected;

/** Shows another graph, of which nothing is chosen so far. */
export function chooseGraph(id: string): void {
  batch(() => {
    chosen.value = id;
    applyChoices({});
    selected.value = "";
    camera.value = "";
    forgetTrace();
    forgetHotSpotScope();
  });
  commitHistory();
}

/** The address names a newer graph of the same place in the place of one that it named. */
export function followChosen(from: string, to: string): void {
  if (chosen.peek() === from) chosen.value = to;
}

/**
 * Names the graph on show in the address, once the address tells of anything in it: when a link is
 * opened, another graph may be the newest.
 */
export function nameOnceUsed(id: string): void {
  const isUsed = opened.value.length > 0 || selected.value !== "" || camera.value !== "";
  if (isUsed && chosen.value === "") chosen.value = id;
}

export function toggleScope(name: string): void {
  const isOpen = opened.peek().includes(name);
  opened.value = isOpen
    ? opened.peek().filter((other) => other !== name)
    : [...opened.peek(), name];
  commitHistory();
}

export function openScopes(names: readonly string[]): void {
  const added = names.filter((name) => !opened.peek().includes(name));
  if (added.length === 0) return;
  opened.value = [...opened.peek(), ...added];
  commitHistory();
}

/** Opens these scopes, and closes all others. */
export function setOpened(names: readonly string[]): void {
  opened.value = [...names];
  commitHistory();
}

export function closeAllScopes(): void {
  opened.value = [];
  commitHistory();
}

/** Whether these scopes, and no others, are opened. */
export function areOpened(names: readonly string[]): boolean {
  const now = new Set(opened.peek());
  return names.length === now.size && names.every((name) => now.has(name));
}

/** Shows what was shown at another time. */
export function showPlace(open: readonly string[], node: string): void {
  batch(() => {
    if (!areOpened(open)) opened.value = [...open];
    selected.value = node;
  });
  commitHistory();
}

export function selectNode(name: string): void {
  selected.value = name;
}
