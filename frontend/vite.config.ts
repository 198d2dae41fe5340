import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipAsync } from "@gfx/zopfli";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/**
 * Puts a compressed form beside each file of the page: the server has better to do. Zopfli writes
 * what every gzip reads, about a twenty-fifth smaller than zlib's best; more iterations gain little.
 */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    async writeBundle({ dir = "" }) {
      const assets = join(dir, "assets");
      for (const name of readdirSync(assets)) {
        const file = join(assets, name);
        writeFileSync(`${file}.gz`, await gzipAsync(readFileSync(file), { numiterations: 3 }));
      }
    },
  };
}

// Numbers and dates follow the locale and the time zone of the process, and the expected texts are
// those of Britain and Berlin: worker processes of the tests read this when they start.
process.env.LC_ALL = "en_GB.UTF-8";
process.env.TZ = "Europe/Berlin";

/** Tests of folders without state in modules: one cannot see what another did before it. */
const STATELESS = [
  "src/lib/**/*.test.ts",
  "src/chart/**/*.test.ts",
  "src/features/graph/**/*.test.ts",
];

/** Tests of what looks at classes of Node.js's own objects, or changes those of elements for good. */
const OWN_PROCESS = [
  "src/features/media/animation/player-controls.test.tsx",
  "src/features/scalars/testing/notice.test.ts",
  "src/notebook/server-files.test.tsx",
  "src/widget/view.test.tsx",
];

/** Modules and globals of its own for each file, in a process for many: one for each is slower. */
const OWN_CONTEXT = "vmForks";

interface Module {
  readonly isEntry: boolean;
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

/** Where the loading of a module begins: with the page, or where a part of it is wanted. */
function rootsOf(id: string, find: (id: string) => Module | null): Set<string> {
  const roots = new Set<string>();
  const seen = new Set([id]);
  const climb = (path: string) => {
    const module = find(path);
    if (module === null) return;
    const isRoot = module.isEntry || module.dynamicImporters.length > 0;
    if (isRoot) roots.add(path.replace(/^.*\/src\//, ""));
    for (const importer of module.importers) {
      if (seen.has(importer)) continue;
      seen.add(importer);
      climb(importer);
    }
  };
  climb(id);
  return roots;
}

const PAGE = "main.tsx";
const tabOf = (feature: string) => `features/${feature}/index.ts`;
const THUMBNAIL = "features/graph/graph-thumbnail.tsx";

/** The feature that a root belongs to, or the page. */
function featureOf(root: string): string {
  if (root === THUMBNAIL) return "thumbnail";
  return /^features\/([^/]+)\//.exec(root)?.[1] ?? "page";
}

/**
 * The file that a module goes to. A browser asks for six files at a time, and each is a question to
 * the server, so there are few: the page; a feature with its tab; what its tab needs late; what
 * draws a graph, also for the overview; charts; what tabs of cards share; what others share.
 */
function fileOf(
  id: string,
  modules: { getModuleInfo: (id: string) => Module | null },
): string | null {
  const roots = rootsOf(id, (one) => modules.getModuleInfo(one));
  const features = new Set([...roots].map(featureOf));
  const isOfGraph = roots.has(tabOf("graph"));
  // The table of runs stands beside the cards.
  const isOfScalars = roots.has(tabOf("scalars")) || roots.has(tabOf("runs"));
  // With scalars or the graph begin most visits.
  if (roots.size === 0 || roots.has(PAGE) || (isOfScalars && isOfGraph)) return "page";
  if (/\/src\/chart\/(?!model\/)/.test(id) && features.size > 1) return "chart";
  const [feature = ""] = features;
  const isOfThumbnail = features.has("thumbnail") && isOfGraph;
  if (isOfThumbnail && (features.size === 2 || id.includes("/features/"))) return "graph-drawing";
  if (isOfScalars && (features.size > 1 || feature === "runs")) return "cards";
  if (features.size > 1) return isOfGraph ? "canvas" : "shared";
  if (roots.has(tabOf(feature))) return feature;
  // The page's own late parts have nothing to do with each other: each is a file.
  return feature === "page" && roots.size === 1 ? null : `${feature}-late`;
}

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
    // A fiftieth smaller than what the bundler's own minifier leaves.
    minify: "terser",
    terserOptions: {
      module: true,
      // Short forms that the target has, and no detours around a bug of Safari 10.
      ecma: 2020,
      safari10: false,
      compress: { passes: 3 },
    },
    // The page's policy allows no data: fonts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    // The page names what its tab loads first. What comes late needs few other files, and a list of
    // them all would come with every page.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith(".css")),
    },
    rolldownOptions: {
      // A module goes to one file, and a catalogue of texts that every part of the page imports
      // would come with the first: so each text is put where it is used.
      optimization: { inlineConst: { mode: "all", pass: 2 } },
      input: "src/main.tsx",
      output: {
        codeSplitting: {
          groups: [{ name: fileOf, includeDependenciesRecursively: false }],
        },
      },
    },
  },
  plugins: [compressed()],
  // The bundler prints a worker anew after it was minified.
  worker: { format: "es", rolldownOptions: { output: { minify: true } } },
  test: {
    // For what never ends; a busy machine may rest for long in the midst of a test.
    testTimeout: 120_000,
    expect: { poll: { timeout: 100_000, interval: 10 } },
    projects: [
      {
        extends: true,
        test: {
          name: "stateless",
          include: STATELESS,
          isolate: false,
          setupFiles: ["scripts/property-tests.mjs"],
        },
      },
      {
        extends: true,
        test: {
          name: "modules",
          include: ["src/**/*.test.ts", "scripts/**/*.test.mjs"],
          exclude: [...STATELESS, ...OWN_PROCESS],
          pool: OWN_CONTEXT,
          setupFiles: ["scripts/property-tests.mjs"],
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          include: ["src/**/*.test.tsx"],
          exclude: OWN_PROCESS,
          environment: "happy-dom",
          pool: OWN_CONTEXT,
          setupFiles: ["scripts/component-tests.mjs"],
        },
      },
      {
        extends: true,
        test: {
          name: "own process",
          include: OWN_PROCESS,
          environment: "happy-dom",
          setupFiles: ["scripts/component-tests.mjs"],
        },
      },
    ],
  },
});
