/** The widget of notebooks: one small module, which gets the page itself from the kernel. */
import { defineConfig } from "vite";

export default defineConfig({
  build: {
    outDir: "../server/scopeboard/static/widget",
    emptyOutDir: true,
    copyPublicDir: false,
    target: "es2022",
    minify: true,
    lib: { entry: "src/widget.ts", formats: ["es"], fileName: () => "widget.js" },
  },
});
