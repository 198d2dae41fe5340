/** What the inspector says about a constant or a summary, which is drawn beside other nodes. */
import { Toolbar } from "../../../ui/controls/toolbar";
import type { Annotated } from "../scope/annotation-lookup";
import { copyActions } from "../session/node-actions";
import { useSession } from "../session/session-context";
import { ActionButton } from "./action-icon";
import type { CardContext } from "./card-context";
import { Facts } from "./facts";
import * as messages from "./messages";
import { NodeDetails } from "./node-details";
import { NodeLink } from "./node-link";
import { NodePath } from "./node-path";
import type { FactText } from "./parameter-facts";
import "./node-controls.css";

interface AnnotatedCardProps {
  readonly annotated: Annotated;
  readonly context: CardContext;
}

export function AnnotationCard({ annotated: { annotation, host }, context }: AnnotatedCardProps) {
  const session = useSession();
  const { name, label, kind, op, shape } = annotation;
  const facts: FactText[] = [
    [messages.kind, op.startsWith("prim::Constant") || !op.includes("::") ? kind : messages.folded],
    [messages.op, op],
    [messages.value, name.endsWith(label) ? "" : label],
    [messages.shape, shape ?? ""],
  ];
  return (
    <div class="graph-info-card">
      <NodePath name={name} onVisit={context.onVisit} />
      <Facts facts={facts.filter(([, value]) => value !== "")} />
      <p class="info-beside">
        {messages.annotationOf}{" "}
        <NodeLink context={context} node={host.name}>
          {host.name}
        </NodeLink>
      </p>
      <Toolbar class="graph-node-actions few" label={messages.actions}>
        {copyActions(session, name, host.name).map(({ id, label, run }) => (
          <ActionButton key={id} icon={id} label={label} onClick={run} />
        ))}
      </Toolbar>
      <NodeDetails key={name} context={context} name={name}>
        {null}
      </NodeDetails>
    </div>
  );
}
