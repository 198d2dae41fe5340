/**
 * The page of the guide about each tab, relative to the address of the dashboard.
 *
 * A test of the built guide (tests/packaging/test_guide_pages.py) reads this table.
 */
const TOPICS: ReadonlyMap<string, string> = new Map([
  ["overview", "help/manual.html#the-overview"],
  ["scalars", "help/guide/scalars.html"],
  ["graph", "help/guide/graph.html"],
  ["distributions", "help/guide/distributions.html"],
  ["media", "help/guide/media.html"],
  ["text", "help/guide/other-tabs.html#text"],
  ["hparams", "help/guide/other-tabs.html#hparams"],
  ["curves", "help/guide/other-tabs.html#curves"],
  ["custom", "help/guide/scalars.html#custom-charts"],
  ["projector", "help/guide/other-tabs.html#projector"],
  ["tensors", "help/guide/other-tabs.html#tensors"],
  ["runs", "help/guide/runs.html"],
]);

/** Returns the address of a tab's page; of the contents for null, while there is no tab. */
export function guideTopic(tab: string | null): string {
  return (tab === null ? undefined : TOPICS.get(tab)) ?? "help/guide/index.html";
}
