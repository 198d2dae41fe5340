/** The filter of a tab's tags, and how many pass it. */
import type { Signal } from "@preact/signals";
import type { Ref } from "preact";
import { countText } from "../../lib/format/number";
import { SearchField } from "../controls/search-field";
import * as messages from "../messages";
import "./tag-filter.css";

interface TagFilterProps {
  readonly text: Signal<string>;
  /** What is wrong with the text; null when it is a filter. */
  readonly error: string | null;
  readonly inputRef: Ref<HTMLInputElement>;
}

export function TagFilter({ text, error, inputRef }: TagFilterProps) {
  return (
    <SearchField
      label={messages.filterTags}
      placeholder={messages.filterTagsPlaceholder}
      value={text.value}
      error={error}
      inputRef={inputRef}
      onInput={(typed) => {
        text.value = typed;
      }}
    />
  );
}

export function FilteredCount({ some, all }: { some: number; all: number }) {
  const text = some === all ? countText(all) : messages.someOfAll(some, all);
  return <span class="ui-filtered-count">{text}</span>;
}
