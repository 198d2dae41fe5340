import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Puts a compressed form beside each file of the page: the server has better to do. */
function compressed(): Plugin {
  const level = constants.Z_BEST_COMPRESSION;
  return {
    name: "compressed",
    apply: "build",
    writeBundle({ dir = "" }) {
      const assets = join(dir, "assets");
      for (const name of readdirSync(assets)) {
        const file = join(assets, name);
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level }));
      }
    },
  };
}

// Numbers and dates follow the locale of the process, and the expected texts are British: worker
// processes of the tests read this when they start.
process.env.LC_ALL = "en_GB.UTF-8";

export default defineConfig({
  // Relative, so that the page works below any path prefix.
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../server/scopeboard/static",
    emptyOutDir: true,
    manifest: true,
    // Whoever gets the page gets the licences of what is bundled into it.
    license: true,
    target: "es2022",
    // The page's policy allows no data: fonts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: "src/main.tsx",
      output: {
        codeSplitting: {
          groups: [
            // What every visit needs is one script and one style sheet: a browser asks for six
            // files at a time, and each is a question to the server.
            { name: "page", tags: ["$initial"] },
            // So is what several tabs need besides.
            { name: "shared", minShareCount: 2, maxModuleSize: 50_000 },
          ],
        },
      },
    },
  },
  plugins: [compressed()],
  worker: { format: "es" },
  test: {
    // For what never ends; a busy machine may rest for long in the midst of a test.
    testTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "modules",
          include: ["src/**/*.test.ts", "scripts/**/*.test.mjs"],
          environment: "node",
          setupFiles: ["scripts/property-tests.mjs"],
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          include: ["src/**/*.test.tsx"],
          environment: "happy-dom",
          setupFiles: ["scripts/component-tests.mjs"],
        },
      },
    ],
  },
});
