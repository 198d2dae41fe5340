/**
 * The page of the guide about each tab, relative to the address of the dashboard.
 *
 * A test of the built guide (tests/packaging/test_guide_pages.py) reads this table.
 */
const TOPICS: ReadonlyMap<string, string> = new Map([
  ["overview", "help/manual.html#the-overview"],
  ["scalars", "help/manual.html#reading-charts"],
  ["graph", "help/manual.html#what-the-graph-shows"],
  ["distributions", "help/manual.html#what-else-it-shows"],
  ["media", "help/manual.html#what-else-it-shows"],
  ["text", "help/manual.html#what-else-it-shows"],
  ["hparams", "help/manual.html#what-else-it-shows"],
  ["curves", "help/manual.html#what-else-it-shows"],
  ["custom", "help/manual.html#reading-charts"],
  ["projector", "help/manual.html#what-else-it-shows"],
  ["tensors", "help/manual.html#what-else-it-shows"],
  ["runs", "help/manual.html#the-table-of-runs"],
]);

/** Returns the address of a tab's page; of the contents for null, while there is no tab. */
export function guideTopic(tab: string | null): string {
  return (tab === null ? undefined : TOPICS.get(tab)) ?? "help/guide/index.html";
}
