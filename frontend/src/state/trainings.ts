/**
 * Which runs are one training: what it logged while it learned, and what it was tested with.
 *
 * Writers of event files have no word for that, only habits: Keras logs into `train` and
 * `validation`, estimators into the directory itself and `eval`, PyTorch's `add_scalars` into
 * `acc_train` and `acc_valid` below it, and its `add_hparams` into a directory named for the time.
 * The server pairs runs by the same rule (`diagnostics/trainings.py`).
 */

/** What a run logs, by the last part of its name, or by the last word of that part. */
const PHASE = /^(train(ing)?|valid(ation)?|val|test(ing)?|eval(uation)?|dev|hold_?out)$/i;
const ENDS_WITH_PHASE = /^(.+)[_.-]([a-z]+)$/i;
const TIME = /^\d{9,12}(\.\d+)?$/;

interface Named {
  /** The directory of the training relative to the log directory, `.` for that itself. */
  readonly name: string;
  /** What this run of it logs, such as `train`; empty for the directory's own. */
  readonly phase: string;
}

export interface Training extends Named {
  /** The name that it will have when other runs of it appear: what is stable goes by this. */
  readonly lastingName: string;
}

function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf("/"))) || ".";
}

function guessed(name: string, all: ReadonlySet<string>): Named {
  const parent = parentOf(name);
  const part = name.slice(name.lastIndexOf("/") + 1);
  if (PHASE.test(part)) return { name: parent, phase: part };
  const [, stem = "", word = ""] = ENDS_WITH_PHASE.exec(part) ?? [];
  const isWithin = all.has(parent) && name !== ".";
  if (PHASE.test(word)) {
    if (isWithin) return { name: parent, phase: part };
    return { name: parent === "." ? stem : `${parent}/${stem}`, phase: word };
  }
  if (isWithin && TIME.test(part)) return { name: parent, phase: part };
  return { name, phase: "" };
}

/** The training of each run, by the run's name. A run without others in its training is one. */
export function findTrainings(names: readonly string[]): ReadonlyMap<string, Training> {
  const all = new Set(names);
  const guesses = names.map((name) => guessed(name, all));
  const counts = new Map<string, number>();
  for (const { name } of guesses) counts.set(name, (counts.get(name) ?? 0) + 1);
  const told = new Set<string>();
  return new Map(
    guesses.map((guess, at) => {
      const run = names[at] ?? "";
      const lastingName = guess.name;
      if (counts.get(guess.name) === 1) return [run, { name: run, phase: "", lastingName }];
      const key = `${guess.name}\n${guess.phase}`;
      const phase = told.has(key) ? run : guess.phase;
      told.add(key);
      return [run, { name: guess.name, phase, lastingName }];
    }),
  );
}

const TRAINS = /train/i;

/** The order of the runs of one training: its own, what it learned from, the others by name. */
export function comparePhases(one: Named, other: Named): number {
  const rank = ({ phase }: Named) => (phase === "" ? 0 : TRAINS.test(phase) ? 1 : 2);
  return rank(one) - rank(other) || (one.phase < other.phase ? -1 : 1);
}
