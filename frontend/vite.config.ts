import { defineConfig } from "vitest/config";

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
    rolldownOptions: { input: "src/main.tsx" },
  },
  worker: { format: "es" },
  test: { include: ["src/**/*.test.ts", "src/**/*.test.tsx"], environment: "node" },
});
