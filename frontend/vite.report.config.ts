/**
 * The page as one script and one style sheet, for reports: a file that is opened without a server
 * can load nothing beside itself.
 */
import { build, defineConfig, type Plugin, type Rolldown } from "vite";

const WORKER = /\.worker\.ts\?worker&url$/;
const OWN = "?worker-text";

/** The script of a worker, whole. */
async function workerText(file: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: file, output: { format: "iife" } },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

/** Puts workers into the script, under addresses of their own. */
function workersWithin(): Plugin {
  return {
    name: "workers-within",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!WORKER.test(source)) return undefined;
      const found = await this.resolve(source.replace("?worker&url", ""), importer);
      return found === null ? undefined : `${found.id}${OWN}`;
    },
    async load(id) {
      if (!id.endsWith(OWN)) return undefined;
      const text = JSON.stringify(await workerText(id.slice(0, -OWN.length)));
      return `export default URL.createObjectURL(new Blob([${text}], { type: "text/javascript" }));`;
    },
  };
}

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [workersWithin()],
  build: {
    outDir: "../server/scopeboard/static/report",
    emptyOutDir: true,
    copyPublicDir: false,
    target: "es2022",
    cssCodeSplit: false,
    chunkSizeWarningLimit: 2000, // kB; it is all of the page
    modulePreload: false,
    rolldownOptions: {
      input: "src/report.ts",
      output: {
        codeSplitting: false,
        entryFileNames: "report.js",
        assetFileNames: "report[extname]",
      },
    },
  },
});
