/** The palette, whose code is fetched when it is opened first. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { showToast } from "../../state/base/toasts";
import { closeDialog, openDialog } from "../../state/shell/dialogs";
import * as messages from "../messages";
import { forgetKeys, keepKeys } from "./typed-ahead";

const loaded = signal<{ readonly palette: ComponentType } | null>(null);

async function load(): Promise<void> {
  try {
    loaded.value = { palette: (await import("./palette")).Palette };
  } catch {
    closeDialog();
    showToast(messages.paletteFailed);
  }
}

export function LazyPalette() {
  const isWanted = openDialog.value === "palette";
  useLayoutEffect(() => {
    if (!isWanted || loaded.peek() !== null) return undefined;
    void load();
    keepKeys(closeDialog);
    return forgetKeys;
  }, [isWanted]);
  if (loaded.value === null) return null;
  const { palette: Palette } = loaded.value;
  return <Palette />;
}
