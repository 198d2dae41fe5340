/** Code that comes after the page, when what it does is wanted first. */
import { type ReadonlySignal, signal } from "@preact/signals";
import * as messages from "../messages";
import { showToast } from "./toasts";

export interface LateCode<T> {
  /** Null until the code is there. */
  readonly module: ReadonlySignal<T | null>;
  /**
   * Fetches the code; null once it is there. Rejects where it cannot be had, which the viewer then
   * knows; the next call fetches it again.
   */
  readonly load: () => Promise<T> | null;
}

export function lateCode<T>(fetch: () => Promise<T>): LateCode<T> {
  const module = signal<T | null>(null);
  let loading: Promise<T> | null = null;
  const start = async (): Promise<T> => {
    try {
      module.value = await fetch();
      return module.value;
    } catch (cause) {
      showToast(messages.codeNotLoaded);
      throw cause;
    } finally {
      loading = null;
    }
  };
  const load = () => {
    if (module.peek() !== null) return null;
    loading ??= start();
    return loading;
  };
  return { module, load };
}
