/** Over the drawing: what is traced, how much of it there is, how far, and the way back. */
import type { Shortcut } from "../../../../state/shell/shortcuts";
import { IconButton } from "../../../../ui/controls/button";
import type { GraphOptions } from "../../options/graph-options";
import { useOptions } from "../../session/session-context";
import { useSessionShortcuts } from "../../session/session-shortcuts";
import type { TraceSession } from "./trace-session";
import { tracedText, traceText } from "./trace-text";
import "./trace.css";

const HOPS = [1, 2, 3, 5, 10, 20];

function shortcuts({ selectedNode, trace }: GraphOptions): Shortcut[] {
  return [
    {
      keys: "i",
      label: "Trace the inputs of the selected node",
      group: "graph",
      run: () => trace.toggleInputs(selectedNode.peek()),
    },
    { keys: "Escape", label: "Stop tracing", group: "graph", run: () => trace.stop() },
  ];
}

export function TraceBar({ tracing }: { tracing: TraceSession }) {
  const options = useOptions();
  const { choice, pickFrom } = options.trace;
  useSessionShortcuts(shortcuts(options));
  if (pickFrom.value !== "") return <PickBar from={pickFrom.value} />;
  return choice.value === undefined ? null : <ChosenBar tracing={tracing} />;
}

function PickBar({ from }: { from: string }) {
  return (
    <div class="graph-notice-bar graph-trace-bar">
      <span role="status" data-tooltip={from}>
        {`Select the node to which ways from ${from.slice(from.lastIndexOf("/") + 1)} lead`}
      </span>
      <StopButton label="Trace nothing" />
    </div>
  );
}

function ChosenBar({ tracing }: { tracing: TraceSession }) {
  const { trace } = useOptions();
  const choice = trace.choice.value;
  if (choice === undefined) return null;
  const { data, error, isLoading } = tracing.now.value;
  const text = error?.message ?? (data === null || isLoading ? "tracing" : tracedText(data));
  return (
    <div class={`graph-notice-bar graph-trace-bar ${error === null ? "" : "wrong"}`}>
      <span role="status">
        <strong data-tooltip={choice.source}>{traceText(choice)}</strong>
        {`: ${text}`}
      </span>
      <label>
        within
        <select
          value={choice.hops ?? ""}
          onChange={({ currentTarget: { value } }) =>
            trace.setHops(value === "" ? undefined : Number(value))
          }
        >
          <option value="">any distance</option>
          {hopChoices(choice.hops).map((hops) => (
            <option key={hops} value={hops}>
              {hops === 1 ? "1 edge" : `${hops} edges`}
            </option>
          ))}
        </select>
      </label>
      <StopButton label="Stop tracing" />
    </div>
  );
}

/** The distances on offer, and the one in the address. */
function hopChoices(now: number | undefined): number[] {
  return [...new Set(now === undefined ? HOPS : [...HOPS, now])].sort((a, b) => a - b);
}

function StopButton({ label }: { label: string }) {
  const { trace } = useOptions();
  return <IconButton icon="close" label={label} shortcut="Esc" onClick={() => trace.stop()} />;
}
