/** What goes into an op and out of it, tensor by tensor. */
import type { OpEnds, OtherEnd } from "../../../api/types";
import { counted, countText } from "../../../lib/format/number";
import type { Annotated } from "../scope/annotation-lookup";
import type { ScopeNode } from "../scope/model";
import { useSession } from "../session/session-context";
import type { CardContext } from "./card-context";
import { tensorText } from "./card-text";
import * as messages from "./messages";
import { NodeLink } from "./node-link";

/** Consumers of one output that are in the document; the rest are counted. */
const MAX_CONSUMERS = 50;

export function OpEdges({ context, ends }: { context: CardContext; ends: OpEnds }) {
  const { inputs, outputs, control_inputs, control_outputs, bound } = ends;
  return (
    <>
      <section>
        <h3>
          {messages.inputs} <span class="graph-info-count">{countText(inputs.length)}</span>
        </h3>
        {inputs.length === 0 && <p class="graph-info-none">{messages.none}</p>}
        <ol class="graph-info-links">
          {inputs.map(({ slot, source, port, is_reference, tensor }) => (
            <li key={slot}>
              <span class="graph-info-end">
                <span class="graph-info-slot">{slot}</span>
                <End context={context} end={source} />
                {port > 0 && <span class="graph-info-port">{messages.outputPort(port)}</span>}
              </span>
              <span class={`graph-info-flow ${is_reference ? "reference" : ""}`}>
                {tensorText(tensor)}
                {is_reference && messages.byReference}
              </span>
            </li>
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
        {shown.map(({ target, slot, is_reference }) => (
          <li key={`${target.name} ${slot}`}>
            <span class="graph-info-end">
              <End context={context} end={target} />
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

/** An op at the other end, with the node beside which it is drawn if it is not drawn by itself. */
function End({ context, end: { name, node } }: { context: CardContext; end: OtherEnd }) {
  const session = useSession();
  return (
    <NodeLink context={context} name={name} node={node}>
      {endText(name, session.findNode(name), session.findAnnotated(name))}
    </NodeLink>
  );
}

/** A name, with what is drawn where that is not the end of it; of a constant the value alone. */
function endText(name: string, box?: ScopeNode, annotated?: Annotated): string {
  if (annotated !== undefined) {
    const { label } = annotated.annotation;
    return name.endsWith(label) ? name : label;
  }
  if (box === undefined || name.endsWith(box.label)) return name;
  return messages.labelAndName(box.label, name);
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
