/** Undo and redo of every choice of the viewer, however it was made. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { commitHistory } from "../../state/url";
import { applyChoices, areSameChoices, type Choices, currentChoices } from "./view-choices";

/** Steps back that are kept. */
const MOST_STEPS = 200;

interface Steps {
  readonly past: readonly Choices[];
  readonly future: readonly Choices[];
}

const NO_STEPS: Steps = { past: [], future: [] };

export class ChoiceHistory {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  private readonly steps = signal<Steps>(NO_STEPS);
  private now: Choices = currentChoices();
  private readonly stop: () => void;

  /** `beforeChange` is told what is about to change, so that the drawing can be held. */
  constructor(private readonly beforeChange: (from: Choices, to: Choices) => void = () => {}) {
    this.canUndo = computed(() => this.steps.value.past.length > 0);
    this.canRedo = computed(() => this.steps.value.future.length > 0);
    this.stop = effect(() => {
      currentChoices();
      // One action may set several values: they are one step.
      queueMicrotask(() => this.note());
    });
  }

  dispose(): void {
    this.stop();
  }

  /** What is chosen now is where undoing ends, as after another graph was chosen. */
  startHere(): void {
    this.now = currentChoices();
    this.steps.value = NO_STEPS;
  }

  /** False when there is nothing to undo. */
  undo(): boolean {
    this.note();
    const { past, future } = this.steps.peek();
    const to = past.at(-1);
    if (to === undefined) return false;
    this.go(to, { past: past.slice(0, -1), future: [...future, this.now] });
    return true;
  }

  redo(): boolean {
    this.note();
    const { past, future } = this.steps.peek();
    const to = future.at(-1);
    if (to === undefined) return false;
    this.go(to, { past: [...past, this.now], future: future.slice(0, -1) });
    return true;
  }

  private go(to: Choices, steps: Steps): void {
    this.beforeChange(this.now, to);
    this.now = to;
    this.steps.value = steps;
    applyChoices(to);
    commitHistory();
  }

  private note(): void {
    const chosen = currentChoices();
    if (areSameChoices(chosen, this.now)) return;
    const past = [...this.steps.peek().past, this.now].slice(-MOST_STEPS);
    this.now = chosen;
    this.steps.value = { past, future: [] };
  }
}
