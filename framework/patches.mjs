import { CORRECTNESS } from "./patches/correctness.mjs";
import { RENDERING } from "./patches/rendering.mjs";
import { SIZE } from "./patches/size.mjs";
import { SPEED } from "./patches/speed.mjs";
import { TOLERANCE } from "./patches/tolerance.mjs";

/**
 * A change of one file of a package, applied while it is bundled; `node_modules` stays unchanged.
 * @typedef {object} Patch
 * @property {string} name
 * @property {string} package
 * @property {string} version the only one that it was written for
 * @property {string} file in the package, as resolved by the bundler; or a virtual module of it
 * @property {("browser" | "server" | "program")[]} where the code for browsers (Vite), for server rendering (Vite), and
 * for the program that answers requests (esbuild)
 * @property {"speed" | "size" | "correctness" | "tolerance"} purpose those for correctness are also applied in development
 * @property {string} why
 * @property {string} obsoleteWhen the condition under which it is no longer needed
 * @property {Edit[]} edits
 * @property {string} [add] code added at the end of the file
 */

/**
 * @typedef {object} Edit
 * @property {string | RegExp} find
 * @property {string | ((match: string, ...groups: string[]) => string)} replace
 * @property {number} times exact number of occurrences in the file
 */

/** All changes to Remix and React Router, in the order in which they are applied. @type {Patch[]} */
export const PATCHES = [...CORRECTNESS, ...TOLERANCE, ...SPEED, ...RENDERING, ...SIZE];
