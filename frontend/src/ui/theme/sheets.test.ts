import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const SOURCE = new URL("../../", import.meta.url);

function filesOf(ending: RegExp): { readonly name: string; readonly text: string }[] {
  const names = readdirSync(SOURCE, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => ending.test(name))
    .map((name) => ({ name, text: readFileSync(new URL(name, SOURCE), "utf8") }));
}

const sheets = filesOf(/\.css$/).map(({ name, text }) => ({
  name,
  text: text.replaceAll(/\/\*.*?\*\//gs, ""),
}));

/** Whose classes a sheet may style: a feature's, or those of a layer. */
function ownerOf(name: string): string {
  const [layer = "", feature = ""] = name.split("/");
  return layer === "features" ? `${layer}/${feature}` : layer;
}

/** The classes of each part of a selector, outermost first: `.a.b > li .c` has two, of two and one. */
function selectorsOf(text: string): string[][] {
  const heads = [...text.matchAll(/([^{};]+)\{/g)].map(([, head = ""]) => head.trim());
  return heads
    .filter((head) => !head.startsWith("@") && head.includes("."))
    .flatMap((head) => head.split(/,(?![^(]*\))/))
    .map((selector) => [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name));
}

it("uses no custom property that nothing defines", () => {
  const code = filesOf(/\.tsx?$/)
    .map(({ text }) => text)
    .join("\n");
  const defined = new Set(
    sheets.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
  );
  const undefinedIn = sheets.flatMap(({ name, text }) =>
    [...text.matchAll(/var\((--[\w-]+)/g)]
      .map(([, property = ""]) => property)
      .filter((property) => !defined.has(property) && !code.includes(`"${property}"`))
      .map((property) => `${name}: ${property}`),
  );
  expect(undefinedIn).toEqual([]);
});

it("styles no class of another layer or feature without a class of its own", () => {
  const owners = new Map<string, Set<string>>();
  for (const { name, text } of sheets) {
    for (const [first] of selectorsOf(text).filter((classes) => classes.length === 1)) {
      if (first === undefined) continue;
      owners.set(first, (owners.get(first) ?? new Set()).add(ownerOf(name)));
    }
  }
  const shared = [...owners].filter(([, folders]) => folders.size > 1);
  expect(shared.map(([name, folders]) => `.${name}: ${[...folders].join(", ")}`)).toEqual([]);
});
