/** The graph tab, whose code is fetched when it is opened first. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Failure } from "../ui/failure";
import { Skeleton } from "../ui/skeleton";

const loaded = signal<{ tab: ComponentType } | null>(null);
const failed = signal<Error | null>(null);

async function load(): Promise<void> {
  failed.value = null;
  try {
    const { GraphTab } = await import("../features/graph");
    loaded.value = { tab: GraphTab };
  } catch (cause) {
    failed.value = cause instanceof Error ? cause : new Error(String(cause));
  }
}

export function LazyGraph() {
  useEffect(() => {
    if (loaded.peek() === null) void load();
  }, []);
  if (failed.value !== null) {
    return (
      <Failure title="The graph view could not be loaded" error={failed.value} onRetry={load} />
    );
  }
  if (loaded.value === null) return <Skeleton text="Loading the graph view" />;
  const { tab: GraphTab } = loaded.value;
  return <GraphTab />;
}
