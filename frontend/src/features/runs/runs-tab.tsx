/** The run table as a page of its own. */
import { useEffect } from "preact/hooks";
import { followTagNames } from "../../state/runs/run-metrics";
import { isWide } from "../../state/runs/run-table";
import { useRunKeys } from "./actions/run-keys";
import * as messages from "./messages";
import { RunMenu } from "./table/late-run-menu";
import { FullTable } from "./table/run-table";

export function RunsTab() {
  useRunKeys();
  useEffect(() => {
    followTagNames();
    isWide.value = true;
    return () => {
      isWide.value = false;
    };
  }, []);
  return (
    <>
      <section class="run-table" aria-label={messages.runs}>
        <FullTable isPage />
      </section>
      <RunMenu />
    </>
  );
}
