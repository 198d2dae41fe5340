/** Removing the event files of a run, which the viewer has to name: there is no way back. */
import { type Signal, signal, useSignal } from "@preact/signals";
import { deleteEventFiles } from "../../../api/resources";
import type { Run } from "../../../api/types";
import { bytesText, counted } from "../../../lib/format/number";
import { say } from "../../../state/base/toasts";
import { closeDialog, openDialog } from "../../../state/shell/dialogs";
import { Button } from "../../../ui/controls/button";
import { Dialog } from "../../../ui/popover/dialog";
import type { TableRow } from "../rows/rows";
import "./delete-dialog.css";

const row = signal<TableRow | null>(null);

export function askToDelete(asked: TableRow): void {
  row.value = asked;
  openDialog.value = "delete";
}

/** Removes the files of one run after the other; says what became of them, or throws. */
async function deleteFiles(runs: readonly Run[]): Promise<string> {
  let [files, bytes] = [0, 0];
  const kept: string[] = [];
  for (const run of runs) {
    const removal = await deleteEventFiles(run.id, run.name);
    files += removal.files;
    bytes += removal.bytes;
    kept.push(...removal.kept);
  }
  return [`${counted(files, "event file")} deleted (${bytesText(bytes)}).`, ...kept].join(" ");
}

export function DeleteDialog() {
  const isOpen = openDialog.value === "delete" && row.value !== null;
  return (
    <Dialog title="Delete event files" isOpen={isOpen} onClose={closeDialog}>
      {row.value !== null && <DeleteForm {...row.value} key={row.value.key} />}
    </Dialog>
  );
}

/** What is removed, and that it is for good. */
function Removed({ runs }: Pick<TableRow, "runs">) {
  return (
    <>
      <p>
        This deletes the event files of {counted(runs.length, "run")} from the disk, for everybody.
        There is no way back. Other files there stay, such as checkpoints.
      </p>
      <ul>
        {runs.map(({ id, path, state }) => (
          <li key={id}>
            <span class="file-path">{path}</span>
            {state === "running" && <strong> It is being written to.</strong>}
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
        Type <strong>{name}</strong> to confirm
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
      say(await deleteFiles(runs));
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
      class="delete-form"
      onSubmit={(sent) => {
        sent.preventDefault();
        if (isConfirmed) void remove();
      }}
    >
      <Removed runs={runs} />
      <Confirmation name={name} typed={typed} />
      {failure !== null && (
        <p class="delete-failure" role="alert">
          {failure}
        </p>
      )}
      <div class="delete-buttons">
        <Button onClick={closeDialog}>Cancel</Button>
        <button type="submit" class="button delete-button" disabled={!isConfirmed || isWorking}>
          Delete {counted(runs.length, "run")}
        </button>
      </div>
    </form>
  );
}
