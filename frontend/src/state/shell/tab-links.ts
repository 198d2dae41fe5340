/** The tabs on the page, for views that lead to them; the shell says which there are. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { commitHistory, urlText } from "../address/url-state";

export interface TabLink {
  readonly id: string;
  readonly title: string;
  /** The kinds of tags that it shows; none where it shows the runs. */
  readonly kinds: readonly string[];
}

const listed = signal<readonly TabLink[]>([]);
/** Those with something to show, in the order of the bar. */
export const tabLinks: ReadonlySignal<readonly TabLink[]> = listed;

export function listTabs(tabs: readonly TabLink[]): void {
  listed.value = tabs;
}

const tab = urlText("tab");

export function followTabLink({ id }: TabLink): void {
  tab.value = id;
  commitHistory();
}
