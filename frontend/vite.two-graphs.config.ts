/** The test page of two graphs; a test in a browser builds it and serves it beside a server's page. */
import { defineConfig } from "vite";

export default defineConfig({
  base: "/two-graphs/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    copyPublicDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: "bench/two-graphs/page.tsx",
      output: {
        entryFileNames: "page.js",
        assetFileNames: "[name][extname]",
        codeSplitting: false,
      },
    },
    cssCodeSplit: false,
  },
  worker: { format: "es" },
});
