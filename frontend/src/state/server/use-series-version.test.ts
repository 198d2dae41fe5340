import { Fragment, h, render } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { noteChanges } from "./connection";
import { useSeriesVersion } from "./use-series-version";

/** What draws nothing needs no more of a document. */
const place = { childNodes: [], firstChild: null } as unknown as Element;

const pointsOf = (run: string, tag: string) => [
  { run, tags: [tag], last_step: 1, last_wall_time: null, version: "" },
];

it("draws a component again for new points of its own series only", () => {
  const drawn: string[] = [];
  function Card({ tag, runs }: { readonly tag: string; readonly runs: readonly string[] }) {
    useSeriesVersion([{ tag, runs }]);
    drawn.push(`${tag} of ${runs.join()}`);
    return null;
  }
  const cards = Array.from({ length: 20 }, (_, i) =>
    h(Card, { key: i, tag: `tag${i}`, runs: ["a", "b"] }),
  );
  act(() => render(h(Fragment, {}, cards), place));
  expect(drawn).toHaveLength(20);
  drawn.length = 0;
  act(() => noteChanges(pointsOf("b", "tag3")));
  expect(drawn).toEqual(["tag3 of a,b"]);
  act(() => noteChanges(pointsOf("c", "tag3")));
  expect(drawn).toHaveLength(1);
  act(() => noteChanges("anything"));
  expect(drawn).toHaveLength(21);
});
