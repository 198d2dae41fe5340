/** Parts of the page whose code is fetched when they are drawn first. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { ErrorState } from "../feedback/error-state";
import * as messages from "../messages";
import { codeError } from "./code-error";
import { loadFailedStyles } from "./failed-styles";

export type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Fetches the code before the part is drawn. */
  readonly prefetch: () => Promise<void>;
  readonly isThere: ReadonlySignal<boolean>;
};

/** Of each part whose code could not be fetched: fetches it again. */
const failed = new Set<() => Promise<void>>();

/** Fetches again the parts that could not be, for instance when the server is back. */
export function retryFailedParts(): void {
  for (const retry of failed) void retry();
}

/**
 * A component that draws nothing until its code is there. Where the code cannot be had, it says so,
 * with a way to try again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  const part = signal<{ readonly loaded: ComponentType<Props> | Error } | null>(null);
  let isUnderWay = false;
  const fetchPart = async (): Promise<void> => {
    if (isUnderWay || typeof part.peek()?.loaded === "function") return;
    isUnderWay = true;
    try {
      if (failed.has(fetchPart)) await loadFailedStyles();
      part.value = { loaded: await load() };
      failed.delete(fetchPart);
    } catch (cause) {
      part.value = { loaded: codeError(cause) };
      failed.add(fetchPart);
    }
    isUnderWay = false;
  };
  function Part(props: Props) {
    useLayoutEffect(() => void fetchPart(), []);
    const Loaded = part.value?.loaded;
    if (Loaded === undefined) return null;
    if (Loaded instanceof Error) {
      return (
        <ErrorState title={messages.partFailed} error={Loaded} onRetry={() => void fetchPart()} />
      );
    }
    return <Loaded {...props} />;
  }
  const isThere = computed(() => typeof part.value?.loaded === "function");
  return Object.assign(Part, { prefetch: fetchPart, isThere });
}
