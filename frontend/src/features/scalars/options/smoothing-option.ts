/** The smoothing as it stands in the address: `0.6`, `time:0.9`, `gauss:4`, `mean:9`, `median:9`. */
import type { Smoothing, SmoothingKind } from "../../../lib/algorithms/smoothing";
import * as messages from "../messages";

interface KindEntry {
  readonly kind: SmoothingKind;
  readonly title: string;
  /** What the amount is. */
  readonly amountTitle: string;
  readonly amount: number;
  /** As far as the slider goes, and as far as can be typed. */
  readonly most: number;
  readonly mostTyped: number;
  readonly step: number;
}

const WEIGHT = {
  amountTitle: messages.weight,
  amount: 0.6,
  most: 0.99,
  mostTyped: 0.999,
  step: 0.01,
};
const WINDOW = { amountTitle: messages.points, amount: 9, most: 101, mostTyped: 1001, step: 2 };

export const KINDS: readonly KindEntry[] = [
  { kind: "ema", title: messages.ema, ...WEIGHT },
  { kind: "time", title: messages.timeEma, ...WEIGHT },
  {
    kind: "gauss",
    title: messages.gaussian,
    ...WINDOW,
    amount: 4,
    most: 50,
    mostTyped: 500,
    step: 1,
  },
  { kind: "mean", title: messages.movingMean, ...WINDOW },
  { kind: "median", title: messages.movingMedian, ...WINDOW },
];

export const DEFAULT_SMOOTHING: Smoothing = { kind: "ema", amount: 0.6 };

export function kindEntry(kind: SmoothingKind): KindEntry {
  return KINDS.find((entry) => entry.kind === kind) ?? (KINDS[0] as KindEntry);
}

/** The valid amount of a kind nearest to a given one. */
export function withAmount(kind: SmoothingKind, amount: number): Smoothing {
  const { mostTyped } = kindEntry(kind);
  const within = Math.min(mostTyped, Math.max(0, amount));
  return { kind, amount: Math.round(within * 1000) / 1000 };
}

/** Texts that are no smoothing are the default. */
export function parseSmoothing(text: string): Smoothing {
  const [, word = "ema", digits] = /^(?:([a-z]+):)?(\d{1,4}(?:\.\d{1,6})?)$/.exec(text) ?? [];
  const entry = KINDS.find(({ kind }) => kind === word);
  const amount = Number(digits);
  if (digits === undefined || entry === undefined || amount > entry.mostTyped) {
    return DEFAULT_SMOOTHING;
  }
  return { kind: entry.kind, amount };
}

export function printSmoothing({ kind, amount }: Smoothing): string {
  return kind === "ema" ? String(amount) : `${kind}:${amount}`;
}
