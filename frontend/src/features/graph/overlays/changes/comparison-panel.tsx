/** What differs between two graphs: counts, a way from change to change, and the list. */
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Graph, GraphChanges } from "../../../../api/types";
import { download } from "../../../../lib/browser/download";
import { boot } from "../../../../state/base/boot";
import { graphTitle } from "../../../../state/graphs/graph-title";
import type { Shortcut } from "../../../../state/shell/shortcuts";
import { Button, IconButton } from "../../../../ui/controls/button";
import { SearchField } from "../../../../ui/controls/search-field";
import { SegmentedControl } from "../../../../ui/controls/segmented-control";
import { PANES } from "../../options/comparison";
import type { NodePath } from "../../scene/visible-ancestor";
import { CHANGE_KINDS, SIGN_OF } from "../../scope/change-sign";
import { comparisonId } from "../../session/displayed-graph";
import { useSession } from "../../session/session-context";
import { useSessionShortcuts } from "../../session/session-shortcuts";
import { ChangeList } from "./change-list";
import { type ChangeGrouping, changesMarkdown, groupingOf } from "./change-rows";
import { ChangeTable } from "./change-table";
import * as messages from "./messages";
import "./changes.css";

const SIDES = [
  { value: "before", text: messages.before },
  { value: "both", text: messages.both },
  { value: "after", text: messages.after },
] as const;

/** Not in a report, which does not have what stands for what. */
const TWO_PANES = { value: PANES, text: messages.twoPanes } as const;

const GROUPINGS = [
  { value: "scope", text: messages.byScope },
  { value: "kind", text: messages.byKind },
] as const;

export interface ComparisonPanelProps {
  readonly before: Graph;
  readonly after: Graph;
  /** Both graphs, where each has a pane. */
  readonly panes: ReadonlySignal<ShownPanes | null>;
  readonly goTo: (place: NodePath) => void;
}

/** Two panes, as far as the list is about them. */
export interface ShownPanes {
  /** The selected node by its name in the drawing of both graphs, or an empty one. */
  readonly selectedInBoth: ReadonlySignal<string>;
  /** Shows a node of the drawing of both graphs. */
  goTo(place: NodePath): Promise<void>;
}

export function ComparisonPanel({ before, after, panes, goTo }: ComparisonPanelProps) {
  const session = useSession();
  const { options } = session;
  const { comparison } = options;
  const list = useMemo(() => {
    const selected = () => panes.value?.selectedInBoth.value ?? options.selectedNode.value;
    const show = (place: NodePath): void => {
      const shown = panes.peek();
      if (shown === null) goTo(place);
      else void shown.goTo(place);
    };
    return new ChangeList(comparisonId(before, after), session, selected, show);
  }, [session]);
  useEffect(() => () => list.dispose(), [list]);
  useSessionShortcuts(shortcuts(list), list);
  const { data, error } = list.state.value;
  const count = list.shown.value.length;
  const grouping = groupingOf(comparison.list.value);
  const sides = boot.report === null ? [...SIDES, TWO_PANES] : SIDES;
  const side = sides.find(({ value }) => value === comparison.side.value)?.value ?? "both";
  const choose = (change: () => void) => (): void => {
    change();
    options.commit();
  };
  return (
    <section class="graph-changes" aria-label={messages.comparison}>
      <header>
        <h2 data-tooltip={graphTitle(before) + messages.arrow + graphTitle(after)}>
          {messages.comparedWith(graphTitle(before))}
        </h2>
        <p role="status">{error?.message ?? <Summary changes={data} />}</p>
        <SegmentedControl
          label={messages.shownGraph}
          value={side}
          choices={sides}
          onChange={(chosen) => {
            comparison.show(chosen === "both" ? "" : chosen);
            options.commit();
          }}
        />
        <div class="graph-changes-steps">
          <IconButton
            icon="chevron-up"
            label={messages.previousChange}
            shortcut="Shift+N"
            disabled={count === 0}
            onClick={() => list.step(-1)}
          />
          {count > 0 && <span>{messages.place(list.at.value + 1, count)}</span>}
          <IconButton
            icon="chevron-down"
            label={messages.nextChange}
            shortcut="N"
            disabled={count === 0}
            onClick={() => list.step(1)}
          />
        </div>
        <Button
          look="quiet"
          pressed={grouping !== undefined}
          disabled={data?.count === null}
          onClick={choose(() => {
            comparison.list.value = grouping === undefined ? "scope" : "";
          })}
        >
          {messages.listChanges}
        </Button>
        <IconButton
          icon="close"
          label={messages.endComparison}
          onClick={choose(() => comparison.compare())}
        />
      </header>
      {grouping !== undefined && data !== null && (
        <>
          <ListTools list={list} changes={data} grouping={grouping} />
          <ChangeTable list={list} changes={data} />
        </>
      )}
    </section>
  );
}

interface ListToolsProps {
  readonly list: ChangeList;
  readonly changes: GraphChanges;
  readonly grouping: ChangeGrouping;
}

function ListTools({ list, changes, grouping }: ListToolsProps) {
  const { options } = useSession();
  const { comparison } = options;
  const found = new Set(list.rows.value.map(({ status }) => status));
  return (
    <div class="graph-changes-tools">
      <SegmentedControl
        label={messages.groupChanges}
        value={grouping}
        choices={GROUPINGS}
        onChange={(by) => {
          comparison.list.value = by;
          options.commit();
        }}
      />
      <fieldset aria-label={messages.kindsShown}>
        {CHANGE_KINDS.filter((kind) => found.has(kind)).map((kind) => (
          <Button
            key={kind}
            look="quiet"
            pressed={!list.hiddenKinds.value.has(kind)}
            onClick={() => list.toggleKind(kind)}
          >
            <span class={`graph-change-kind ${kind}`}>
              {SIGN_OF[kind]} {messages.legend[kind]}
            </span>
          </Button>
        ))}
      </fieldset>
      <SearchField
        label={messages.searchChanges}
        placeholder={messages.searchChanges}
        value={list.text.value}
        error={null}
        onInput={(text) => {
          list.text.value = text;
        }}
      />
      <Button look="quiet" onClick={() => save(changesMarkdown(list.shown.peek(), changes), "md")}>
        {messages.saveMarkdown}
      </Button>
      <Button look="quiet" onClick={() => save(JSON.stringify(changes, null, 2), "json")}>
        {messages.saveJson}
      </Button>
    </div>
  );
}

function Summary({ changes }: { readonly changes: GraphChanges | null }) {
  if (changes === null) return messages.loading;
  const { count, formats } = changes;
  const [one, other] = formats;
  const counts = count === null ? messages.noDifference : messages.counts(count);
  return one === other ? (
    counts
  ) : (
    <>
      {counts} · {messages.differentFormats(one, other)}
    </>
  );
}

function shortcuts(list: ChangeList): Shortcut[] {
  const group = "graph";
  return [
    { keys: "n", label: messages.nextChange, group, run: () => list.step(1) },
    { keys: "Shift+n", label: messages.previousChange, group, run: () => list.step(-1) },
  ];
}

function save(text: string, ending: string): void {
  download(new Blob([text]), `changes.${ending}`);
}
