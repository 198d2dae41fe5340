/** What goes into an op and out of it, tensor by tensor. */
import type { OpEnds, OtherEnd } from "../../../api/types";
import { counted, countText } from "../../../lib/format/number";
import type { ScopeAnnotation } from "../scope/model";
import { useSession } from "../session/session-context";
import type { CardContext } from "./card-context";
import { tensorText } from "./card-text";
import * as messages from "./messages";
import { EdgeChange } from "./node-differences";
import { NodeLink } from "./node-link";

/** Consumers of one output that are in the document; the rest are counted. */
const MAX_CONSUMERS = 50;

interface OpEdgesProps {
  readonly context: CardContext;
  /** The full name of the op. */
  readonly name: string;
  readonly ends: OpEnds;
}

export function OpEdges({ context, name, ends }: OpEdgesProps) {
  const annotations = useSession().findNode(name)?.annotations ?? [];
  const { inputs, outputs, control_inputs, control_outputs, bound } = ends;
  return (
    <>
      <section>
        <h3>
          {messages.inputs} <span class="graph-info-count">{countText(inputs.length)}</span>
        </h3>
        {inputs.length === 0 && <p class="graph-info-none">{messages.none}</p>}
        <ol class="graph-info-links">
          {inputs.map((input) => (
            <Input
              key={`${input.slot} ${input.source.name}`}
              context={context}
              input={input}
              value={findValue(annotations, input.source.name)}
            />
          ))}
        </ol>
        <Controls context={context} title={messages.controlInput} ends={control_inputs} />
      </section>
      <section>
        <h3>
          {messages.outputs} <span class="graph-info-count">{countText(outputs.length)}</span>
        </h3>
        {outputs.length === 0 && <p class="graph-info-none">{messages.none}</p>}
        {outputs.map((output) => (
          <Output key={output.port} context={context} output={output} />
        ))}
        <Controls context={context} title={messages.controlOutput} ends={control_outputs} />
      </section>
      {bound !== null && <p class="graph-info-none">{bound}</p>}
    </>
  );
}

interface InputProps {
  readonly context: CardContext;
  readonly input: OpEnds["inputs"][number];
  /** A constant as it is drawn beside this op: `stride 2×2`; undefined for other inputs. */
  readonly value: string | undefined;
}

function Input({ context, input, value }: InputProps) {
  const { slot, source, port, is_reference, tensor, change } = input;
  // The value of a setting says more than that nothing is known of its shape.
  const isSetting = value !== undefined && tensor.label === null;
  return (
    <li>
      <span class="graph-info-end">
        <span class="graph-info-slot">{slot}</span>
        <End context={context} end={source} value={value} />
        {port > 0 && <span class="graph-info-port">{messages.outputPort(port)}</span>}
        <EdgeChange change={change} />
      </span>
      <span class={`graph-info-flow ${is_reference ? "reference" : ""}`}>
        {!isSetting && tensorText(tensor)}
        {is_reference && messages.byReference}
      </span>
    </li>
  );
}

/** What is drawn of a constant where that is not the end of its name. */
function findValue(annotations: readonly ScopeAnnotation[], name: string): string | undefined {
  const label = annotations.find((annotation) => annotation.name === name)?.label;
  return label === undefined || name.endsWith(label) ? undefined : label;
}

function Output({ context, output }: { context: CardContext; output: OpEnds["outputs"][number] }) {
  const { port, tensor, total, consumers } = output;
  const shown = consumers.slice(0, MAX_CONSUMERS);
  return (
    <div class="graph-info-output">
      <p>
        <span class="graph-info-slot">{port}</span>
        <span class="graph-info-flow">{tensorText(tensor)}</span>
      </p>
      <ul class="graph-info-links">
        {shown.map(({ target, slot, is_reference, change }) => (
          <li key={`${target.name} ${slot}`}>
            <span class="graph-info-end">
              <End context={context} end={target} />
              <EdgeChange change={change} />
            </span>
            <span class={`graph-info-flow ${is_reference ? "reference" : ""}`}>
              {is_reference ? messages.inputByReference(slot) : messages.inputSlot(slot)}
            </span>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p class="graph-info-none">{messages.moreConsumers(total - shown.length)}</p>
      )}
      {total === 0 && <p class="graph-info-none">{messages.unused}</p>}
    </div>
  );
}

interface EndProps {
  readonly context: CardContext;
  readonly end: OtherEnd;
  readonly value?: string | undefined;
}

/** An op at the other end, with the node beside which it is drawn if it is not drawn by itself. */
function End({ context, end: { name, node }, value }: EndProps) {
  const session = useSession();
  return (
    <NodeLink context={context} name={name} node={node}>
      {value ?? endText(name, session.findNode(name)?.label)}
    </NodeLink>
  );
}

/** A name, with what its box says where that is not the end of it. */
function endText(name: string, label?: string): string {
  return label === undefined || name.endsWith(label) ? name : messages.labelAndName(label, name);
}

interface ControlsProps {
  readonly context: CardContext;
  readonly title: string;
  readonly ends: readonly OtherEnd[];
}

function Controls({ context, title, ends }: ControlsProps) {
  if (ends.length === 0) return null;
  return (
    <details class="graph-info-more">
      <summary>{counted(ends.length, title)}</summary>
      <ul class="graph-info-links">
        {ends.map((end) => (
          <li key={end.name}>
            <End context={context} end={end} />
          </li>
        ))}
      </ul>
    </details>
  );
}
