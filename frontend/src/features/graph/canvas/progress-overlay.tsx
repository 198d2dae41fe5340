/** What is being waited for, over the drawing, which stays usable; and why nothing comes. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getGraphStage } from "../../../api/resources";
import type { Graph, GraphStage } from "../../../api/types";
import { countText } from "../../../lib/format/number";
import { connection } from "../../../state/server/connection";
import { Button } from "../../../ui/controls/button";
import { ErrorState } from "../../../ui/feedback/error-state";
import { lazyPart } from "../../../ui/layout/lazy-part";
import * as late from "../late/messages";
import * as messages from "../messages";
import type { LoadStatus } from "../session/graph-session";
import { useSession } from "../session/session-context";
import "./progress-overlay.css";

const HeldBack = lazyPart(async () => (await import("./held-back")).HeldBack);

/** How often the server's stage is polled. */
const POLL_MS = 200;

export function ProgressOverlay({ graph }: { graph: Graph }) {
  const session = useSession();
  const now = session.status.value;
  const doing = useServerStage(graph.id, isTopAwaited(now));
  if (now.phase === "failed") {
    const isAll = session.scene.value === null;
    const title = isAll ? messages.drawingFailed : messages.drawingFailedInPart;
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

function Waiting({ text, phase }: WaitingProps) {
  const session = useSession();
  return (
    <div class="graph-progress" data-phase={phase}>
      <span role="status">{text}</span>
      {phase !== "ready" && (
        <Button look="quiet" onClick={() => session.cancelLayout()}>
          {messages.cancel}
        </Button>
      )}
    </div>
  );
}

function waitingText(now: LoadStatus, graph: Graph, doing: GraphStage): string {
  if (now.phase === "loading") {
    const isLost = connection.value.state === "lost";
    const what = askingText(now.names, graph, doing);
    return isLost ? late.waitingForServer(what) : what;
  }
  if (now.phase !== "laying out") return "";
  const { nodes, progress } = now;
  const all = late.layingOut(nodes);
  if (progress === undefined) return all;
  const { phase, done, total } = progress;
  // The scope in hand is the one after those that are done.
  const scope = countText(Math.min(done + 1, total));
  return total < 2 ? `${all}: ${phase}` : late.layingOutScope(all, phase, scope, total);
}

function askingText(names: readonly string[], graph: Graph, doing: GraphStage): string {
  if (names[0] === "") return topText(graph, doing);
  return names.length === 1 ? late.readingScope(names[0] ?? "") : late.readingScopes(names.length);
}

/** The top level comes when the server has parsed the graph, built it and grouped its ops. */
function topText(graph: Graph, doing: GraphStage): string {
  const ops = messages.opCount(graph.nodes);
  if (doing === "parse") return late.parsing(graph.bytes);
  if (doing === "build") return late.building(ops, graph.edges);
  return late.groupingOps(ops);
}
