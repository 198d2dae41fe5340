/** Which columns are shown, and which scalar tags count as metrics. */
import { useSignal } from "@preact/signals";
import { parseTextFilter } from "../../../lib/filter/text-filter";
import { SearchField } from "../../../ui/controls/search-field";
import { PopoverPanel } from "../../../ui/popover/popover-panel";
import * as messages from "../messages";
import type { Column, SessionTable } from "../model/session-table";
import * as view from "../options/tab-options";
import { metricTags, shownTags } from "../sessions/sessions";

const MAX_TAGS = 100;
/** A longer list has a field to filter it. */
const SEARCHED_FROM = 20;

interface ListProps {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly shown: readonly string[];
}

/** Columns come back to where the table has them, behind those before them. */
function toggled(shown: readonly string[], key: string, isShown: boolean): string[] {
  return isShown ? [...shown, key] : shown.filter((other) => other !== key);
}

function ColumnList({ title, columns, shown }: ListProps) {
  const text = useSignal("");
  if (columns.length === 0) return null;
  const isLong = columns.length > SEARCHED_FROM;
  const filter = parseTextFilter(isLong ? text.value : "");
  const found = columns.filter((column) => filter.matches(column.title));
  return (
    <fieldset class="hparams-column-list">
      <legend>{title}</legend>
      {isLong && (
        <SearchField
          label={messages.filterColumns(title)}
          placeholder={messages.filterTextOrRegex}
          value={text.value}
          error={filter.error}
          onInput={(next) => {
            text.value = next;
          }}
        />
      )}
      {found.map(({ key, title: name, differs }) => (
        <label key={key} class="hparams-column-toggle">
          <input
            type="checkbox"
            checked={shown.includes(key)}
            disabled={shown.length === 1 && shown.includes(key)}
            onChange={({ currentTarget }) =>
              view.showColumns(toggled(shown, key, currentTarget.checked))
            }
          />
          <span>{name}</span>
          {!differs && <span class="hparams-column-same">{messages.sameInAll}</span>}
        </label>
      ))}
    </fieldset>
  );
}

function chooseTag(tag: string, isChosen: boolean): void {
  // What was shown by default stays, now as a choice.
  if (view.chosenTags.peek().length === 0) view.chosenTags.value = [...shownTags.peek()];
  view.chooseTag(tag, isChosen);
}

function TagList() {
  const text = useSignal("");
  const filter = parseTextFilter(text.value);
  const found = metricTags.value.filter(filter.matches);
  const chosen = new Set(shownTags.value);
  return (
    <fieldset class="hparams-column-list">
      <legend>{messages.scalarsAsMetrics}</legend>
      <SearchField
        label={messages.filterScalarTags}
        placeholder={messages.filterTagsTextOrRegex}
        value={text.value}
        error={filter.error}
        onInput={(next) => {
          text.value = next;
        }}
      />
      {found.slice(0, MAX_TAGS).map((tag) => (
        <label key={tag} class="hparams-column-toggle">
          <input
            type="checkbox"
            checked={chosen.has(tag)}
            onChange={({ currentTarget }) => chooseTag(tag, currentTarget.checked)}
          />
          <span>{tag}</span>
        </label>
      ))}
      {found.length > MAX_TAGS && (
        <p class="hparams-column-same">{messages.moreTags(found.length - MAX_TAGS)}</p>
      )}
    </fieldset>
  );
}

export function ColumnChooser({ table, shown }: { table: SessionTable; shown: readonly Column[] }) {
  const keys = shown.map(({ key }) => key);
  const ofKind = (kind: Column["kind"]) => table.columns.filter((column) => column.kind === kind);
  return (
    <PopoverPanel icon="sliders" label={messages.columns}>
      <ColumnList title={messages.hyperParameters} columns={ofKind("hparam")} shown={keys} />
      <ColumnList title={messages.metrics} columns={ofKind("metric")} shown={keys} />
      <TagList />
    </PopoverPanel>
  );
}
