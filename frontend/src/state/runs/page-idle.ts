/**
 * Whether the page has come to rest since it was opened: what its first drawing needs is there, and
 * nothing is being read. What nobody waits for begins then.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { requestsUnderWay } from "../../api/client";
import { reading } from "../server/connection";
import { runsLoaded } from "./runs";

const LOOK_MS = 150;
/** An answer may lead to the next question, after it has been drawn. */
const QUIET_LOOKS = 3;

const rested = signal(false);
export const hasRested: ReadonlySignal<boolean> = rested;

function isBusy(): boolean {
  return requestsUnderWay() > 0 || reading.peek() || !runsLoaded.peek() || document.hidden;
}

/** Looks until it has. Call once. */
export function startRest(): void {
  let quiet = 0;
  const timer = setInterval(() => {
    quiet = isBusy() ? 0 : quiet + 1;
    if (quiet < QUIET_LOOKS) return;
    clearInterval(timer);
    rested.value = true;
  }, LOOK_MS);
}
