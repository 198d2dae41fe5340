/** Chooses a graph from all there are. */
import { useSignal } from "@preact/signals";
import type { Graph } from "../../../api/types";
import { lateCode } from "../../../state/base/late-code";
import { graphFacts, graphTitle } from "../../../state/graphs/graph-title";
import { PopoverPanel } from "../../../ui/popover/popover-panel";
import * as messages from "../messages";
import { useOptions } from "../session/session-context";

interface GraphPickerProps {
  readonly graphs: readonly Graph[];
  readonly graph: Graph;
}

const list = lateCode(() => import("./graph-picker-list"));

export function GraphPicker({ graphs, graph }: GraphPickerProps) {
  const options = useOptions();
  const isOpen = useSignal(false);
  const text = useSignal("");
  const choose = (id: string): void => {
    isOpen.value = false;
    options.chooseGraph(id);
  };
  const code = list.module.value;
  return (
    <div class="graph-picker">
      <PopoverPanel
        icon="workflow"
        label={messages.graph}
        text={graphTitle(graph)}
        tooltip={graphFacts(graph)}
        isOpen={isOpen}
        load={list.load}
      >
        {code !== null && (
          <code.PickerList
            graphs={graphs}
            chosen={graph}
            text={text.value}
            onText={(typed) => {
              text.value = typed;
            }}
            onChoose={choose}
          />
        )}
      </PopoverPanel>
    </div>
  );
}
