/** The run table as a page of its own. */
import { useEffect } from "preact/hooks";
import { followTagNames } from "../../state/runs/run-metrics";
import { isWide } from "../../state/runs/run-table";
import { lazyPart } from "../../ui/layout/lazy-part";
import { useRunKeys } from "./actions/run-keys";
import { layout } from "./comparison/options";
import * as messages from "./messages";
import { RunMenu } from "./table/late-run-menu";
import { FullTable } from "./table/run-table";

const Comparison = lazyPart(
  async () => (await import("./comparison/comparison-view")).ComparisonView,
);

export function RunsTab() {
  useRunKeys();
  useEffect(() => {
    followTagNames();
    isWide.value = true;
    return () => {
      isWide.value = false;
    };
  }, []);
  if (layout.value !== null) return <Comparison />;
  return (
    <>
      <section class="run-table" aria-label={messages.runs}>
        <FullTable isPage />
      </section>
      <RunMenu />
    </>
  );
}
