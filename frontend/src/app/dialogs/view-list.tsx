/** Named views: save, show, copy a link, rename, delete. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { copyLink } from "../../state/address/copy-link";
import {
  applyView,
  deleteView,
  loadViews,
  MAX_NAME_LENGTH,
  namedViews,
  renameView,
  saveView,
  viewsState,
} from "../../state/address/saved-views";
import type { NamedView } from "../../state/address/shown-view";
import { closeDialog } from "../../state/shell/dialogs";
import { Button, IconButton } from "../../ui/controls/button";
import * as messages from "../messages";
import * as lateMessages from "./messages";
import "./view-list.css";

export function ViewList() {
  useEffect(() => void loadViews(), []);
  const isFixed = viewsState.value === "read-only";
  return (
    <>
      <ul class="app-view-list">
        {namedViews.value.map((view) => (
          <ViewRow key={view.name} view={view} isFixed={isFixed} />
        ))}
      </ul>
      {namedViews.value.length === 0 && viewsState.value !== "unread" && (
        <p class="app-view-hint">{messages.noSavedViews}</p>
      )}
      {isFixed ? (
        <p class="app-view-hint">
          {messages.viewsReadOnly} <kbd>y</kbd> {messages.viewsReadOnlyCopy}
        </p>
      ) : (
        <NameForm />
      )}
    </>
  );
}

/** Gives what is shown now a name. */
function NameForm() {
  const name = useSignal("");
  const field = useRef<HTMLInputElement>(null);
  const isInUse = namedViews.value.some((view) => view.name === name.value.trim());
  const save = (): void => {
    if (name.value.trim() === "") return;
    saveView(name.value);
    name.value = "";
    // The button that had the focus has nothing more to do.
    field.current?.focus();
  };
  return (
    <form
      class="app-view-form"
      onSubmit={(submit) => {
        submit.preventDefault();
        save();
      }}
    >
      <input
        ref={field}
        aria-label={messages.viewName}
        placeholder={messages.viewName}
        maxLength={MAX_NAME_LENGTH}
        value={name.value}
        onInput={(input) => {
          name.value = input.currentTarget.value;
        }}
      />
      <Button onClick={save} disabled={name.value.trim() === ""}>
        {isInUse ? messages.replace : messages.save}
      </Button>
    </form>
  );
}

/**
 * Renames a view; a name in use stays in the field to be corrected, Escape restores the old one.
 */
function RenameField({ name, onDone }: { name: string; onDone: () => void }) {
  const isRefused = useSignal(false);
  const rename = (to: string): void => {
    isRefused.value = !renameView(name, to);
    if (!isRefused.value) onDone();
  };
  return (
    <li>
      <input
        aria-label={lateMessages.newNameFor(name)}
        class={isRefused.value ? "wrong" : ""}
        maxLength={MAX_NAME_LENGTH}
        defaultValue={name}
        ref={(field) => field?.focus()}
        onChange={(change) => rename(change.currentTarget.value)}
        onKeyDown={(press) => {
          if (press.key !== "Escape") return;
          press.stopPropagation();
          onDone();
        }}
      />
      {isRefused.value && <span class="app-view-error">{messages.nameInUse}</span>}
    </li>
  );
}

function OpenButton({ view }: { view: NamedView }) {
  return (
    <button
      type="button"
      class="ui-link"
      onClick={() => {
        applyView(view);
        closeDialog();
      }}
    >
      {view.name}
    </button>
  );
}

function ViewRow({ view, isFixed }: { view: NamedView; isFixed: boolean }) {
  const { name, search } = view;
  const isRenaming = useSignal(false);
  const setRenaming = (is: boolean) => () => {
    isRenaming.value = is;
  };
  if (isRenaming.value) return <RenameField name={name} onDone={setRenaming(false)} />;
  return (
    <li>
      <OpenButton view={view} />
      <IconButton
        icon="copy"
        label={lateMessages.copyLinkTo(name)}
        onClick={() => void copyLink(search)}
      />
      {!isFixed && (
        <>
          <Button look="quiet" tooltip={lateMessages.renameView(name)} onClick={setRenaming(true)}>
            {messages.rename}
          </Button>
          <IconButton
            icon="close"
            label={lateMessages.deleteView(name)}
            onClick={() => deleteView(name)}
          />
        </>
      )}
    </li>
  );
}
