/** The open search over the drawing: its field, its help and its results. */
import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "../../../../ui/controls/button";
import { Icon } from "../../../../ui/controls/icon";
import { lazyPart } from "../../../../ui/layout/lazy-part";
import type { SearchOptions } from "../../options/search";
import { useOptions } from "../../session/session-context";
import * as messages from "../messages";
import type { SearchSession } from "./search-session";
import "./search.css";

const SearchHelp = lazyPart(async () => (await import("./search-help")).SearchHelp);
const SearchResults = lazyPart(async () => (await import("./search-results")).SearchResults);

export function OpenPanel({ finding }: { finding: SearchSession }) {
  const { search } = useOptions();
  const id = useId();
  const isHelpOpen = useSignal(false);
  const pages = finding.matches.value;
  const error = finding.error.value;
  return (
    <search class="graph-search-panel" data-covers>
      <div class="graph-search-bar">
        <FindField id={id} finding={finding} />
        <IconButton
          icon="help"
          label={messages.searchSyntax}
          pressed={isHelpOpen.value}
          onClick={() => {
            isHelpOpen.value = !isHelpOpen.value;
          }}
        />
        <IconButton
          icon="close"
          label={messages.closeSearch}
          shortcut="Esc"
          onClick={() => search.close()}
        />
      </div>
      {error !== null && (
        <p class="graph-search-error" role="alert" id={`${id}-error`}>
          {error.message}
        </p>
      )}
      {isHelpOpen.value && <SearchHelp />}
      {pages !== null && (
        <SearchResults id={id} finding={finding} pages={pages} isListed={!isHelpOpen.value} />
      )}
    </search>
  );
}

/** `id` is that of the panel: its messages describe the field. */
function FindField({ id, finding }: { id: string; finding: SearchSession }) {
  const { search } = useOptions();
  const input = useRef<HTMLInputElement>(null);
  const requested = search.focusRequests.value;
  // Before the next key: it is the first letter of what is searched for.
  useLayoutEffect(() => {
    if (requested === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [requested]);
  const isWrong = finding.error.value !== null;
  return (
    <div class={`graph-search-field ${isWrong ? "wrong" : ""}`}>
      <Icon name="search" size={14} />
      <input
        ref={input}
        type="text"
        spellcheck={false}
        autocomplete="off"
        aria-label={messages.findNodes}
        aria-invalid={isWrong}
        aria-describedby={`${id}-${isWrong ? "error" : "status"}`}
        placeholder={messages.searchPlaceholder}
        value={search.text.value}
        onInput={({ currentTarget }) => {
          search.text.value = currentTarget.value;
        }}
        onKeyDown={(press) => pressField(press, finding, search)}
      />
    </div>
  );
}

function pressField(press: KeyboardEvent, finding: SearchSession, search: SearchOptions): void {
  const back = press.key === "ArrowUp" || (press.key === "Enter" && press.shiftKey);
  const forth = press.key === "ArrowDown" || press.key === "Enter";
  if (back || forth) void finding.step(back ? -1 : 1);
  else if (press.key === "Escape") search.close();
  else return;
  press.preventDefault();
  press.stopPropagation();
}
