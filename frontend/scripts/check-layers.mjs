/**
 * Checks the import rules of .dependency-cruiser.cjs.
 *
 * dependency-cruiser exits 0 when it could read no TypeScript at all (a compiler newer than it
 * knows), so the number of modules it saw is part of the check.
 */
import { spawnSync } from "node:child_process";

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
const seen = modules.filter(({ source }) => /^src\/.*\.tsx?$/.test(source)).length;
for (const { rule, from, to, cycle } of summary.violations) {
  const path = cycle ? cycle.map(({ name }) => name).join(" → ") : to;
  console.error(`${rule.name}: ${from} → ${path}`);
}
if (seen === 0) console.error("dependency-cruiser saw 0 modules of src: nothing was checked.");
console.log(`${seen} modules, ${summary.violations.length} forbidden imports`);
process.exit(seen > 0 && summary.error === 0 ? 0 : 1);
