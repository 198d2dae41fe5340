import { expect, test, vi } from "vitest";
import { NotebookTheme } from "./notebook-theme";

test("a query for the dark theme is answered by the notebook, others by the browser", () => {
  const theme = new NotebookTheme(false);
  theme.install();
  const query = matchMedia("(prefers-color-scheme: dark)");
  const changed = vi.fn();
  query.addEventListener("change", ({ matches }) => changed(matches));
  expect(query.matches).toBe(false);
  theme.set(true);
  theme.set(true);
  expect(query.matches).toBe(true);
  expect(changed.mock.calls).toEqual([[true]]);
  expect(matchMedia("(max-width: 1px)")).not.toBe(query);
});
