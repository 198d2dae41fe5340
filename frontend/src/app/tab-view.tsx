/** The view of a tab, whose code is fetched when it is opened first. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Failure } from "../ui/failure";
import { Skeleton } from "../ui/skeleton";
import type { LazyView, TabEntry } from "./tabs";

type Loaded = ComponentType | Error;

/** By the id of the tab. */
const loaded = signal<ReadonlyMap<string, Loaded>>(new Map());

function put(id: string, view: Loaded): void {
  loaded.value = new Map(loaded.peek()).set(id, view);
}

async function load(id: string, view: LazyView): Promise<void> {
  try {
    put(id, await view.load());
  } catch (cause) {
    put(id, cause instanceof Error ? cause : new Error(String(cause)));
  }
}

interface LazyTabProps {
  readonly tab: TabEntry;
  readonly view: LazyView;
}

function LazyTab({ tab: { id, title }, view }: LazyTabProps) {
  useEffect(() => {
    if (typeof loaded.peek().get(id) !== "function") void load(id, view);
  }, [id]);
  const View = loaded.value.get(id);
  if (View === undefined) return <Skeleton text={`Loading the tab ${title}`} />;
  if (View instanceof Error) {
    const what = `The tab ${title} could not be loaded`;
    return <Failure title={what} error={View} onRetry={() => void load(id, view)} />;
  }
  return <View />;
}

export function TabView({ tab }: { tab: TabEntry }) {
  const { view: View } = tab;
  return typeof View === "function" ? <View /> : <LazyTab tab={tab} view={View} />;
}
