/**
 * Answers with messages of the page, for the browser tests, which are in Python.
 *
 * A line in is a list in JSON: the id of a message and the values that it is called with, such as
 * `["runs.runCount", 3]`. The id is the catalogue's folder below `src` or `src/features`, with dots,
 * and the name of the export. A line out is `{"text": …}`, or `{"error": …}` for an unknown id.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const catalogues = new Map();

/** The path of the catalogue of an id; undefined where there is none. */
function pathOf(folder) {
  const places = ["src/features", "src"].map((root) =>
    join(ROOT, root, ...folder.split("."), "messages.ts"),
  );
  return places.find(existsSync);
}

async function catalogueOf(folder) {
  const path = pathOf(folder);
  if (path === undefined) throw new Error(`There is no catalogue ${folder}.`);
  if (!catalogues.has(path)) {
    const { module } = await runnerImport(path, {
      root: ROOT,
      configFile: false,
      logLevel: "error",
    });
    catalogues.set(path, module);
  }
  return catalogues.get(path);
}

async function textOf(id, values) {
  const dot = id.lastIndexOf(".");
  const catalogue = await catalogueOf(id.slice(0, dot));
  const message = catalogue[id.slice(dot + 1)];
  if (message === undefined) throw new Error(`There is no message ${id}.`);
  if (typeof message === "function") return message(...values);
  if (values.length > 0) throw new Error(`The message ${id} takes no values.`);
  return message;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [id, ...values] = JSON.parse(line);
  const answer = await textOf(id, values).then(
    (text) => ({ text }),
    ({ message }) => ({ error: message }),
  );
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
