/** What the viewer chose on the tab, all of it in the address. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { parseTextFilter } from "../../lib/filter/text-filter";
import { commitHistory, urlText } from "../../state/address/url-state";

export const FORMS = ["rendered", "raw", "difference"] as const;
export type Form = (typeof FORMS)[number];

const formText = urlText("text.as");
export const form: ReadonlySignal<Form> = computed(
  () => FORMS.find((known) => known === formText.value) ?? "rendered",
);

export function setForm(next: Form): void {
  formText.value = next;
  commitHistory();
}

const againstText = urlText("text.against");
/** The step that texts are compared with; null for the one before the step shown. */
export const against: ReadonlySignal<number | null> = computed(() =>
  /^-?\d+$/.test(againstText.value) ? Number(againstText.value) : null,
);

const runText = urlText("text.run");
/** The name of the run that texts are compared with; empty for the same run at another step. */
export const againstRun: ReadonlySignal<string> = computed(() => runText.value);

export function compareWith(step: number | null): void {
  againstText.value = step === null ? "" : String(step);
  runText.value = "";
  commitHistory();
}

export function compareWithRun(name: string): void {
  runText.value = name;
  commitHistory();
}

export const tagFilterText = urlText("text.tags");
export const tagFilter = computed(() => parseTextFilter(tagFilterText.value));
