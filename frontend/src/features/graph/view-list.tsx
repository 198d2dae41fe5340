/** Named views: save, show, rename, delete. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button, IconButton } from "../../ui/button";
import {
  deleteView,
  LONGEST_NAME,
  loadViews,
  type NamedView,
  namedViews,
  renameView,
  saveView,
  viewsState,
} from "./named-views";

export function ViewList({ onShow }: { onShow: (view: NamedView) => void }) {
  const name = useSignal("");
  useEffect(() => void loadViews(), []);
  const isTaken = namedViews.value.some((view) => view.name === name.value.trim());
  const save = (): void => {
    if (name.value.trim() === "") return;
    saveView(name.value);
    name.value = "";
  };
  return (
    <>
      <ul class="view-list">
        {namedViews.value.map((view) => (
          <ViewRow key={view.name} view={view} onShow={onShow} />
        ))}
      </ul>
      {namedViews.value.length === 0 && viewsState.value !== "unread" && (
        <p class="panel-hint">No view has a name so far.</p>
      )}
      <form
        class="panel-line"
        onSubmit={(submit) => {
          submit.preventDefault();
          save();
        }}
      >
        <input
          aria-label="Name for this view"
          placeholder="Name for this view"
          maxLength={LONGEST_NAME}
          value={name.value}
          onInput={(input) => {
            name.value = input.currentTarget.value;
          }}
        />
        <Button onClick={save} disabled={name.value.trim() === ""}>
          {isTaken ? "Replace" : "Save"}
        </Button>
      </form>
    </>
  );
}

function ViewRow({ view, onShow }: { view: NamedView; onShow: (view: NamedView) => void }) {
  const isRenaming = useSignal(false);
  const isRefused = useSignal(false);
  const rename = (to: string): void => {
    isRefused.value = !renameView(view.name, to);
    isRenaming.value = isRefused.value;
  };
  if (isRenaming.value) {
    return (
      <li>
        <input
          aria-label={`New name for ${view.name}`}
          class={isRefused.value ? "wrong" : ""}
          maxLength={LONGEST_NAME}
          defaultValue={view.name}
          ref={(field) => field?.focus()}
          onChange={(change) => rename(change.currentTarget.value)}
          onKeyDown={(press) => {
            if (press.key !== "Escape") return;
            press.stopPropagation();
            isRenaming.value = false;
          }}
        />
        {isRefused.value && <span class="panel-error">This name is taken.</span>}
      </li>
    );
  }
  return (
    <li>
      <button type="button" class="link" onClick={() => onShow(view)}>
        {view.name}
      </button>
      <Button
        look="quiet"
        title={`Rename ${view.name}`}
        onClick={() => {
          isRenaming.value = true;
        }}
      >
        Rename
      </Button>
      <IconButton
        icon="close"
        label={`Delete ${view.name}`}
        onClick={() => deleteView(view.name)}
      />
    </li>
  );
}
