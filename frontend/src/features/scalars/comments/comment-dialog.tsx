/** The form in which a comment is written, changed and removed. */
import { runName, shownRuns } from "../../../state/runs/runs";
import { Button } from "../../../ui/controls/button";
import { Dialog } from "../../../ui/popover/dialog";
import { type CommentDraft, commentDraft } from "../options/comment-draft";
import { allTags } from "../options/tags";
import {
  type CommentFields,
  commentText,
  editedFields,
  MAX_TEXT_LENGTH,
  parseComment,
} from "./comment-value";
import * as messages from "./messages";
import { areReadOnly, changeComment, savedComments } from "./saved-comments";

interface RunChoice {
  /** Empty for all runs. */
  readonly name: string;
  readonly label: string;
}

/** The shown runs that logged the tag, and the one that the comment is about. */
function runChoices({ tag, isExpression, run }: CommentDraft): RunChoice[] {
  const logged = isExpression ? undefined : allTags.value.find((one) => one.tag === tag);
  const having = new Set(logged?.runs);
  const shown = shownRuns.value
    .filter(({ id }) => logged === undefined || having.has(id))
    .map(({ id, name }) => ({ name, label: runName(id) }));
  const isListed = run === null || shown.some(({ name }) => name === run);
  const all = { name: "", label: messages.allRuns };
  return [all, ...shown, ...(isListed ? [] : [{ name: run, label: run }])];
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

function fieldsOf(
  of: Pick<CommentDraft, "step" | "text"> & { run?: string | null },
): CommentFields {
  return { step: of.step, run: of.run ?? "", text: of.text };
}

/** Saves what the form says; false where it says no comment, or there is no room. */
function save(draft: CommentDraft, form: FormData): boolean {
  const id = draft.id ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
  const now = savedComments.peek().find((one) => one.id === id);
  const written = {
    step: Number(textOf(form, "step")),
    run: textOf(form, "run"),
    text: commentText(textOf(form, "text")),
  };
  const { step, run, text } = editedFields(fieldsOf(draft), written, now && fieldsOf(now));
  const { tag, isExpression } = draft;
  const comment = parseComment({ id, step, tag, isExpression, ...(run !== "" && { run }), text });
  return comment !== undefined && changeComment(id, comment);
}

/** Whether the text has more than spaces; if not, the browser says that it is missing. */
function hasText(form: HTMLFormElement): boolean {
  const field = form.querySelector("textarea");
  if (field !== null && commentText(field.value) === "") field.value = "";
  return form.reportValidity();
}

/** What another viewer has made of the comment while the form is open. */
function ChangedNote({ id, text }: { readonly id: string; readonly text: string }) {
  const now = savedComments.value.find((one) => one.id === id);
  if (now?.text === text) return null;
  return (
    <p class="scalar-comment-changed" role="status">
      {now === undefined ? messages.removedMeanwhile : messages.changedMeanwhile(now.text)}
    </p>
  );
}

function Form({ draft, onClose }: { draft: CommentDraft; onClose: () => void }) {
  const { id } = draft;
  return (
    <form
      class="scalar-comment-form"
      onSubmit={(sent) => {
        sent.preventDefault();
        const form = sent.currentTarget;
        if (hasText(form) && save(draft, new FormData(form))) onClose();
      }}
    >
      <label>
        {messages.textLabel}
        <textarea
          name="text"
          rows={3}
          maxLength={MAX_TEXT_LENGTH}
          required
          // biome-ignore lint/a11y/noAutofocus: the dialog would focus the button that closes it.
          autoFocus
          defaultValue={draft.text}
          onKeyDown={(press) => {
            if (press.key !== "Enter" || press.shiftKey || press.isComposing) return;
            press.preventDefault();
            press.currentTarget.form?.requestSubmit();
          }}
        />
      </label>
      <label>
        {messages.stepLabel}
        <input
          name="step"
          type="number"
          step="1"
          min={Number.MIN_SAFE_INTEGER}
          max={Number.MAX_SAFE_INTEGER}
          required
          autocomplete="off"
          defaultValue={draft.step ?? ""}
        />
      </label>
      <label>
        {messages.runLabel}
        <select name="run">
          {runChoices(draft).map(({ name, label }) => (
            <option key={name} value={name} selected={name === (draft.run ?? "")}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {id !== null && <ChangedNote id={id} text={draft.text} />}
      <p>{areReadOnly.value ? messages.readOnlyHint : messages.hint}</p>
      <div class="scalar-comment-end">
        <button type="submit" class="ui-button primary">
          {messages.save}
        </button>
        {id !== null && (
          <Button
            onClick={() => {
              changeComment(id, undefined);
              onClose();
            }}
          >
            {messages.remove}
          </Button>
        )}
        <Button onClick={onClose}>{messages.cancel}</Button>
      </div>
    </form>
  );
}

export function CommentDialog() {
  const draft = commentDraft.value;
  const close = () => {
    commentDraft.value = null;
  };
  return (
    <Dialog
      title={draft?.id == null ? messages.addTitle : messages.editTitle}
      isOpen={draft !== null}
      onClose={close}
      class="scalar-comment-dialog"
    >
      {draft !== null && <Form draft={draft} onClose={close} />}
    </Dialog>
  );
}
