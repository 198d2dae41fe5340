/** The ops that took most of a step; in step with the drawing, both ways. */
import { useComputed, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { getHotSpots } from "../../../../api/graph-questions";
import type { HotSpot, HotSpots } from "../../../../api/types";
import { bytesText, countText, percentText } from "../../../../lib/format/number";
import { nanosecondsText } from "../../../../lib/format/units";
import { LatestQuery } from "../../../../state/server/latest-query";
import { QueryCache } from "../../../../state/server/query-cache";
import { IconButton } from "../../../../ui/controls/button";
import { SegmentedControl } from "../../../../ui/controls/segmented-control";
import * as lateMessages from "../../late/messages";
import { MEASURES, type Measure } from "../../options/hot-spots";
import type { NodePath } from "../../scene/visible-ancestor";
import { enclosingNames } from "../../scope/model";
import { useOptions, useSession } from "../../session/session-context";
import * as messages from "../messages";
import type { ProfiledStep } from "./profiled-step";

const TOP = 50;

interface HotSpotsQuery {
  readonly graph: string;
  readonly query: Parameters<typeof getHotSpots>[1];
}

const MAX_IDLE = 20;

function hotSpotsCache(): QueryCache<HotSpotsQuery, HotSpots> {
  return new QueryCache({
    fetch: ({ graph, query }, signal) => getHotSpots(graph, query, signal),
    isRetried: false,
    maxIdle: MAX_IDLE,
  });
}

export interface HotSpotsPanelProps {
  readonly measured: ProfiledStep;
  readonly goTo: (place: NodePath) => void;
}

export function HotSpotsPanel(props: HotSpotsPanelProps) {
  const by = useOptions().hotSpots.by.value;
  return by === undefined ? null : <Panel {...props} by={by} />;
}

function Panel({ measured, goTo, by }: HotSpotsPanelProps & { readonly by: Measure }) {
  const { graph, options } = useSession();
  const { extraction, hotSpots } = options;
  const latest = useMemo(() => new LatestQuery(hotSpotsCache()), []);
  useEffect(() => () => latest.clear(), [latest]);
  useSignalEffect(() => {
    const [step, wanted] = [measured.query(), hotSpots.by.value];
    if (step === undefined || wanted === undefined) return;
    const scope = hotSpots.scope.value;
    const query = { ...extraction.groupingQuery(), ...step, scope, by: wanted, top: TOP };
    latest.show({ graph: graph.id, query });
  });
  const { data, error, isLoading } = latest.state.value;
  return (
    <section class="graph-hot-spots" aria-label={messages.hotSpots}>
      <header>
        <h2>{messages.hotSpots}</h2>
        <SegmentedControl
          label={messages.orderBy}
          value={by}
          choices={MEASURES}
          onChange={(chosen) => hotSpots.show(chosen)}
        />
        <ScopeChoice />
        <p role="status">{error?.message ?? summaryText(data, isLoading)}</p>
        <IconButton
          icon="close"
          label={messages.closeHotSpots}
          onClick={() => hotSpots.show(undefined)}
        />
      </header>
      {data !== null && data.spots.length > 0 && <Table spots={data} goTo={goTo} />}
    </section>
  );
}

/** All of the graph, or a scope: one around the selected node, itself, or what is chosen. */
function ScopeChoice() {
  const session = useSession();
  const { hotSpots, selectedNode } = session.options;
  const chosen = hotSpots.scope.value;
  const selected = selectedNode.value;
  // The op that a constant is beside may be part of its name, and is no scope.
  const { name = selected, expandable = false } = session.findBox(selected) ?? {};
  const own = expandable ? [name] : [];
  const offered = new Set(["", ...enclosingNames(name), ...own, chosen]);
  return (
    <label class="graph-hot-spot-scope">
      {messages.inScopeLabel}
      <select
        aria-label={messages.scope}
        value={chosen}
        onChange={(change) => hotSpots.showIn(change.currentTarget.value)}
      >
        {[...offered].map((scope) => (
          <option key={scope} value={scope}>
            {scope || messages.wholeGraph}
          </option>
        ))}
      </select>
    </label>
  );
}

function summaryText(data: HotSpots | null, isLoading: boolean): string {
  if (data === null) return isLoading ? messages.loadingProfile : messages.noProfileInRun;
  if (data.spots.length === 0) return messages.noProfileInScope;
  const part = data.sum === 0 ? 1 : data.shown / data.sum;
  const what = MEASURES.find(({ value }) => value === data.by)?.text ?? "";
  const ran = lateMessages.executedOps(data.ran);
  return lateMessages.topOps(data.spots.length, ran, part, what);
}

interface TableProps extends Pick<HotSpotsPanelProps, "goTo"> {
  readonly spots: HotSpots;
}

function Table({ spots, goTo }: TableProps) {
  const { hover } = useSession();
  const rows = useRef<HTMLTableSectionElement>(null);
  useSignalEffect(() => showHottest(rows.current, hover.node.value));
  return (
    <div class="graph-hot-spot-rows">
      <table>
        <thead>
          <tr>
            <th>{messages.op}</th>
            <th class="hot-spot-type">{messages.type}</th>
            <th class="amount">{messages.share}</th>
            <th class="amount">{messages.compute}</th>
            <th class="amount">{messages.total}</th>
            <th class="amount">{messages.memory}</th>
            <th class="amount">{messages.output}</th>
            <th class="amount">{messages.runs}</th>
            <th>{messages.device}</th>
          </tr>
        </thead>
        <tbody ref={rows} onPointerLeave={() => hover.clear()}>
          {spots.spots.map((spot) => (
            <Row
              key={spot.name}
              spot={spot}
              share={shareOf(spot, spots)}
              onPoint={() => hover.pointAt(spot)}
              onVisit={() => goTo(spot)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const COLUMNS = { time: "compute", memory: "peak", bytes: "output_bytes" } as const;

function shareOf(spot: HotSpot, { by, sum }: HotSpots): number {
  return sum === 0 ? 0 : spot[COLUMNS[by]] / sum;
}

interface RowProps {
  readonly spot: HotSpot;
  readonly share: number;
  readonly onPoint: () => void;
  readonly onVisit: () => void;
}

function Row({ spot, share, onPoint, onVisit }: RowProps) {
  const { hover, options } = useSession();
  const isPointedAt = useComputed(() => shows(hover.node.value, spot)).value;
  const slash = spot.name.lastIndexOf("/");
  return (
    <tr
      class={isPointedAt ? "pointed-at" : ""}
      aria-selected={options.selectedNode.value === spot.name}
      onPointerEnter={onPoint}
      onFocusIn={onPoint}
      onFocusOut={() => hover.clear()}
    >
      <th scope="row">
        <button type="button" data-tooltip={spotText(spot)} onClick={onVisit}>
          {spot.name.slice(slash + 1)}
          {slash > 0 && <span>{spot.name.slice(0, slash)}</span>}
        </button>
      </th>
      <td class="hot-spot-type" data-tooltip={spot.op}>
        {spot.op}
      </td>
      <td class="amount">
        <span class="graph-hot-spot-share" style={{ width: `${Math.max(1, 44 * share)}px` }} />
        {percentText(share, 1)}
      </td>
      <td class="amount">{nanosecondsText(spot.compute)}</td>
      <td class="amount">{nanosecondsText(spot.total)}</td>
      <td class="amount">{bytesText(spot.peak)}</td>
      <td class="amount">{bytesText(spot.output_bytes)}</td>
      <td class="amount">{countText(spot.runs)}</td>
      <td data-tooltip={spot.device}>{spot.device.slice(spot.device.lastIndexOf("/") + 1)}</td>
    </tr>
  );
}

/** The whole of what a row has room for in part. */
function spotText({ name, op, device }: HotSpot): string {
  return [name, op, device].filter(Boolean).join("\n");
}

/** Brings the first row of what is pointed at in the drawing into view. */
function showHottest(rows: HTMLElement | null, pointed: string): void {
  if (rows === null || pointed === "" || rows.matches(":hover")) return;
  // After the rows have handled the event.
  requestAnimationFrame(() => {
    rows.querySelector(".pointed-at")?.scrollIntoView({ block: "nearest" });
  });
}

/** Whether a node in the drawing is an op, or a closed scope that holds it. */
function shows(name: string, { node, scopes }: HotSpot): boolean {
  return name !== "" && (name === node || scopes.includes(name));
}
