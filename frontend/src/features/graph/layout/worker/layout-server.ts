/**
 * The worker's side of the protocol, apart from the worker so that it runs anywhere.
 *
 * Questions wait in a queue: those of a viewer first, the newest before the others, then what is
 * laid out ahead. Work goes on in slices, so that a question that comes in between, or is
 * withdrawn, is heeded within a pass or so, even inside one large scope; what was interrupted
 * goes on where it was. While there is nothing to do, the engine warms itself up, once.
 */

import { LatePassesMissing } from "../compound/late";
import {
  emptyCache,
  type LayoutCache,
  type LayoutProgress,
  layOutInSteps,
} from "../compound/layout-scopes";
import type { LayoutRequest, LayoutResult } from "../request";
import { warmUpRequest } from "./warm-up";

/** `now` is a request that the viewer waits for; `ahead` fills the cache at low priority. */
export type Priority = "now" | "ahead";

/** `id` grows with every request; answers carry the id of theirs. */
export type LayoutQuestion =
  | { readonly id: number; readonly request: LayoutRequest; readonly priority: Priority }
  | { readonly id: number; readonly isWithdrawn: true };

export type LayoutAnswer =
  | { readonly id: number; readonly result: LayoutResult }
  | { readonly id: number; readonly failure: string }
  | { readonly id: number; readonly progress: LayoutProgress };

/** What both ends of the protocol need of a worker or a message port. */
export interface Channel {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((message: MessageEvent) => void) | null;
}

/** Milliseconds of work between two looks at the messages that have come in. */
const SLICE = 25;
/** The same while warming up: a request that comes meanwhile waits for nothing. */
const WARMING_SLICE = 5;

/** A question that is being answered, or waits. */
interface Task {
  readonly id: number;
  readonly priority: Priority;
  readonly request: LayoutRequest;
  steps: Generator<LayoutProgress, LayoutResult>;
  /** Whether it goes on when the late passes are there. */
  isWaiting: boolean;
}

export function serveLayouts(channel: Channel): void {
  const desk = new LayoutDesk(channel, emptyCache());
  channel.onmessage = ({ data }: MessageEvent<LayoutQuestion>) => desk.receive(data);
  desk.warmUp();
}

class LayoutDesk {
  private readonly tasks: Task[] = [];
  private isWoken = false;
  private warming: Generator | undefined;
  private loading: Promise<void> | undefined;

  constructor(
    private readonly channel: Channel,
    private readonly cache: LayoutCache,
  ) {}

  /** Compiled code runs twice as fast, and the page has to fetch its graph first anyway. */
  warmUp(): void {
    this.warming = layOutInSteps(warmUpRequest(), emptyCache());
    this.wake();
  }

  receive(question: LayoutQuestion): void {
    if ("isWithdrawn" in question) this.drop(question.id);
    else {
      // A real layout warms as well, and what comes after it is the page's turn.
      this.warming = undefined;
      const { id, request, priority } = question;
      const steps = layOutInSteps(request, this.cache);
      this.tasks.push({ id, priority, request, steps, isWaiting: false });
      // Every second first drawing needs them, some way on: they come meanwhile.
      void this.loadLate();
    }
    this.wake();
  }

  private drop(id: number): void {
    const at = this.tasks.findIndex((task) => task.id === id);
    if (at >= 0) this.tasks.splice(at, 1);
  }

  private wake(): void {
    if (this.isWoken || (this.mostUrgent() === undefined && this.warming === undefined)) return;
    this.isWoken = true;
    // After the messages that have already arrived.
    setTimeout(() => {
      this.isWoken = false;
      this.work();
      this.wake();
    }, 0);
  }

  /** Works on the most urgent task for one slice. */
  private work(): void {
    const task = this.mostUrgent();
    if (task === undefined) {
      this.warm();
      return;
    }
    const ends = performance.now() + SLICE;
    try {
      let step = task.steps.next();
      while (!step.done && performance.now() < ends) step = task.steps.next();
      if (step.done) this.answer({ id: task.id, result: step.value });
      else
        this.channel.postMessage({ id: task.id, progress: step.value } satisfies LayoutAnswer, []);
    } catch (cause) {
      if (cause instanceof LatePassesMissing) this.restart(task);
      else this.answer({ id: task.id, failure: String(cause) });
    }
  }

  /** Begins a task anew with the late passes, or when they are there; its plans are in the cache. */
  private restart(task: Task): void {
    task.steps = layOutInSteps(task.request, this.cache);
    // They may have come since the task began.
    task.isWaiting = this.cache.late === undefined;
    if (task.isWaiting) void this.loadLate();
  }

  private loadLate(): Promise<void> {
    this.loading ??= import("../compound/late-passes").then(
      (late) => {
        this.cache.late = late;
        this.resume();
      },
      (cause) => {
        for (const { id, isWaiting } of [...this.tasks]) {
          if (isWaiting) this.answer({ id, failure: String(cause) });
        }
        this.loading = undefined;
      },
    );
    return this.loading;
  }

  private resume(): void {
    for (const task of this.tasks) {
      if (task.isWaiting) task.steps = layOutInSteps(task.request, this.cache);
      task.isWaiting = false;
    }
    this.wake();
  }

  /** Goes on with warming up for a slice. */
  private warm(): void {
    const ends = performance.now() + WARMING_SLICE;
    while (this.warming !== undefined && performance.now() < ends) {
      if (this.warming.next().done) this.warming = undefined;
    }
  }

  private mostUrgent(): Task | undefined {
    const ready = this.tasks.filter(({ isWaiting }) => !isWaiting);
    return ready.filter(({ priority }) => priority === "now").at(-1) ?? ready[0];
  }

  private answer(answer: Exclude<LayoutAnswer, { progress: LayoutProgress }>): void {
    this.drop(answer.id);
    const buffers = "result" in answer ? buffersOf(answer.result.scopes) : [];
    this.channel.postMessage(answer, buffers);
  }
}

/** The buffers of all typed arrays that the objects hold, each once, to be handed over. */
export function buffersOf(holders: readonly object[]): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const holder of holders) {
    for (const value of Object.values(holder)) {
      if (ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer) {
        buffers.add(value.buffer);
      }
    }
  }
  return [...buffers];
}
