/** How the drawing runs, how much room it takes and how its lines bend. */
import { computed, type ReadonlySignal, type Signal } from "@preact/signals";
import { DEFAULT_OPTIONS, type LayoutStyle } from "../layout/request";
import * as messages from "../messages";
import type { OptionStore } from "./option-store";

export type StyleKey = keyof LayoutStyle;

/** How a graph is drawn that nothing was chosen for. */
export const DEFAULT_STYLE: LayoutStyle = { ...DEFAULT_OPTIONS, direction: "by-canvas" };

interface StyleChoice {
  readonly value: string;
  readonly text: string;
}

/** What can be chosen, by the address's keys and in the engine's words. */
export const STYLES: {
  readonly [Key in StyleKey]: {
    readonly title: string;
    readonly choices: readonly (StyleChoice & { readonly value: LayoutStyle[Key] })[];
  };
} = {
  direction: {
    title: messages.flowDirection,
    choices: [
      { value: "by-canvas", text: messages.asTheCanvasHasRoom },
      { value: "bottom-to-top", text: messages.bottomToTop },
      { value: "top-down", text: messages.topToBottom },
      { value: "left-to-right", text: messages.leftToRight },
    ],
  },
  spacing: {
    title: messages.spacing,
    choices: [
      { value: "compact", text: messages.compact },
      { value: "normal", text: messages.normal },
      { value: "airy", text: messages.relaxed },
    ],
  },
  edges: {
    title: messages.edgeRouting,
    choices: [
      { value: "curved", text: messages.curved },
      { value: "right-angled", text: messages.rightAngled },
    ],
  },
};

export const STYLE_KEYS: readonly StyleKey[] = ["direction", "spacing", "edges"];

export class LayoutSettings {
  /** A value without a meaning counts as none. */
  readonly style: ReadonlySignal<LayoutStyle>;
  private readonly written: Readonly<Record<StyleKey, Signal<string>>>;

  constructor(private readonly store: OptionStore) {
    this.written = {
      direction: store.text("direction"),
      spacing: store.text("spacing"),
      edges: store.text("edges"),
    };
    this.style = computed(() => ({
      direction: this.chosen("direction"),
      spacing: this.chosen("spacing"),
      edges: this.chosen("edges"),
    }));
  }

  set(key: StyleKey, value: string): void {
    this.written[key].value = value;
    this.store.commit();
  }

  private chosen<Key extends StyleKey>(key: Key): LayoutStyle[Key] {
    const known = STYLES[key].choices.find(({ value }) => value === this.written[key].value);
    return known?.value ?? DEFAULT_STYLE[key];
  }
}

export function isStyle(key: StyleKey, value: string): boolean {
  return STYLES[key].choices.some((choice) => choice.value === value);
}

/** The way data flows, in words. */
export function directionText({ direction }: LayoutStyle): string {
  return STYLES.direction.choices.find(({ value }) => value === direction)?.text ?? direction;
}
