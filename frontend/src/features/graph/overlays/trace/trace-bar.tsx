/** Over the drawing: what is traced, how much of it there is, how far, and the way back. */
import { IconButton } from "../../../../ui/controls/button";
import * as lateMessages from "../../late/messages";
import { useOptions } from "../../session/session-context";
import * as messages from "../messages";
import type { TraceSession } from "./trace-session";
import { tracedText, traceText } from "./trace-text";
import "./trace.css";

const HOPS = [1, 2, 3, 5, 10, 20];

export function TraceBar({ tracing }: { tracing: TraceSession }) {
  const { choice, pickFrom } = useOptions().trace;
  if (pickFrom.value !== "") return <PickBar from={pickFrom.value} />;
  return choice.value === undefined ? null : <ChosenBar tracing={tracing} />;
}

function PickBar({ from }: { from: string }) {
  return (
    <div class="graph-notice-bar graph-trace-bar" data-covers>
      <span role="status" data-tooltip={from}>
        {lateMessages.selectTarget(from.slice(from.lastIndexOf("/") + 1))}
      </span>
      <StopButton label={messages.cancelTrace} />
    </div>
  );
}

function ChosenBar({ tracing }: { tracing: TraceSession }) {
  const { trace } = useOptions();
  const choice = trace.choice.value;
  if (choice === undefined) return null;
  const { data, error, isLoading } = tracing.now.value;
  const text = error?.message ?? (data === null || isLoading ? messages.tracing : tracedText(data));
  return (
    <div class={`graph-notice-bar graph-trace-bar ${error === null ? "" : "wrong"}`} data-covers>
      <span role="status">
        <strong data-tooltip={choice.source}>{traceText(choice)}</strong>
        {lateMessages.afterTrace(text)}
      </span>
      <label>
        {messages.within}
        <select
          value={choice.hops ?? ""}
          onChange={({ currentTarget: { value } }) =>
            trace.setHops(value === "" ? undefined : Number(value))
          }
        >
          <option value="">{messages.anyHops}</option>
          {hopChoices(choice.hops).map((hops) => (
            <option key={hops} value={hops}>
              {lateMessages.hopCount(hops)}
            </option>
          ))}
        </select>
      </label>
      <StopButton label={messages.stopTracing} />
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
