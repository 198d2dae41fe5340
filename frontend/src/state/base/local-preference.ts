/** A viewer's preferences on this machine, in localStorage and never in a link. */
import { effect, type Signal, signal } from "@preact/signals";
import { preferred } from "./boot";

const PREFIX = "scopeboard.";

// Storage is refused in some embedded pages; a preference then lasts as long as the page.
function read(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(PREFIX + key) ?? null;
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) globalThis.localStorage?.removeItem(PREFIX + key);
    else globalThis.localStorage?.setItem(PREFIX + key, value);
  } catch {
    return;
  }
}

function parse<T extends string | number | boolean>(text: string | null, fallback: T): T {
  if (text === null) return fallback;
  if (typeof fallback === "string") return text as T;
  if (typeof fallback === "boolean") return (text === "true") as T;
  const value = Number(text);
  return Number.isFinite(value) ? (value as T) : fallback;
}

/**
 * A signal stored under `key`; its initial value is never written. That is the server's option of
 * this name, with `_` for `-`, else the fallback.
 */
export function preference<T extends string | number | boolean>(
  key: string,
  otherwise: T,
): Signal<T> {
  const fallback = preferred(key.replaceAll("-", "_"), otherwise);
  const value: Signal<T> = signal(parse(read(key), fallback));
  effect(() => write(key, value.value === fallback ? null : String(value.value)));
  return value;
}
