/** What is being waited for, over the drawing, which stays usable; and why nothing comes. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getGraphStage } from "../../../api/resources";
import type { Graph, GraphStage } from "../../../api/types";
import { bytesText, counted, countText } from "../../../lib/format/number";
import { connection } from "../../../state/server/connection";
import { Button } from "../../../ui/controls/button";
import { ErrorState } from "../../../ui/feedback/error-state";
import type { LoadStatus } from "../session/graph-session";
import { MAX_DRAWN } from "../session/scene-builder";
import { useSession } from "../session/session-context";
import "./progress-overlay.css";

/** How often the server's stage is polled. */
const POLL_MS = 200;

export function ProgressOverlay({ graph }: { graph: Graph }) {
  const session = useSession();
  const now = session.status.value;
  const doing = useServerStage(graph.id, isTopAwaited(now));
  if (now.phase === "failed") {
    const isAll = session.scene.value === null;
    const title = `${isAll ? "The graph" : "A part of the graph"} could not be drawn`;
    return (
      <div class="graph-failure">
        <ErrorState title={title} error={now.error} onRetry={() => session.retry()} />
      </div>
    );
  }
  if (now.phase === "too many" || now.phase === "stopped") {
    return <HeldBack nodes={now.nodes} isTooMany={now.phase === "too many"} />;
  }
  return <Waiting text={waitingText(now, graph, doing)} phase={now.phase} />;
}

function isTopAwaited(now: LoadStatus): boolean {
  return now.phase === "loading" && now.names[0] === "";
}

/** What the server is doing while the top level is awaited. */
function useServerStage(graph: string, isAwaited: boolean): GraphStage {
  const stage = useSignal<GraphStage>("group");
  useEffect(() => {
    if (!isAwaited) return undefined;
    const stopping = new AbortController();
    const poll = (): void => {
      // The request for the top level reports whether the server answers at all.
      getGraphStage(graph, stopping.signal).then(
        (now) => {
          stage.value = now;
        },
        () => undefined,
      );
    };
    const timer = setInterval(poll, POLL_MS);
    return () => {
      clearInterval(timer);
      stopping.abort();
    };
  }, [graph, isAwaited]);
  return stage.value;
}

interface WaitingProps {
  readonly text: string;
  readonly phase: LoadStatus["phase"];
}

/** Appears only when it takes its time. */
function Waiting({ text, phase }: WaitingProps) {
  const session = useSession();
  return (
    <div class="graph-progress" data-phase={phase}>
      <span role="status">{text}</span>
      {phase !== "ready" && (
        <Button look="quiet" onClick={() => session.cancelLayout()}>
          Cancel
        </Button>
      )}
    </div>
  );
}

function waitingText(now: LoadStatus, graph: Graph, doing: GraphStage): string {
  if (now.phase === "loading") {
    const isLost = connection.value.state === "lost";
    return `${isLost ? "Waiting for the server: " : ""}${askingText(now.names, graph, doing)}`;
  }
  if (now.phase !== "laying out") return "";
  const { nodes, progress } = now;
  const all = `laying out ${counted(nodes, "node")}`;
  if (progress === undefined) return all;
  const { phase, done, total } = progress;
  // The scope in hand is the one after those that are done.
  const scope = countText(Math.min(done + 1, total));
  return `${all}: ${phase}${total < 2 ? "" : ` scope ${scope} of ${countText(total)}`}`;
}

function askingText(names: readonly string[], graph: Graph, doing: GraphStage): string {
  if (names[0] === "") return topText(graph, doing);
  return names.length === 1 ? `reading ${names[0]}` : `reading ${counted(names.length, "scope")}`;
}

/** The top level comes when the server has parsed the graph, built it and grouped its ops. */
function topText(graph: Graph, doing: GraphStage): string {
  const ops = counted(graph.nodes, "op");
  if (doing === "parse") return `parsing ${bytesText(graph.bytes)}`;
  if (doing === "build") return `building ${ops} and ${counted(graph.edges, "edge")}`;
  return `grouping ${ops} by scope`;
}

interface HeldBackProps {
  readonly nodes: number;
  readonly isTooMany: boolean;
}

/** What is not drawn, or not any more, and what can be done. */
function HeldBack({ nodes, isTooMany }: HeldBackProps) {
  const session = useSession();
  const { opened } = session.options.expansion;
  const hasScene = session.scene.value !== null;
  const size = counted(nodes, "node");
  const why = isTooMany
    ? `This would be a drawing of ${size}. More than ${countText(MAX_DRAWN)} take long to lay out, and are too many to see.`
    : nodes > 0
      ? `Laying out ${size} was stopped.`
      : "Reading the graph was stopped.";
  return (
    <div class="graph-held-back" role="alert">
      <p>{why}</p>
      {isTooMany && !hasScene && <p>A search finds every node of the graph all the same.</p>}
      <Button onClick={() => session.forceLayout()}>Draw it</Button>
      {(hasScene || opened.value.length > 0) && (
        <Button onClick={() => session.cancelLayout()}>
          {hasScene ? "Keep what is there" : "Close all scopes"}
        </Button>
      )}
    </div>
  );
}
