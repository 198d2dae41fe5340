/** What a session does once its first drawing is there. */
import type { Signal } from "@preact/signals";
import type { Viewport } from "../viewport/viewport";
import type { GraphSession } from "./graph-session";
import { startPrefetching } from "./prefetch";
import { followReplays } from "./replays";

/** Returns how to stop. */
export function startLateWork(session: GraphSession, viewport: Signal<Viewport | null>) {
  const stops = [startPrefetching(session, viewport), followReplays(session, viewport)];
  return (): void => {
    for (const stop of stops) stop();
  };
}
