import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { placedRoutes } from "./app/route-facts";
import { routes } from "./app/routes";
import { patchInVite } from "./framework/patch-vite.mjs";
import { trimManifest } from "./framework/trim-manifest.mjs";
import remixConfig from "./remix.config.js";
import { checkChunkPatterns, clientChunks } from "./scripts/client-chunks.mjs";
import { contractOutside } from "./scripts/contract-outside.mjs";
import { inlineScripts } from "./scripts/inline-scripts.mjs";
import { licencesOnce } from "./scripts/licences-once.mjs";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { all } = placedRoutes(routes);
const chunks = new Map(all.map(({ file, facts }) => [`app/${file}`, facts.chunk]));
const direct = new Set(all.filter(({ facts }) => facts.shape === "direct").map(({ id }) => id));

/** Files with names: those loaded by every page, and those that other code finds by their name. */
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

/**
 * File name of a chunk: mostly only seven characters (42 bits) of its hash, because every reader loads the list of all
 * files.
 */
const fileName = ({ name }: { name: string }): string =>
  NAMED.has(name) ? `assets/${name}-[hash:7].js` : "assets/[hash:7].js";

/** Files that a module needs besides itself and those of every page; only they have to be requested ahead of it. */
const notLoadedOtherwise = (file: string, needed: string[]): string[] =>
  needed.filter((each) => each !== file && !/\/(?:framework|site)-/.test(each));

const alias = {
  "#app": folder("./app"),
  "#framework": folder("./framework"),
  "#log": folder("./log"),
  "#runtime": folder("./runtime"),
  "#server": folder("./server"),
  "#upstream": folder("./upstream"),
  "#tests": folder("./tests"),
};
/**
 * Id of this build, the same for everything built together; pages request `/builds/latest.json` to check whether it is
 * still the newest.
 */
const define = { __BUILD_ID__: JSON.stringify(process.env.BUILD_ID ?? "dev") };

const without = process.env.WITHOUT_PATCHES;
const REMIX = ["@remix-run/react", "@remix-run/router", "react-router", "react-router-dom"];
const JSX_RUNTIME = "./framework/server/jsx-runtime.ts";

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix(remixConfig),
    patchInVite({ without }),
    checkChunkPatterns(),
    contractOutside(),
    inlineScripts({ alias, define }),
    licencesOnce(),
    trimManifest({ folder: folder("./build/client"), without: direct }),
  ],
  // `react-dom` only to be patched: in development, Vite can't load its CommonJS this way.
  ssr: { noExternal: [...REMIX, ...(isSsrBuild ? ["react-dom"] : [])] },
  resolve: {
    // For comparison, a build without the patches of speed uses React's own.
    alias: isSsrBuild && without !== "speed" ? { ...alias, "react/jsx-runtime": folder(JSX_RUNTIME) } : alias,
  },
  // For development: dependencies that Vite's scan misses; discovered later, they would reload the first page.
  optimizeDeps: { include: ["@remix-run/server-runtime", "react-dom", "turbo-stream"] },
  define,
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: notLoadedOtherwise },
    // Remix keeps the list of files for browsers in `build/.vite`, with which a server can be built alone.
    manifest: true,
    // Saves readers 3 kB compared to esbuild, for some more seconds of build time.
    minify: isSsrBuild ? false : "terser",
    terserOptions: {
      ecma: 2020,
      module: true,
      compress: { passes: 3, unsafe_arrows: true, pure_getters: true, keep_fargs: false },
    },
    cssMinify: true,
    rollupOptions: {
      // Unused calls of `lazy` have no side effects; otherwise a page would load everything next to its lazy modules.
      treeshake: { manualPureFunctions: ["lazy"] },
      output: isSsrBuild
        ? {}
        : {
            manualChunks: clientChunks(chunks),
            entryFileNames: fileName,
            chunkFileNames: fileName,
          },
      onwarn(warning, warn) {
        // With such a cycle pages load, but their scripts don't run.
        if (warning.code === "CIRCULAR_CHUNK") throw new Error(warning.message);
        // Routes without a component have no code for browsers.
        if (warning.code !== "EMPTY_BUNDLE") warn(warning);
      },
    },
  },
}));
