/** The hyper-parameters of each run, its own or those of the experiment that it belongs to. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Hparam, Run } from "../../api/types";
import { experimentOf, runs } from "./runs";

export type HparamValue = Hparam["value"];
export type Hparams = ReadonlyMap<string, HparamValue>;

const NONE: Hparams = new Map();

/**
 * Its own; else those of the nearest directory above that has any; else those of a run of the same
 * experiment, as `add_hparams` of PyTorch logs them into a directory of its own.
 */
export function inheritHparams(
  all: readonly Pick<Run, "id" | "name" | "hparams">[],
  experimentName: (run: string) => string,
): ReadonlyMap<string, Hparams> {
  const own = new Map<string, Hparams>();
  const ofExperiment = new Map<string, Hparams>();
  for (const { name, hparams } of all) {
    if (hparams.length === 0) continue;
    const values = new Map(hparams.map((one) => [one.name, one.value]));
    own.set(name, values);
    ofExperiment.set(experimentName(name), values);
  }
  if (own.size === 0) return new Map();
  const found = ({ name }: { name: string }): Hparams =>
    nearest(name, own) ?? ofExperiment.get(experimentName(name)) ?? NONE;
  return new Map(all.map((run) => [run.id, found(run)]));
}

function nearest(name: string, own: ReadonlyMap<string, Hparams>): Hparams | undefined {
  for (let at = name; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const values = own.get(at);
    if (values !== undefined) return values;
  }
  return own.get(".");
}

/** The names of hyper-parameters, those first that not all runs have the same value of. */
export function rankHparams(all: Iterable<Hparams>): {
  readonly differing: readonly string[];
  readonly same: readonly string[];
} {
  const seen = new Map<string, Set<HparamValue | undefined>>();
  const every = [...all].filter(({ size }) => size > 0);
  for (const name of new Set(every.flatMap((hparams) => [...hparams.keys()]))) {
    seen.set(name, new Set(every.map((hparams) => hparams.get(name))));
  }
  const names = [...seen.keys()].sort();
  const differs = (name: string) => (seen.get(name)?.size ?? 0) > 1;
  return {
    differing: names.filter(differs),
    same: names.filter((name) => !differs(name)),
  };
}

/**
 * Names that tell apart, those first that most have: a configuration may have hundreds,
 * many of which only some kinds of runs have, with one value.
 */
export function informativeHparams(all: Iterable<Hparams>): readonly string[] {
  const seen = valuesByName(all);
  const rank = (name: string) => {
    const { values, runs } = seen.get(name) ?? { values: new Set(), runs: 0 };
    return values.size > 1 ? runs : 0;
  };
  return [...seen.keys()].sort().sort((one, other) => rank(other) - rank(one));
}

interface Values {
  readonly values: Set<HparamValue>;
  runs: number;
}

function valuesByName(all: Iterable<Hparams>): Map<string, Values> {
  const seen = new Map<string, Values>();
  for (const [name, value] of [...all].flatMap((hparams) => [...hparams])) {
    const known = seen.get(name) ?? { values: new Set(), runs: 0 };
    known.values.add(value);
    known.runs += 1;
    seen.set(name, known);
  }
  return seen;
}

/** Names with several values: those that only some runs have, with one value, make no groups. */
export function dividingHparams(all: Iterable<Hparams>): readonly string[] {
  const several = [...valuesByName(all)].filter(([, { values }]) => values.size > 1);
  return several.map(([name]) => name);
}

const hparams: ReadonlySignal<ReadonlyMap<string, Hparams>> = computed(() =>
  inheritHparams(runs.value, (name) => experimentOf(name).name),
);

export const hparamNames = computed(() => rankHparams(hparams.value.values()));

export const groupingHparams = computed(() => new Set(dividingHparams(hparams.value.values())));

/** Runs of an experiment have theirs in common, and count once. */
export const rankedHparams = computed(() => informativeHparams(new Set(hparams.value.values())));

export function hparamsOf(id: string): Hparams {
  return hparams.value.get(id) ?? NONE;
}
