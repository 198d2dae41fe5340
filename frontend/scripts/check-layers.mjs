/**
 * Checks the import rules of .dependency-cruiser.cjs, that no module of the graph holds state, and
 * that texts for people are in catalogues.
 *
 * dependency-cruiser exits 0 when it could read no TypeScript at all (a compiler newer than it
 * knows), so the number of modules it saw is part of the check. So are the folders: one without a
 * row in stages.cjs, or with more modules than a reader can keep in view, is a complaint.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { catalogueTextComplaints } from "./catalogue-texts.mjs";
import { moduleStateComplaints } from "./module-state.mjs";

const stages = createRequire(import.meta.url)("../stages.cjs");
const MAX_MODULES = 25;

/** Complaints about folders: too many modules, no row in stages.cjs, a row without a folder. */
function folderComplaints(paths) {
  const sizes = new Map();
  for (const path of paths) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  const large = [...sizes]
    .filter(([, size]) => size > MAX_MODULES)
    .map(([folder, size]) => `${folder}: ${size} modules, at most ${MAX_MODULES}`);
  const rows = Object.entries(stages).flatMap(([root, list]) => {
    const named = list.map(([folder]) => `${root}/${folder}`);
    const below = new Set(
      [...sizes.keys()]
        .filter((folder) => folder.startsWith(`${root}/`))
        .map((folder) =>
          folder
            .split("/")
            .slice(0, root.split("/").length + 1)
            .join("/"),
        ),
    );
    return [
      ...[...below]
        .filter((folder) => !named.includes(folder))
        .map((folder) => `${folder}: no row in stages.cjs`),
      ...named
        .filter((folder) => !below.has(folder) && !folder.endsWith("/theme"))
        .map((folder) => `stages.cjs: there is no ${folder}`),
    ];
  });
  return [...large, ...rows];
}

const run = spawnSync(
  process.execPath,
  ["node_modules/dependency-cruiser/bin/dependency-cruise.mjs", "src", "--output-type", "json"],
  { encoding: "utf8", maxBuffer: 1 << 28 },
);
if (!run.stdout.startsWith("{")) {
  console.error(run.stderr || run.stdout);
  process.exit(1);
}
const { summary, modules } = JSON.parse(run.stdout);
const paths = modules.map(({ source }) => source).filter((path) => /^src\/.*\.tsx?$/.test(path));
const parts = paths.filter((path) => !/\.test\.tsx?$/.test(path));
const complaints = [
  ...folderComplaints(parts),
  ...moduleStateComplaints(parts),
  ...catalogueTextComplaints(parts),
];
for (const { rule, from, to, cycle } of summary.violations) {
  const path = cycle ? cycle.map(({ name }) => name).join(" → ") : to;
  console.error(`${rule.name}: ${from} → ${path}`);
}
for (const complaint of complaints) console.error(complaint);
if (paths.length === 0)
  console.error("dependency-cruiser saw 0 modules of src: nothing was checked.");
console.log(`${paths.length} modules, ${summary.violations.length} forbidden imports`);
process.exit(paths.length > 0 && complaints.length === 0 && summary.error === 0 ? 0 : 1);
