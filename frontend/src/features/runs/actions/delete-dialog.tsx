/** Removing the event files of a run, which the viewer has to name: there is no way back. */
import { type Signal, signal, useSignal } from "@preact/signals";
import { deleteEventFiles } from "../../../api/resources";
import type { Run } from "../../../api/types";
import { showToast } from "../../../state/base/toasts";
import { closeDialog, openDialog } from "../../../state/shell/dialogs";
import { Button } from "../../../ui/controls/button";
import { Dialog } from "../../../ui/popover/dialog";
import * as messages from "../messages";
import type { TableRow } from "../rows/rows";
import "./delete-dialog.css";

const row = signal<TableRow | null>(null);

export function confirmDeletion(chosen: TableRow): void {
  row.value = chosen;
  openDialog.value = "delete";
}

/** Removes the files of one run after the other; says what became of them, or throws. */
async function deleteFiles(runs: readonly Run[]): Promise<string> {
  let [files, bytes] = [0, 0];
  const remaining: string[] = [];
  for (const run of runs) {
    const removal = await deleteEventFiles(run.id, run.name);
    files += removal.files;
    bytes += removal.bytes;
    remaining.push(...removal.kept);
  }
  return [messages.eventFilesDeleted(files, bytes), ...remaining].join(" ");
}

export function DeleteDialog() {
  const isOpen = openDialog.value === "delete" && row.value !== null;
  return (
    <Dialog title={messages.deleteEventFiles} isOpen={isOpen} onClose={closeDialog}>
      {row.value !== null && <DeleteForm {...row.value} key={row.value.key} />}
    </Dialog>
  );
}

/** What is removed, and that it is for good. */
function Removed({ runs }: Pick<TableRow, "runs">) {
  return (
    <>
      <p>{messages.deleteWarning(runs.length)}</p>
      <ul>
        {runs.map(({ id, path, state }) => (
          <li key={id}>
            <span class="ui-file-path">{path}</span>
            {state === "running" && <strong> {messages.runStillWriting}</strong>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Confirmation({ name, typed }: { name: string; typed: Signal<string> }) {
  return (
    <label>
      <span>
        {messages.confirmStart} <strong>{name}</strong> {messages.confirmEnd}
      </span>
      <input
        value={typed.value}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
        }}
      />
    </label>
  );
}

/** Deletes once at a time, closes the dialog when it is done, and says why it is not. */
function useDeletion(runs: readonly Run[]) {
  const failure = useSignal<string | null>(null);
  const isWorking = useSignal(false);
  const remove = async (): Promise<void> => {
    if (isWorking.peek()) return;
    isWorking.value = true;
    try {
      showToast(await deleteFiles(runs));
      closeDialog();
    } catch (cause) {
      failure.value = cause instanceof Error ? cause.message : String(cause);
    }
    isWorking.value = false;
  };
  return { failure: failure.value, isWorking: isWorking.value, remove };
}

function DeleteForm({ name, runs }: Pick<TableRow, "name" | "runs">) {
  const typed = useSignal("");
  const { failure, isWorking, remove } = useDeletion(runs);
  const isConfirmed = typed.value === name;
  return (
    <form
      class="run-delete-form"
      onSubmit={(sent) => {
        sent.preventDefault();
        if (isConfirmed) void remove();
      }}
    >
      <Removed runs={runs} />
      <Confirmation name={name} typed={typed} />
      {failure !== null && (
        <p class="run-delete-failure" role="alert">
          {failure}
        </p>
      )}
      <div class="run-delete-buttons">
        <Button onClick={closeDialog}>{messages.cancel}</Button>
        <button
          type="submit"
          class="ui-button run-delete-button"
          disabled={!isConfirmed || isWorking}
        >
          {messages.deleteRuns(runs.length)}
        </button>
      </div>
    </form>
  );
}
