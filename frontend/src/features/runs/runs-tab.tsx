/** The run table as a page of its own. */
import { useEffect } from "preact/hooks";
import { wantTagNames } from "../../state/run-metrics";
import { isWide } from "../../state/run-table";
import { useRunKeys } from "./run-keys";
import { RunMenu } from "./run-menu";
import { FullTable } from "./run-table";

export function RunsTab() {
  useRunKeys();
  useEffect(() => {
    wantTagNames();
    isWide.value = true;
    return () => {
      isWide.value = false;
    };
  }, []);
  return (
    <>
      <section class="run-table" aria-label="Runs">
        <FullTable isPage />
      </section>
      <RunMenu />
    </>
  );
}
