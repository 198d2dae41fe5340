/** The changes of a comparison as the viewer has them: filtered, in groups, one of them selected. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { getChanges } from "../../../../api/graph-questions";
import type { GraphChanges } from "../../../../api/types";
import { LatestQuery, type LatestState } from "../../../../state/server/latest-query";
import { QueryCache } from "../../../../state/server/query-cache";
import type { NodePath } from "../../scene/visible-ancestor";
import type { ChangeKind } from "../../scope/change-sign";
import type { GraphSession } from "../../session/graph-session";
import {
  type ChangeGroup,
  type ChangeRow,
  changeRows,
  filterRows,
  groupingOf,
  groupRows,
  selectedBy,
} from "./change-rows";

/** Answers for other choices of groups, for when the viewer goes back to them. */
const MAX_IDLE = 4;

interface ChangesQuery {
  readonly graph: string;
  readonly query: Parameters<typeof getChanges>[1];
}

export class ChangeList {
  readonly text = signal("");
  readonly hiddenKinds = signal<ReadonlySet<ChangeKind>>(new Set());
  readonly rows: ReadonlySignal<readonly ChangeRow[]>;
  /** In the order of the list. */
  readonly groups: ReadonlySignal<readonly ChangeGroup[]>;
  readonly shown: ReadonlySignal<readonly ChangeRow[]>;
  /** The place of the selected node among those shown; -1 where it is none of them. */
  readonly at: ReadonlySignal<number>;
  /** Where the viewer went: a move may have the name of another change. */
  private readonly visited = signal<ChangeRow | undefined>(undefined);
  private readonly latest: LatestQuery<ChangesQuery, GraphChanges>;
  private readonly stop: () => void;

  /**
   * `graph` is the id of both graphs as one, `selected` the name of the selected node in its drawing.
   */
  constructor(
    graph: string,
    { options }: GraphSession,
    private readonly selected: () => string,
    private readonly goTo: (place: NodePath) => void,
  ) {
    this.latest = new LatestQuery(
      new QueryCache({
        fetch: ({ graph, query }, signal) => getChanges(graph, query, signal),
        isRetried: false,
        maxIdle: MAX_IDLE,
      }),
    );
    this.rows = computed(() => {
      const { data } = this.latest.state.value;
      return data === null ? [] : changeRows(data);
    });
    this.groups = computed(() => {
      const found = filterRows(this.rows.value, this.text.value, this.hiddenKinds.value);
      return groupRows(found, groupingOf(options.comparison.list.value) ?? "scope");
    });
    this.shown = computed(() => this.groups.value.flatMap(({ rows }) => rows));
    this.at = computed(() => placeOf(this.shown.value, this.selected(), this.visited.value));
    this.stop = effect(() => {
      this.latest.show({ graph, query: options.extraction.groupingQuery() });
    });
  }

  dispose(): void {
    this.stop();
    this.latest.clear();
  }

  get state(): ReadonlySignal<LatestState<GraphChanges>> {
    return this.latest.state;
  }

  /** Shows or leaves out a kind of change. */
  toggleKind(kind: ChangeKind): void {
    const hidden = new Set(this.hiddenKinds.peek());
    if (!hidden.delete(kind)) hidden.add(kind);
    this.hiddenKinds.value = hidden;
  }

  visit(row: ChangeRow): void {
    this.visited.value = row;
    this.goTo(row.place);
  }

  /** Goes to the next change or the one before; false where there is none. */
  step(by: 1 | -1): boolean {
    const next = rowAfter(this.shown.peek(), this.at.peek(), by);
    if (next !== undefined) this.visit(next);
    return next !== undefined;
  }
}

/** The row after one, around the end; the first or the last where there is none at that place. */
export function rowAfter(
  rows: readonly ChangeRow[],
  at: number,
  by: 1 | -1,
): ChangeRow | undefined {
  if (at < 0) return rows.at(by === 1 ? 0 : -1);
  return rows[(at + by + rows.length) % rows.length];
}

/** Where the change of the selected node is: the one visited last, if that selects it. */
export function placeOf(
  rows: readonly ChangeRow[],
  selected: string,
  visited: ChangeRow | undefined,
): number {
  const at = visited && selectedBy(visited) === selected ? rows.indexOf(visited) : -1;
  return at >= 0 ? at : rows.findIndex((row) => selectedBy(row) === selected);
}
