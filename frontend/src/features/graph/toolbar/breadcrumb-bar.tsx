/** Where the viewer is: back, forward, the scopes around the selected node, a notice at the end. */
import type { ComponentChildren } from "preact";
import type { Shortcut } from "../../../state/shell/shortcuts";
import { IconButton } from "../../../ui/controls/button";
import { parameterFacts } from "../inspector/parameter-facts";
import * as messages from "../messages";
import { useSession } from "../session/session-context";
import { useSessionShortcuts } from "../session/session-shortcuts";
import type { ViewHistory } from "../session/view-history";
import { crumbsTo } from "./breadcrumbs";
import "./breadcrumb-bar.css";

interface PathBarProps {
  readonly viewed: ViewHistory;
  readonly onVisit: (name: string) => void;
  readonly children: ComponentChildren;
}

export function BreadcrumbBar({ viewed, onVisit, children }: PathBarProps) {
  useSessionShortcuts(shortcuts(viewed), viewed);
  return (
    <div class="graph-breadcrumb-bar">
      <IconButton
        icon="arrow-left"
        label={messages.back}
        shortcut="Alt+←"
        disabled={!viewed.canGoBack.value}
        onClick={() => viewed.go(-1)}
      />
      <IconButton
        icon="arrow-right"
        label={messages.forward}
        shortcut="Alt+→"
        disabled={!viewed.canGoForward.value}
        onClick={() => viewed.go(1)}
      />
      <Crumbs onVisit={onVisit} />
      {children}
    </div>
  );
}

/** What is known of the whole graph, while no node of it is selected. */
function WholeGraph() {
  const costs = useSession().visible.value?.top.scope.costs;
  const facts = costs === undefined ? [] : parameterFacts(costs);
  const text = facts.map(([name, count]) => `${name}: ${count}`).join(" · ");
  return (
    <span class="graph-breadcrumb-none" data-tooltip={text}>
      {/* On a phone there is room for the numbers, not for the same word twice. */}
      {text.replaceAll(" parameters", "") || messages.noNodeIsSelected}
    </span>
  );
}

function Crumbs({ onVisit }: { onVisit: (name: string) => void }) {
  const session = useSession();
  const selected = session.options.selectedNode.value;
  // Read so that a link's path is updated when its scopes have arrived.
  session.visible.value;
  if (!session.holds(selected)) session.arrivals.value;
  const crumbs = crumbsTo(selected, (name) => session.findScopeAround(name));
  if (crumbs.length === 0) return <WholeGraph />;
  return (
    <nav class="graph-breadcrumbs" aria-label={messages.breadcrumbs}>
      <ol>
        {crumbs.map(({ name, label }, i) => (
          <li key={name}>
            {i === crumbs.length - 1 ? (
              <strong aria-current="true" data-tooltip={name}>
                {label}
              </strong>
            ) : (
              <Around name={name} label={label} onVisit={onVisit} />
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface AroundProps {
  readonly name: string;
  readonly label: string;
  readonly onVisit: (name: string) => void;
}

function Around({ name, label, onVisit }: AroundProps) {
  const { hover } = useSession();
  return (
    <button
      type="button"
      data-tooltip={name}
      onClick={() => onVisit(name)}
      onPointerEnter={() => hover.point(name)}
      onPointerLeave={() => hover.clear()}
      onFocus={() => hover.point(name)}
      onBlur={() => hover.clear()}
    >
      {label}
    </button>
  );
}

function shortcuts(viewed: ViewHistory): Shortcut[] {
  const group = "graph";
  return [
    { keys: "Alt+ArrowLeft", label: messages.back, group, run: () => viewed.go(-1) },
    { keys: "Alt+ArrowRight", label: messages.forward, group, run: () => viewed.go(1) },
  ];
}
