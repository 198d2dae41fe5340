/** Named views, shared by all users of this log directory. */

import { signal } from "@preact/signals";
import { firstCharacters, wellFormed } from "../../lib/format/characters";
import { NAME_ORDER } from "../../lib/format/locale";
import { SharedDocument } from "../server/shared-document";
import { type NamedView, shownView } from "./shown-view";
import { showView, viewSearch } from "./url-state";

type Views = { readonly version: 1; readonly views: readonly NamedView[] };

export const MAX_NAME_LENGTH = 100;
export const MAX_VIEWS = 200;

/** All of them by name; empty until they are read. */
export const namedViews = signal<readonly NamedView[]>([]);

const part = new SharedDocument<Views>("views", {
  parse: parseViews,
  merge: mergeViews,
  onMerged: ({ views }) => {
    namedViews.value = views;
  },
});

export const viewsState = part.state;

export async function loadViews(): Promise<void> {
  part.follow();
  const saved = await part.load();
  if (saved !== undefined) namedViews.value = saved.views;
}

/** Keeps what is shown now under a name, in the place of what had that name. */
export function saveView(name: string): void {
  keep(withView(namedViews.peek(), { name: name.trim(), search: viewSearch() }));
}

export function applyView(view: NamedView): void {
  showView(view.search);
  // The same view shown again is another showing.
  shownView.value = { ...view };
}

/** Saves a view; returns false when the new name is empty or in use. */
export function renameView(from: string, to: string): boolean {
  const name = firstCharacters(wellFormed(to.trim()), MAX_NAME_LENGTH);
  const views = namedViews.peek();
  if (name === from) return true;
  if (name === "" || views.some((view) => view.name === name)) return false;
  keep(sorted(views.map((view) => (view.name === from ? { ...view, name } : view))));
  return true;
}

export function deleteView(name: string): void {
  keep(namedViews.peek().filter((view) => view.name !== name));
}

function keep(views: readonly NamedView[]): void {
  namedViews.value = views;
  part.save({ version: 1, views });
}

/** The views with one more; without the oldest name in the alphabet when there are too many. */
export function withView(views: readonly NamedView[], view: NamedView): readonly NamedView[] {
  const name = firstCharacters(wellFormed(view.name), MAX_NAME_LENGTH);
  if (name === "") return views;
  const others = views.filter((each) => each.name !== name).slice(0, MAX_VIEWS - 1);
  return sorted([...others, { ...view, name }]);
}

function sorted(views: readonly NamedView[]): NamedView[] {
  return [...views].sort((a, b) => NAME_ORDER.compare(a.name, b.name));
}

export function parseViews(value: unknown): Views | undefined {
  const { version, views } = (value ?? {}) as { version?: unknown; views?: unknown };
  if (version !== 1 || !Array.isArray(views)) return undefined;
  const known = views.filter(isView).map(({ name, search }) => ({ name, search }));
  return { version: 1, views: known };
}

function isView(value: unknown): value is NamedView {
  const { name, search } = (value ?? {}) as Partial<NamedView>;
  return typeof name === "string" && name !== "" && typeof search === "string";
}

/** Theirs with what we added or changed, and without what we deleted. */
export function mergeViews(base: Views | undefined, ours: Views, theirs: Views): Views {
  const before = new Map(base?.views.map((view) => [view.name, view.search]));
  const own = new Map(ours.views.map((view) => [view.name, view.search]));
  const merged = new Map(theirs.views.map((view) => [view.name, view.search]));
  for (const name of before.keys()) if (!own.has(name)) merged.delete(name);
  for (const [name, search] of own) if (before.get(name) !== search) merged.set(name, search);
  return { version: 1, views: sorted([...merged].map(([name, search]) => ({ name, search }))) };
}
