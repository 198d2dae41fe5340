/** Export, import and reset of all settings. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Graph } from "../../../api/types";
import { Button } from "../../../ui/controls/button";
import type { GraphOptions } from "../options/graph-options";
import {
  ChoicesFileError,
  MAX_FILE_BYTES,
  parseChoicesFile,
  printChoicesFile,
} from "../options/options-file";
import { useOptions } from "../session/session-context";
import * as messages from "./messages";

export function OptionsTransfer({ graph }: { graph: Graph }) {
  const options = useOptions();
  const field = useRef<HTMLInputElement>(null);
  const outcome = useSignal<{ readonly text: string; readonly isWrong: boolean } | null>(null);
  const importFrom = async (file: File): Promise<void> => {
    try {
      outcome.value = { text: await importFile(file, graph, options), isWrong: false };
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : String(cause);
      outcome.value = { text, isWrong: true };
    }
  };
  const hasChoices = Object.keys(options.choices()).some((key) => !/^(open|closed)$/.test(key));
  return (
    <>
      <div class="graph-panel-line">
        <Button onClick={() => exportFile(graph, options)} disabled={!hasChoices}>
          {messages.exportLabel}
        </Button>
        <Button onClick={() => field.current?.click()}>{messages.importLabel}</Button>
        <Button onClick={() => resetAll(options)} disabled={!hasChoices}>
          {messages.resetAll}
        </Button>
      </div>
      <input
        ref={field}
        type="file"
        accept=".json,application/json"
        aria-label={messages.settingsFile}
        class="ui-visually-hidden"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) void importFrom(file);
          currentTarget.value = "";
        }}
      />
      {outcome.value && (
        <p class={outcome.value.isWrong ? "graph-panel-error" : "graph-panel-hint"} role="status">
          {outcome.value.text}
        </p>
      )}
    </>
  );
}

function resetAll(options: GraphOptions): void {
  const { open = [] } = options.choices();
  options.apply({ open });
  options.commit();
}

function exportFile(graph: Graph, options: GraphOptions): void {
  const blob = new Blob([printChoicesFile(graph, options.choices())], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${graph.run.replace(/[^\w.-]+/g, "_")}-graph-choices.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Returns what was done, in a sentence. */
async function importFile(file: File, graph: Graph, options: GraphOptions): Promise<string> {
  if (file.size > MAX_FILE_BYTES) throw new ChoicesFileError(messages.fileTooLarge);
  const { fingerprint, choices } = parseChoicesFile(await file.text());
  options.apply(choices);
  options.commit();
  const isSame = fingerprint === graph.fingerprint;
  return isSame ? messages.imported : messages.importedFromOther;
}
