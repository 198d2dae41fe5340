/** The tensors, or control dependencies, behind a metaedge: op by op, with ports, shapes, dtypes. */
import { useSignal } from "@preact/signals";
import type { FlowingTensor } from "../../../api/types";
import { Pager } from "../../../ui/controls/pager";
import { ErrorState } from "../../../ui/feedback/error-state";
import type { EdgeEnds } from "../scope/model";
import type { CardContext } from "./card-context";
import { tensorText } from "./card-text";
import { nameWithin, TENSORS_PAGE, useTensors } from "./flowing-tensors";
import * as messages from "./messages";
import { NodeLink } from "./node-link";
import "./tensor-list.css";

interface TensorListProps {
  readonly context: CardContext;
  readonly edge: EdgeEnds;
}

/** To be given the name of the edge as its key: each edge begins with its first page. */
export function TensorList({ context, edge }: TensorListProps) {
  const first = useSignal(0);
  const { data, error } = useTensors(context.graph, edge, first.value);
  if (error !== null) return <ErrorState title={messages.tensorsFailed} error={error} />;
  if (data === null) return null;
  return (
    <>
      <ol class="graph-tensors">
        {data.tensors.map((tensor) => (
          <Row
            key={`${tensor.source}\n${tensor.port}\n${tensor.target}\n${tensor.slot}`}
            context={context}
            tensor={tensor}
            edge={edge}
          />
        ))}
      </ol>
      <Pager
        label={edge.kind === "control" ? messages.controlDependenciesLabel : messages.tensorsLabel}
        first={first.value}
        size={TENSORS_PAGE}
        total={data.total}
        onChange={(next) => {
          first.value = next;
        }}
      />
    </>
  );
}

interface RowProps extends TensorListProps {
  readonly tensor: FlowingTensor;
}

function Row({ context, tensor, edge }: RowProps) {
  const { source, target, port, slot, kind } = tensor;
  return (
    <li>
      <span class="graph-tensor-ends">
        <NodeLink context={context} node={source}>
          {nameWithin(source, edge.source)}
          {port !== null && <span data-tooltip={messages.outputPort(port)}>:{port}</span>}
        </NodeLink>
        {" → "}
        <NodeLink context={context} node={target}>
          {nameWithin(target, edge.target)}
          {slot !== null && <span data-tooltip={messages.inputSlot(slot)}>:{slot}</span>}
        </NodeLink>
      </span>
      {kind !== "control" && (
        <span class={`graph-info-flow ${kind}`}>
          {tensorText(tensor)}
          {kind === "reference" && messages.byReference}
        </span>
      )}
    </li>
  );
}
