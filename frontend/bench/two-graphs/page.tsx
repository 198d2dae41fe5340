/**
 * A page with the first two graphs of a server beside each other, for tests in a browser: as a pane
 * for comparison would hold them, with real workers, canvases and styles.
 */
import "../../src/ui/sheets";
import { render } from "preact";
import { getGraphs } from "../../src/api/resources";
import { GraphWorkspace } from "../../src/features/graph/graph-workspace";
import { memoryOptions } from "../../src/features/graph/options/memory-options";
import { pageServices } from "../../src/features/graph/page-services";
import { GraphOnPage } from "../../src/features/graph/session/use-displayed-graph";
import { startShortcuts } from "../../src/state/shell/shortcuts";
import "../../src/features/graph/render/categories.css";
import "../../src/features/graph/render/theme.css";
import "../../src/features/graph/graph.css";
import "../../src/features/graph/panels.css";
import "./page.css";

async function showTwoGraphs(): Promise<void> {
  const { graphs } = await getGraphs();
  const panes = graphs
    .slice(0, 2)
    .map((graph) => new GraphOnPage(graph, memoryOptions(), pageServices));
  startShortcuts();
  render(
    panes.map((shown) => (
      <section key={shown.graph.id} aria-label={shown.graph.file} class="pane">
        <GraphWorkspace shown={shown} graphs={[shown.graph]} />
      </section>
    )),
    document.body,
  );
}

void showTwoGraphs();
