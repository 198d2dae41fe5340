/** How the drawing runs, how much room it takes and how its lines bend; it is in the address. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { commitHistory, urlText } from "../../../state/address/url-state";
import { DEFAULT_OPTIONS, type LayoutOptions } from "../layout/request";

export type StyleKey = keyof LayoutOptions;

interface StyleChoice {
  readonly value: string;
  readonly text: string;
}

/** What can be chosen, by the address's keys and in the engine's words. */
export const STYLES: {
  readonly [Key in StyleKey]: {
    readonly title: string;
    readonly choices: readonly (StyleChoice & { readonly value: LayoutOptions[Key] })[];
  };
} = {
  direction: {
    title: "Data flows",
    choices: [
      { value: "bottom-to-top", text: "from bottom to top" },
      { value: "top-down", text: "from top to bottom" },
      { value: "left-to-right", text: "from left to right" },
    ],
  },
  spacing: {
    title: "Spacing",
    choices: [
      { value: "compact", text: "compact" },
      { value: "normal", text: "normal" },
      { value: "airy", text: "airy" },
    ],
  },
  edges: {
    title: "Lines",
    choices: [
      { value: "curved", text: "curved" },
      { value: "right-angled", text: "right-angled" },
    ],
  },
};

export const STYLE_KEYS: readonly StyleKey[] = ["direction", "spacing", "edges"];

const written = {
  direction: urlText("direction"),
  spacing: urlText("spacing"),
  edges: urlText("edges"),
};

/** What an address holds that means nothing is as if it were not there. */
export const drawingStyle: ReadonlySignal<LayoutOptions> = computed(() => ({
  direction: chosen("direction"),
  spacing: chosen("spacing"),
  edges: chosen("edges"),
}));

function chosen<Key extends StyleKey>(key: Key): LayoutOptions[Key] {
  const known = STYLES[key].choices.find(({ value }) => value === written[key].value);
  return known?.value ?? DEFAULT_OPTIONS[key];
}

export function setStyle(key: StyleKey, value: string): void {
  written[key].value = value;
  commitHistory();
}

export function isStyle(key: StyleKey, value: string): boolean {
  return STYLES[key].choices.some((choice) => choice.value === value);
}

/** The way data flows, in words. */
export function directionText({ direction }: LayoutOptions): string {
  return STYLES.direction.choices.find(({ value }) => value === direction)?.text ?? direction;
}
