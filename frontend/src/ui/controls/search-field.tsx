/** A search field: plain text or /regex/, with its error shown in place. */
import type { Ref } from "preact";
import * as messages from "../messages";
import { IconButton } from "./button";
import { Icon } from "./icon";
import "./search-field.css";

interface FilterBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly error: string | null;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onInput: (value: string) => void;
}

/** Escape clears the box first and leaves it when it is empty. */
function handleEscape(press: KeyboardEvent, value: string, onInput: (value: string) => void): void {
  if (press.key !== "Escape") return;
  press.preventDefault();
  if (value !== "") onInput("");
  else if (press.currentTarget instanceof HTMLElement) press.currentTarget.blur();
}

export function SearchField(props: FilterBoxProps) {
  const { label, placeholder, value, error, inputRef, onInput } = props;
  return (
    <div class="filter-box">
      <div class={error === null ? "ui-search-field" : "ui-search-field wrong"}>
        <Icon name="search" size={14} />
        <input
          ref={inputRef ?? null}
          type="text"
          spellcheck={false}
          autocomplete="off"
          aria-label={label}
          aria-invalid={error !== null}
          placeholder={placeholder}
          value={value}
          onInput={(input) => onInput(input.currentTarget.value)}
          onKeyDown={(press) => handleEscape(press, value, onInput)}
        />
        {value !== "" && (
          <IconButton icon="close" label={messages.clearFilter} onClick={() => onInput("")} />
        )}
      </div>
      {error !== null && <p class="ui-search-error">{error}</p>}
    </div>
  );
}
