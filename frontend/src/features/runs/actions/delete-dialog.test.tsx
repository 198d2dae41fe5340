import { render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import type { Run } from "../../../api/types";
import { shownToasts } from "../../../state/base/toasts";
import { closeDialog, openDialog } from "../../../state/shell/dialogs";
import { type Answer, runOf, serveRuns } from "../../../state/testing/serve-runs";
import type { TableRow } from "../rows/rows";
import { confirmDeletion, DeleteDialog } from "./delete-dialog";

afterEach(closeDialog);

const REMOVED = { files: 2, bytes: 2_000_000, kept: [] };
const requested = (requests: readonly string[]) =>
  requests.filter((request) => request.startsWith("DELETE"));

/** The dialog for an experiment of these runs. */
async function opened(runs: readonly Run[], answer: Answer = () => REMOVED) {
  const requests = await serveRuns(runs, answer);
  const row = { key: "t:m", kind: "training", name: "m", label: "m", runs } as unknown as TableRow;
  confirmDeletion(row);
  render(<DeleteDialog />);
  return { requests, user: userEvent.setup() };
}

const field = () => screen.getByRole<HTMLInputElement>("textbox");
const submit = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Delete \d/ });

it("names the directories, and the runs that still write", async () => {
  await opened([runOf("m/train", { state: "running" }), runOf("m/eval")]);
  const listed = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(listed).toEqual(["/logs/m/train The run is still writing.", "/logs/m/eval"]);
});

it("deletes nothing until the name is typed in full", async () => {
  const { user, requests } = await opened([runOf("m")]);
  expect(submit().disabled).toBe(true);
  await user.type(field(), "M{Enter}");
  expect(submit().disabled).toBe(true);
  await user.clear(field());
  await user.type(field(), "m");
  expect(submit().disabled).toBe(false);
  expect(requested(requests)).toEqual([]);
});

it("deletes the files of each run, says how much that was, and closes", async () => {
  const { user, requests } = await opened([runOf("m/train"), runOf("m/eval")]);
  await user.type(field(), "m{Enter}");
  await waitFor(() => expect(openDialog.value).toBeNull());
  expect(requested(requests)).toEqual([
    "DELETE api/event_files?run=%23m%2Ftrain&name=m%2Ftrain",
    "DELETE api/event_files?run=%23m%2Feval&name=m%2Feval",
  ]);
  expect(shownToasts.value.at(-1)?.text).toMatch(/^4 event files deleted \(4/);
});

it("says what the server says against it, and stays open", async () => {
  const refusal = { error: { message: "The file is on a read-only disk." } };
  const { user } = await opened([runOf("m")], (request) =>
    request.startsWith("DELETE") ? Response.json(refusal, { status: 409 }) : undefined,
  );
  await user.type(field(), "m{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("read-only disk");
  expect(openDialog.value).toBe("delete");
  expect(submit().disabled).toBe(false);
});

it("closes by Cancel without a request", async () => {
  const { user, requests } = await opened([runOf("m")]);
  await user.type(field(), "m");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(openDialog.value).toBeNull();
  expect(requested(requests)).toEqual([]);
});

it("forgets what was typed for another run", async () => {
  const { user } = await opened([runOf("m")]);
  await user.type(field(), "m");
  const runs = [runOf("n")];
  confirmDeletion({
    key: "t:n",
    kind: "training",
    name: "n",
    label: "n",
    runs,
  } as unknown as TableRow);
  await waitFor(() => expect(field().value).toBe(""));
});
