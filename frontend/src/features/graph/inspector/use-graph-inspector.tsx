/** The inspector in step with the selected node, both ways. */
import { signal, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { inspector } from "../../../state/shell/inspector";
import { selectedNode, selectNode } from "../options/expansion";
import { toggleInPlace } from "../session/anchor";
import { graphKey } from "../session/displayed-graph";
import { AnnotatedCard } from "./annotation-card";
import type { CardContext } from "./card-context";
import { InfoCard } from "./node-card";
import { NodeChoices } from "./node-controls";

/** The node that the inspector was last filled for; so that another tab's content is left alone. */
const inspected = signal("");

export function useInspector(context: CardContext): void {
  const current = useSignal(context);
  useLayoutEffect(() => {
    current.value = context;
  }, [context.view]);
  useSignalEffect(() => fillInspector(current.value));
  useSignalEffect(() => {
    if (inspector.value === null && inspected.peek() !== "") {
      inspected.value = "";
      selectNode("");
    }
  });
  useEffect(() => leaveInspector, []);
}

function fillInspector(context: CardContext): void {
  const { view } = context;
  const name = selectedNode.value;
  // Read so that a link to a node fills the inspector once its scope has arrived.
  view.visible.value;
  if (!view.holds(name)) view.arrivals.value;
  const title = view.findNode(name)?.label ?? view.findAnnotated(name)?.annotation.label;
  const body = cardOf(context, name);
  if (name === "" || title === undefined || body === undefined) {
    leaveInspector();
    return;
  }
  inspected.value = name;
  inspector.value = { title, body };
}

function cardOf(context: CardContext, name: string): ComponentChild | undefined {
  const { view } = context;
  const scope = view.findScopeAround(name);
  const node = view.findNode(name);
  if (scope === undefined || node === undefined) {
    const annotated = view.findAnnotated(name);
    return annotated && <AnnotatedCard annotated={annotated} context={context} />;
  }
  const isOpen = view.scene.value?.boxByName.get(name)?.isOpen ?? false;
  return (
    <InfoCard
      key={graphKey(context.graph)}
      node={node}
      scope={scope}
      isOpen={isOpen}
      context={context}
      onToggle={toggleInPlace}
    >
      <NodeChoices view={view} node={node} scope={scope} />
    </InfoCard>
  );
}

function leaveInspector(): void {
  if (inspected.peek() !== "") inspector.value = null;
  inspected.value = "";
}
