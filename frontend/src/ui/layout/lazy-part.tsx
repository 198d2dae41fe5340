/** Parts of the page whose code is fetched when they are drawn first. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { ErrorState } from "../feedback/error-state";
import * as messages from "../messages";

/**
 * A component that draws nothing until its code is there. Where the code cannot be had, it says so,
 * with a way to try again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const part = signal<{ readonly loaded: ComponentType<Props> | Error } | null>(null);
  let isUnderWay = false;
  const fetchPart = async (): Promise<void> => {
    if (isUnderWay || typeof part.peek()?.loaded === "function") return;
    isUnderWay = true;
    try {
      part.value = { loaded: await load() };
    } catch (cause) {
      part.value = { loaded: cause instanceof Error ? cause : new Error(String(cause)) };
    }
    isUnderWay = false;
  };
  return function LazyPart(props: Props) {
    useLayoutEffect(() => void fetchPart(), []);
    const Part = part.value?.loaded;
    if (Part === undefined) return null;
    if (Part instanceof Error) {
      return (
        <ErrorState title={messages.partFailed} error={Part} onRetry={() => void fetchPart()} />
      );
    }
    return <Part {...props} />;
  };
}
