/** The run table: which runs there are, which are shown, and how each is doing. */

import { signal, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { startLate } from "../../../lib/browser/start-late";
import { type RunSelection, TEN_NEWEST } from "../../../state/address/run-selection";
import { commitHistory } from "../../../state/address/url-state";
import { showToast } from "../../../state/base/toasts";
import { graphPicker } from "../../../state/graphs/graph-picker";
import { countExperiments } from "../../../state/runs/experiments";
import { filterRule, filterText, runFilter } from "../../../state/runs/run-filter";
import { followTagNames } from "../../../state/runs/run-metrics";
import { select, selectionRule, shownRuns } from "../../../state/runs/runs";
import { UNCHECKED_TITLE, uncheckedRuns } from "../../../state/runs/warning-counts";
import { isPageIdle } from "../../../state/shell/page-idle";
import { runTableForm, toggleRunTable } from "../../../state/shell/panels";
import { useShortcuts } from "../../../state/shell/shortcuts";
import { Button, IconButton } from "../../../ui/controls/button";
import { SearchField } from "../../../ui/controls/search-field";
import { Term } from "../../../ui/controls/term";
import { Toolbar } from "../../../ui/controls/toolbar";
import { lazyPart } from "../../../ui/layout/lazy-part";
import { useRunKeys } from "../actions/run-keys";
import * as messages from "../messages";
import { showAll, showOnlyFiltered } from "../rows/run-visibility";
import * as view from "../rows/table-rows";
import { GraphHint } from "./late-graph-row";
import { RunMenu } from "./late-run-menu";
import { RunGrid } from "./run-grid";
import { RunRail } from "./run-rail";
import "./run-table.css";

function ruleText(rule: RunSelection): string {
  switch (rule.kind) {
    case "first":
    case "all":
      return messages.ruleAll;
    case "newest":
      return messages.ruleNewest(rule.count);
    case "matching":
      return messages.ruleMatching(rule.pattern);
    case "names":
      return messages.ruleCustom;
  }
}

function ShownCount() {
  const shown = countExperiments(shownRuns.value);
  const total = view.listedExperiments.value;
  const isWhole = shownRuns.value.length === view.listedRuns.value;
  return (
    <p class="run-count" aria-live="polite">
      <Term explanation={messages.shownRule(ruleText(selectionRule.value))}>
        {isWhole
          ? messages.allShown(total)
          : shown === total
            ? messages.someShownInPart(shown, total)
            : messages.someShown(shown, total)}
      </Term>
      {!isWhole && (
        <button type="button" class="ui-link" onClick={() => select({ kind: "all" })}>
          {messages.showAll}
        </button>
      )}
    </p>
  );
}

/** Shows what passes the filter: by its rule, where it has one that later runs can join. */
function OnlyThese() {
  const rule = filterRule.value;
  if (filterText.value.trim() === "" || runFilter.value.error !== null) return null;
  const title = rule === null ? messages.onlyMatchesTitle : messages.onlyMatchesAndLaterTitle;
  const show = () =>
    rule === null ? showOnlyFiltered() : select({ kind: "matching", pattern: rule });
  return (
    <Button look="quiet" tooltip={title} onClick={show}>
      {messages.onlyMatches}
    </Button>
  );
}

function Actions() {
  const rule = selectionRule.value;
  const isNewest = rule.kind === "newest" && rule.count === 10;
  return (
    <>
      <Button look="quiet" tooltip={messages.showAllRows} onClick={() => showAll(true)}>
        {messages.all}
      </Button>
      <Button look="quiet" tooltip={messages.hideAllRows} onClick={() => showAll(false)}>
        {messages.none}
      </Button>
      <Button
        look="quiet"
        pressed={isNewest}
        tooltip={messages.tenNewestTitle}
        onClick={() => select(TEN_NEWEST)}
      >
        {messages.tenNewest}
      </Button>
      <OnlyThese />
    </>
  );
}

function NewRuns() {
  const count = view.newExperiments.value;
  if (count === 0) return null;
  return (
    <div class="run-new-runs" role="status">
      <span>{messages.newExperiments(count)}</span>
      <button type="button" class="ui-link" onClick={view.showNewRuns}>
        {messages.showLink}
      </button>
      <IconButton icon="close" label={messages.dismiss} onClick={view.dismissNewRuns} />
    </div>
  );
}

function ArchivedRuns() {
  const count = countExperiments(view.archivedRuns.value);
  if (count === 0) return null;
  const { showsArchived } = view;
  return (
    <p class="run-archived-list">
      {messages.archivedExperiments(count)}
      <button
        type="button"
        class="ui-link"
        onClick={() => {
          showsArchived.value = !showsArchived.value;
        }}
      >
        {showsArchived.value ? messages.hideLink : messages.showLink}
      </button>
    </p>
  );
}

function setFilter(text: string): void {
  filterText.value = text;
}

function NoMatch() {
  return (
    <div class="run-no-match">
      <p>{messages.noMatch(view.filterableExperiments.value)}</p>
      <Button
        onClick={() => {
          setFilter("");
          commitHistory();
        }}
      >
        {messages.clearFilter}
      </Button>
    </div>
  );
}

function Rows() {
  const isEmpty = view.rows.value.length === 0 && view.listedCount.value > 0;
  return isEmpty ? <NoMatch /> : <RunGrid />;
}

function CloseButton() {
  return runTableForm.value === "sheet" ? (
    <IconButton icon="close" label={messages.closeRunTable} onClick={toggleRunTable} />
  ) : (
    <IconButton
      icon="panel-left"
      label={messages.collapseRunTable}
      shortcut="["
      onClick={toggleRunTable}
    />
  );
}

/** Says below the filter that `warnings>0`, a sort or a group may miss runs so far. */
function UncheckedRuns() {
  const count = uncheckedRuns.value;
  if (count === 0) return null;
  return (
    <p class="run-unchecked-runs">
      <Term explanation={UNCHECKED_TITLE}>{messages.uncheckedForWarnings(count)}</Term>
    </p>
  );
}

function Filter() {
  const input = useRef<HTMLInputElement>(null);
  const focus = () => input.current?.focus();
  useShortcuts([
    { keys: "r", label: messages.filterRuns, group: "runs", run: focus },
    {
      keys: "/",
      label: messages.filterRunsFallback,
      group: "runs",
      run: focus,
      isLast: true,
    },
  ]);
  return (
    // A step in the history once the viewer is done with the box, not at each letter.
    <div class="run-filter" onFocusOut={commitHistory}>
      <SearchField
        label={messages.filterRuns}
        placeholder={messages.filterPlaceholder}
        value={filterText.value}
        error={runFilter.value.error}
        inputRef={input}
        onInput={setFilter}
      />
      <p class="run-filter-hint">
        {messages.filterHint} <code>state:running</code> <code>tag:base</code>{" "}
        <code>loss.min&lt;0.2</code> <code>-text</code> <code>a or b</code>
      </p>
      <UncheckedRuns />
    </div>
  );
}

/** Fetched when it is opened first: few visits need it. */
const settings = signal<ComponentType | null>(null);

async function loadSettings(): Promise<void> {
  try {
    settings.value = (await import("./table-settings")).TableSettings;
  } catch {
    showToast(messages.settingsFailed);
  }
}

/** The whole table, in its panel, its sheet or its tab. */
export function FullTable({ isPage = false }: { readonly isPage?: boolean }) {
  // Rows say how many warnings they have.
  useWhenIdle(loadWarnings);
  useWhenIdle(loadGroups);
  const settingsOpen = useSignal(false);
  const toggleSettings = () => {
    followTagNames();
    if (settings.peek() === null) void loadSettings();
    settingsOpen.value = !settingsOpen.peek();
  };
  const Settings = settingsOpen.value ? settings.value : null;
  return (
    <>
      <header class="run-header">
        <h2>{messages.runs}</h2>
        <ShownCount />
        {isPage ? <PageActions /> : <CloseButton />}
      </header>
      <div class="run-tools">
        <Filter />
        <Toolbar class="run-actions" label={messages.rowTools}>
          <Actions />
          <IconButton
            icon="sliders"
            label={messages.settingsLabel}
            pressed={settingsOpen.value}
            onClick={toggleSettings}
          />
        </Toolbar>
      </div>
      {Settings !== null && <Settings />}
      {graphPicker.value !== null && <GraphHint />}
      <NewRuns />
      <Rows />
      <ArchivedRuns />
    </>
  );
}

const PageActions = lazyPart(async () => (await import("./page-actions")).PageActions);

const loadWarnings = async () => (await import("../../../state/tags/warnings")).followWarnings;

const loadGroups = async () => (await import("../actions/group-actions")).offerGroupActions;

/** Starts what the table can do without, once the page has come to rest. */
function useWhenIdle(load: () => Promise<() => () => void>): void {
  const isDue = isPageIdle.value;
  useEffect(() => (isDue ? startLate(load) : undefined), [isDue]);
}

export function RunTable() {
  useRunKeys();
  return (
    <>
      <section class="run-table" aria-label={messages.runs}>
        {runTableForm.value === "rail" ? <RunRail /> : <FullTable />}
      </section>
      <RunMenu />
    </>
  );
}
