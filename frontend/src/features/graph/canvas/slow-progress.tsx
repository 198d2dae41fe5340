/** What is being waited for, and why nothing comes: its code comes when waiting takes its time. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Graph } from "../../../api/types";
import { lazyPart } from "../../../ui/layout/lazy-part";
import { useSession } from "../session/session-context";

const ProgressOverlay = lazyPart(async () => (await import("./progress-overlay")).ProgressOverlay);

/** Less is over before it can be read. */
const QUICK_MS = 250;

export function SlowProgress({ graph }: { graph: Graph }) {
  const { phase } = useSession().status.value;
  const isShown = useSignal(false);
  const isWaiting = phase === "loading" || phase === "laying out";
  useEffect(() => {
    if (isShown.peek() || phase === "ready") return undefined;
    const show = (): void => {
      isShown.value = true;
    };
    const timer = setTimeout(show, isWaiting ? QUICK_MS : 0);
    return () => clearTimeout(timer);
  }, [phase]);
  return isShown.value ? <ProgressOverlay graph={graph} /> : null;
}
