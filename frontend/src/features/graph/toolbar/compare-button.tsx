/** Chooses the graph that the one on show is compared with. */
import { useSignal } from "@preact/signals";
import type { Graph } from "../../../api/types";
import { boot } from "../../../state/base/boot";
import { PopoverPanel } from "../../../ui/popover/popover-panel";
import * as lateMessages from "../late/messages";
import { ownId } from "../session/displayed-graph";
import { useOptions } from "../session/session-context";
import { ComparedGraphs, showCompared } from "./compared-graphs";
import { comparedSet, withGraph } from "./compared-set";
import { PickerList } from "./graph-picker-list";

export interface CompareButtonProps {
  readonly graphs: readonly Graph[];
  readonly graph: Graph;
}

/** A report has the scopes of each graph, and those of the comparison that it was made with. */
function isComparable(before: string, after: string): boolean {
  if (boot.report === null) return true;
  const view = new URLSearchParams(boot.report.view);
  return view.get("against") === before && view.get("graph") === after;
}

export function CompareButton({ graphs, graph }: CompareButtonProps) {
  const options = useOptions();
  const { comparison } = options;
  const isOpen = useSignal(false);
  const text = useSignal("");
  const against = comparison.against.value;
  const own = ownId(graph.id);
  const others = graphs.filter(({ id }) => id !== own && isComparable(id, own));
  const chosen = others.find(({ id }) => id === against) ?? graph;
  const among = options.store.list("against_among").value;
  const set = chosen === graph ? undefined : comparedSet(against, own, among);
  if (others.length === 0) return null;
  return (
    <>
      <div class="graph-compare">
        <PopoverPanel
          icon="compare"
          label={lateMessages.compareWith}
          tooltip={lateMessages.compareWith}
          isOpen={isOpen}
        >
          <PickerList
            graphs={others}
            chosen={chosen}
            text={text.value}
            onText={(typed) => {
              text.value = typed;
            }}
            onChoose={(id) => {
              isOpen.value = false;
              if (set === undefined) {
                comparison.compare(id);
                options.commit();
              } else showCompared(options, withGraph(set, id));
            }}
          />
        </PopoverPanel>
      </div>
      {set !== undefined && set.others.length > 1 && <ComparedGraphs graphs={graphs} set={set} />}
    </>
  );
}
