/** The inspector in step with the selected node, both ways. */
import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { inspector } from "../../../state/shell/inspector";
import { lazyPart } from "../../../ui/layout/lazy-part";
import { edgeTitle } from "../messages";
import { parseEdgeName } from "../scope/model";
import { graphKey } from "../session/displayed-graph";
import type { GraphSession } from "../session/graph-session";
import { SessionProvider } from "../session/session-context";
import type { CardContext } from "./card-context";

const AnnotatedCard = lazyPart(async () => (await import("./annotation-card")).AnnotationCard);
const EdgeDetails = lazyPart(async () => (await import("./edge-card")).EdgeCard);
const InfoCard = lazyPart(async () => (await import("./node-card")).InfoCard);
const NodeChoices = lazyPart(async () => (await import("./node-controls")).NodeControls);

/**
 * The page has one inspector, for all sessions and for other tabs: `services.inspected` says which
 * session filled it last, so that the content of another is left alone.
 */
export function useGraphInspector(session: GraphSession, context: CardContext): void {
  const current = useSignal({ session, context });
  const { options, services } = session;
  useLayoutEffect(() => {
    current.value = { session, context };
  }, [session]);
  useSignalEffect(() => fillInspector(current.value.session, current.value.context));
  useSignalEffect(() => {
    if (inspector.value === null && services.inspected.peek() === options) {
      services.inspected.value = null;
      options.select("");
    }
  });
  useEffect(() => () => leaveInspector(current.peek().session), []);
}

function fillInspector(session: GraphSession, context: CardContext): void {
  const { options } = session;
  const name = options.selectedNode.value;
  const edge = parseEdgeName(options.selectedEdge.value);
  if (name === "" && edge !== undefined) {
    const title = edgeTitle(edge.source, edge.target);
    const body = <EdgeDetails context={context} edge={edge} />;
    showInspected(session, title, body);
    return;
  }
  // Read so that a link to a node fills the inspector once its scope has arrived.
  session.visible.value;
  if (!session.holds(name)) session.arrivals.value;
  const title = session.findNode(name)?.label ?? session.findAnnotated(name)?.annotation.label;
  const card = cardOf(session, context, name);
  if (name === "" || title === undefined || card === undefined) {
    leaveInspector(session);
    return;
  }
  showInspected(session, title, card);
}

function showInspected(session: GraphSession, title: string, card: ComponentChild): void {
  session.services.inspected.value = session.options;
  inspector.value = { title, body: <SessionProvider value={session}>{card}</SessionProvider> };
}

function cardOf(
  session: GraphSession,
  context: CardContext,
  name: string,
): ComponentChild | undefined {
  const scope = session.findScopeAround(name);
  const node = session.findNode(name);
  if (scope === undefined || node === undefined) {
    const annotated = session.findAnnotated(name);
    return annotated && <AnnotatedCard annotated={annotated} context={context} />;
  }
  // Read so that its actions are those of a node that is open, or closed.
  session.scene.value;
  return (
    <InfoCard key={graphKey(context.graph)} node={node} scope={scope} context={context}>
      <NodeChoices node={node} scope={scope} />
    </InfoCard>
  );
}

function leaveInspector({ options, services }: GraphSession): void {
  if (services.inspected.peek() !== options) return;
  services.inspected.value = null;
  inspector.value = null;
}
