import { defineConfig } from "vite";
import { namedScreens } from "./screens.ts";

// The table service hands out what is built here. Nothing is fetched from anywhere else at run time.
export default defineConfig({
  build: {
    outDir: "../src/houserules/web/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  css: { postcss: { plugins: [namedScreens] } },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8421", ws: true } } },
});
