import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { PATCHES } from "#framework/patches.mjs";
import { createPatching } from "#framework/patching.mjs";

type Renderer = { renderToString(element: unknown): string };

const require = createRequire(import.meta.url);
const FILE = resolve("node_modules/react-dom/cjs/react-dom-server-legacy.node.production.min.js");

/** React's renderer of pages for production, as installed or with our patches. */
function renderer(patches: typeof PATCHES): Renderer {
  const code = readFileSync(FILE, "utf8");
  const exports = {} as Renderer;
  new Function("exports", "require", createPatching(patches).apply(FILE, code) ?? code)(exports, require);
  return exports;
}

/** React's renderer as installed. */
export const stock = renderer([]);
/** React's renderer as in our build. */
export const patched = renderer(PATCHES.filter(({ file, where }) => FILE.endsWith(file) && where.includes("server")));

/** HTML or error of an element. */
export const outcome = ({ renderToString }: Renderer, element: unknown): string => {
  try {
    return renderToString(element);
  } catch (error) {
    return String(error);
  }
};
