import { signal } from "@preact/signals";
import fc from "fast-check";
import { expect, it } from "vitest";
import { memoryOptions } from "./memory-options";

const names = fc.uniqueArray(fc.constantFrom("net", "net/model", "net/model/a", "b", "c"));

function expansionWith(first: readonly string[]) {
  const options = memoryOptions();
  return { options, expansion: options.expansionFrom(signal(first)) };
}

it("opens without any choice what is open at first", () => {
  const { options, expansion } = expansionWith(["net", "net/model"]);
  expect(expansion.opened.value).toEqual(["net", "net/model"]);
  expect(options.choices()).toEqual({});
});

it("knows a graph that was closed from one without any choice", () => {
  const { options, expansion } = expansionWith(["net", "net/model"]);
  expansion.closeAll();
  expect(expansion.opened.value).toEqual([]);
  expect(options.choices()).toEqual({ closed: ["net", "net/model"] });
  options.startAfresh();
  expect(expansion.isAsAtFirst()).toBe(true);
  expect(options.choices()).toEqual({});
});

it("forgets what was closed and opened again", () => {
  const { options, expansion } = expansionWith(["net"]);
  expansion.toggle("net");
  expansion.toggle("net");
  expect(options.choices()).toEqual({});
});

it("opens exactly what is wanted, whatever is open at first and was open before", () => {
  fc.assert(
    fc.property(names, names, names, (first, before, wanted) => {
      const { expansion } = expansionWith(first);
      expansion.set(before);
      expansion.set(wanted);
      expect([...expansion.opened.value].sort()).toEqual([...wanted].sort());
      expect(expansion.isExactly(wanted)).toBe(true);
    }),
  );
});

it("takes the first view of a newer graph, with what the viewer opened and closed", () => {
  const first = signal<readonly string[]>(["net", "old"]);
  const expansion = memoryOptions({ open: ["b"], closed: ["old"] }).expansionFrom(first);
  first.value = ["net", "new"];
  expect(expansion.opened.value).toEqual(["net", "new", "b"]);
});
