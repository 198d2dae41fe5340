import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { defaultOf, KEYS, LOOKS } from "./keys";
import { urlList, urlText, viewSearch } from "./url-state";

const SOURCES = new URL("../../", import.meta.url);

/** The code of the page, without tests. */
function sources(): string {
  const names = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  const modules = names.filter(
    (name) => /(?<!\.test)\.tsx?$/.test(name) && !/key(s|-labels)\.ts$/.test(name),
  );
  return modules.map((name) => readFileSync(new URL(name, SOURCES), "utf8")).join("\n");
}

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
  expect(LOOKS).toEqual(["node", "edge", "camera", "against_node"]);
});
