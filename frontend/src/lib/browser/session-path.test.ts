import { expect, test } from "vitest";
import { withoutSession } from "./session-path";

const SESSION = `~${"aB3_-".repeat(9).slice(0, 43)}`;

test("no address in a text has a session", () => {
  const stack = `at a (http://h:1/${SESSION}/static/a.js:1:2)\nat b (http://h:1/x/${SESSION}/b.js:3:4)`;
  expect(withoutSession(stack)).toBe(
    "at a (http://h:1/static/a.js:1:2)\nat b (http://h:1/x/b.js:3:4)",
  );
});

test("other paths are left as they are", () => {
  expect(withoutSession("/~alice/board/?q=~x")).toBe("/~alice/board/?q=~x");
});
