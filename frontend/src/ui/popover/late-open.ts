/** Menus and panels whose content is fetched when they are opened first. */
import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Fetches the content; null once it is there. */
export type LoadContent = () => Promise<unknown> | null;

/** Whether to open: wanted, and the content is there, which takes the focus as soon as it is open. */
export function useLateOpen(
  wanted: Signal<boolean>,
  load: LoadContent | undefined,
): ReadonlySignal<boolean> {
  const isReady = useSignal(load === undefined);
  useEffect(() => {
    if (load === undefined || !wanted.value || isReady.peek()) return;
    const ready = (): void => {
      isReady.value = true;
    };
    const giveUp = (): void => {
      wanted.value = false;
    };
    const loading = load();
    if (loading === null) ready();
    else loading.then(ready, giveUp);
  }, [wanted.value, load, isReady]);
  return useComputed(() => wanted.value && isReady.value);
}
