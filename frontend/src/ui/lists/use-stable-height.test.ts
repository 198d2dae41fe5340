import { signal } from "@preact/signals";
import { h, render } from "preact";
import { afterEach, expect, it } from "vitest";
import { useCountedWhile, useStableHeight } from "./use-stable-height";

/** What draws nothing needs no more of a document. */
const place = { childNodes: [], firstChild: null } as unknown as Element;

afterEach(() => render(null, place));

/** Draws content that is `offsetHeight` pixels high, and tells how high it is held. */
function holding(offsetHeight: number) {
  let held: string | undefined;
  const element = { current: { offsetHeight } };
  function Content(content: { readonly isDrawn: boolean; readonly isWhole: boolean }) {
    held = useStableHeight(element, content, 100)?.minHeight;
    return null;
  }
  return (isDrawn: boolean, isWhole: boolean) => {
    render(h(Content, { isDrawn, isWhole }), place);
    return held;
  };
}

it("holds the height expected until what is drawn is whole", () => {
  const held = holding(240);
  expect(held(false, false)).toBe("100px");
  expect(held(true, false)).toBe("100px");
  expect(held(true, true)).toBeUndefined();
});

it("lets go of what was whole once, and holds its height when it is drawn anew", () => {
  const held = holding(240);
  held(true, true);
  expect(held(true, false)).toBeUndefined();
  expect(held(false, false)).toBe("240px");
  expect(held(true, false)).toBe("240px");
  expect(held(true, true)).toBeUndefined();
});

it("counts what is there", () => {
  const count = signal(0);
  function Row({ isThere }: { readonly isThere: boolean }) {
    useCountedWhile(isThere, count);
    return null;
  }
  const draw = (...rows: boolean[]) =>
    render(
      rows.map((isThere, key) => h(Row, { key, isThere })),
      place,
    );
  draw(false, false);
  expect(count.value).toBe(0);
  draw(true, false);
  expect(count.value).toBe(1);
  draw(true, true);
  expect(count.value).toBe(2);
  draw(true);
  expect(count.value).toBe(1);
});
