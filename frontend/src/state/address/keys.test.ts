import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { defaultOf, KEYS, LOOKS, labelOf } from "./keys";
import { urlList, urlText, viewSearch } from "./url-state";

const SOURCES = new URL("../../", import.meta.url);

/** The code of the page, without tests. */
function sources(): string {
  const names = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  const modules = names.filter(
    (name) => /(?<!\.test)\.tsx?$/.test(name) && !name.endsWith("keys.ts"),
  );
  return modules.map((name) => readFileSync(new URL(name, SOURCES), "utf8")).join("\n");
}

it("has a label for every key, as undo says it", () => {
  for (const key of Object.keys(KEYS)) {
    expect(labelOf([key]), key).toMatch(/^(the |an? )?[a-z][a-z–\- ]+[a-z]$/);
    expect(labelOf([key]), key).not.toBe("a setting");
  }
});

it("has no key that the page does not use", () => {
  const text = sources();
  const unused = Object.keys(KEYS).filter((key) => !text.includes(`"${key}"`));
  expect(unused).toEqual([]);
});

it("leaves a key out of the address while it has its default", () => {
  const search = viewSearch();
  for (const [key, { type }] of Object.entries(KEYS)) {
    const signal = type === "list" ? urlList(key as "runs") : urlText(key as "tab");
    const before = signal.peek();
    expect(viewSearch(), key).toBe(search);
    signal.value = (type === "list" ? ["a", "b"] : "anything else") as never;
    expect(viewSearch(), key).not.toBe(search);
    signal.value = before as never;
    expect(viewSearch(), key).toBe(search);
  }
});

it("has one signal for a key, however often it is bound", () => {
  expect(urlText("superseded")).toBe(urlText("superseded"));
  expect(urlText("superseded").value).toBe(defaultOf("superseded"));
});

it("counts the camera and what is selected as looks, and nothing else", () => {
  expect(LOOKS).toEqual(["node", "edge", "camera"]);
});

it("names what changed, each thing once", () => {
  expect(labelOf(["runs"])).toBe("the runs shown");
  expect(labelOf(["zoom", "frame"])).toBe("the zoom");
  expect(labelOf(["zoom", "x"])).toBe("the zoom and the x axis");
});

it("lists at most two changes, and says that there are more", () => {
  expect(labelOf(["zoom", "x", "runs"])).toBe("the zoom, the x axis and more");
  expect(labelOf(["zoom", "unknown"])).toBe("the zoom and more");
  expect(labelOf(["unknown"])).toBe("a setting");
});
