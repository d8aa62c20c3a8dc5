import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { placedRoutes } from "./app/route-facts";
import { routes } from "./app/routes";
import { patchInVite } from "./framework/patch-vite.mjs";
import { trimManifest } from "./framework/trim-manifest.mjs";
import remixConfig from "./remix.config.js";
import { checkChunkPatterns, clientChunks } from "./scripts/client-chunks.mjs";
import { inlineScripts } from "./scripts/inline-scripts.mjs";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { all } = placedRoutes(routes);
const chunks = new Map(all.map(({ file, facts }) => [`app/${file}`, facts.chunk]));
const direct = new Set(all.filter(({ facts }) => facts.shape === "direct").map(({ id }) => id));

/** What every page loads keeps its name, and what is looked for by it. */
const NAMED = new Set([
  "framework",
  "site",
  "members",
  "root",
  "entry.client",
  "iconify",
  "editor-form",
  "editor-tools",
]);

/** Every reader loads the list of all files, so most have no name but seven characters (42 bits) of their hash. */
const fileName = ({ name }: { name: string }): string =>
  NAMED.has(name) ? `assets/${name}-[hash:7].js` : "assets/[hash:7].js";

/** Routes of the console, which readers never load anything of; `framework/late-start.ts` knows them by their folder, too. */
const staff = new Set(all.map(({ id }) => id).filter((id) => id.startsWith("routes/admin/")));

const alias = {
  "#app": folder("./app"),
  "#framework": folder("./framework"),
  "#log": folder("./log"),
  "#runtime": folder("./runtime"),
  "#server": folder("./server"),
  "#upstream": folder("./upstream"),
  "#tests": folder("./tests"),
};
/** One id for everything that is built together; the page asks `/builds/latest.json` whether it is still the newest. */
const define = { __BUILD_ID__: JSON.stringify(process.env.BUILD_ID ?? "dev") };

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix(remixConfig),
    patchInVite({ without: process.env.WITHOUT_PATCHES }),
    checkChunkPatterns(),
    inlineScripts({ alias, define }),
    trimManifest({ folder: folder("./build/client"), without: direct, staff }),
  ],
  ssr: { noExternal: ["@remix-run/react", "@remix-run/router", "react-router", "react-router-dom"] },
  resolve: {
    alias,
  },
  // Development: what the scan for dependencies misses; found later, it would reload the first page one looks at.
  optimizeDeps: { include: ["@remix-run/server-runtime", "react-dom", "turbo-stream"] },
  define,
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    // 3 kB less of what every reader loads than esbuild makes of it, for some seconds more.
    minify: isSsrBuild ? false : "terser",
    terserOptions: {
      ecma: 2020,
      module: true,
      compress: { passes: 3, unsafe_arrows: true, pure_getters: true, keep_fargs: false },
    },
    cssMinify: true,
    rollupOptions: {
      // What nobody asks for has no effect: else a page would load all that a file of lazy modules stands beside.
      treeshake: { manualPureFunctions: ["lazy"] },
      output: isSsrBuild
        ? {}
        : {
            manualChunks: clientChunks(chunks),
            entryFileNames: fileName,
            chunkFileNames: fileName,
          },
      onwarn(warning, warn) {
        // Pages would load, but no script of theirs would run.
        if (warning.code === "CIRCULAR_CHUNK") throw new Error(warning.message);
        // Routes without a component have nothing to say in a browser.
        if (warning.code !== "EMPTY_BUNDLE") warn(warning);
      },
    },
  },
}));
