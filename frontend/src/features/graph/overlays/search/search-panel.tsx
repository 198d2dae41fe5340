/** The search over the drawing: a field, how many matches there are, and all of them. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { countText } from "../../../../lib/format/number";
import { type Shortcut, useShortcuts } from "../../../../state/shell/shortcuts";
import { IconButton } from "../../../../ui/controls/button";
import { Icon } from "../../../../ui/controls/icon";
import { closeFind, findFocus, findText, isFindOpen, openFind } from "../../options/search";
import { MatchList } from "./match-list";
import type { MatchPages } from "./match-pages";
import { FindHelp } from "./search-help";
import { type Finding, MAX_MARKED } from "./search-session";
import "./search.css";

export function FindPanel({ finding }: { finding: Finding }) {
  useShortcuts(KEYS);
  return isFindOpen.value ? <OpenPanel finding={finding} /> : null;
}

/** Opens the search for those who have no keyboard at hand. */
export function FindButton() {
  return (
    <IconButton
      icon="search"
      label="Find nodes"
      shortcut="f"
      pressed={isFindOpen.value}
      onClick={() => (isFindOpen.peek() ? closeFind() : openFind())}
    />
  );
}

const KEYS: readonly Shortcut[] = [
  { keys: "f", label: "Find nodes", group: "Graph", run: openFind },
  { keys: "/", label: "Find nodes", group: "Graph", run: openFind },
  { keys: "Escape", label: "Close the search", group: "Graph", run: closeIfOpen },
];

function closeIfOpen(): boolean {
  const wasOpen = isFindOpen.peek();
  if (wasOpen) closeFind();
  return wasOpen;
}

function OpenPanel({ finding }: { finding: Finding }) {
  const isHelpOpen = useSignal(false);
  const pages = finding.matches.value;
  const error = finding.error.value;
  return (
    <search class="find-panel">
      <div class="find-bar">
        <FindField finding={finding} />
        <IconButton
          icon="help"
          label="What can be searched for"
          pressed={isHelpOpen.value}
          onClick={() => {
            isHelpOpen.value = !isHelpOpen.value;
          }}
        />
        <IconButton icon="close" label="Close the search" shortcut="Esc" onClick={closeFind} />
      </div>
      {error !== null && (
        <p class="find-error" role="alert" id="find-error">
          {error.message}
        </p>
      )}
      {isHelpOpen.value && <FindHelp />}
      {pages !== null && <FoundBar finding={finding} pages={pages} />}
      {pages !== null && pages.total > 0 && !isHelpOpen.value && (
        <MatchList finding={finding} pages={pages} />
      )}
    </search>
  );
}

function FindField({ finding }: { finding: Finding }) {
  const input = useRef<HTMLInputElement>(null);
  const asked = findFocus.value;
  // Before the next key: it is the first letter of what is searched for.
  useLayoutEffect(() => {
    if (asked === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [asked]);
  const isWrong = finding.error.value !== null;
  return (
    <div class={`find-field ${isWrong ? "wrong" : ""}`}>
      <Icon name="search" size={14} />
      <input
        ref={input}
        type="text"
        spellcheck={false}
        autocomplete="off"
        aria-label="Find nodes"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? "find-error" : "find-status"}
        placeholder="conv bias, op:MatMul, shape:?x784"
        value={findText.value}
        onInput={({ currentTarget }) => {
          findText.value = currentTarget.value;
        }}
        onKeyDown={(press) => pressField(press, finding)}
      />
    </div>
  );
}

function pressField(press: KeyboardEvent, finding: Finding): void {
  const back = press.key === "ArrowUp" || (press.key === "Enter" && press.shiftKey);
  const forth = press.key === "ArrowDown" || press.key === "Enter";
  if (back || forth) void finding.step(back ? -1 : 1);
  else if (press.key === "Escape") closeFind();
  else return;
  press.preventDefault();
  press.stopPropagation();
}

/** How many matches there are, which one was gone to, and on to the next. */
function FoundBar({ finding, pages }: { finding: Finding; pages: MatchPages }) {
  const { total, first } = pages;
  return (
    <div class="find-status">
      <span id="find-status" role="status">
        {foundText(total, finding.current.value, finding.isAsking.value)}
      </span>
      <IconButton
        icon="chevron-up"
        label="Previous match"
        shortcut="Shift+Enter"
        disabled={total === 0}
        onClick={() => void finding.step(-1)}
      />
      <IconButton
        icon="chevron-down"
        label="Next match"
        shortcut="Enter"
        disabled={total === 0}
        onClick={() => void finding.step(1)}
      />
      {first.bound !== null && <p class="find-bound">{first.bound}</p>}
      {total > MAX_MARKED && (
        <p class="find-bound">{`The first ${countText(MAX_MARKED)} are marked in the drawing.`}</p>
      )}
    </div>
  );
}

function foundText(total: number, current: number, isAsking: boolean): string {
  if (total === 0) return isAsking ? "searching" : "nothing found";
  const found = `${countText(total)} found`;
  return current < 0 ? found : `${countText(current + 1)} of ${found}`;
}
