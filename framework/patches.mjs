import { CORRECTNESS } from "./patches/correctness.mjs";
import { SIZE } from "./patches/size.mjs";
import { SPEED } from "./patches/speed.mjs";

/**
 * A change of one file of a package, made while it is bundled; `node_modules` stays untouched.
 * @typedef {object} Patch
 * @property {string} name
 * @property {string} package
 * @property {string} version the only one that it was written for
 * @property {string} file in the package, which the bundler must have resolved; or a virtual module of it
 * @property {("browser" | "server" | "program")[]} where what browsers load (Vite), what renders pages (Vite), and
 *   the program that answers requests (esbuild)
 * @property {"speed" | "size" | "correctness"} purpose those of correctness are made in development too
 * @property {string} why
 * @property {string} needless what makes it needless
 * @property {Edit[]} edits
 * @property {string} [add] what is added at the end of the file
 */

/**
 * @typedef {object} Edit
 * @property {string | RegExp} find
 * @property {string | ((match: string, ...groups: string[]) => string)} replace
 * @property {number} times how often it stands in the file, no more and no less
 */

/** Everything that is changed in Remix and React Router, in the order in which it is changed. @type {Patch[]} */
export const PATCHES = [...CORRECTNESS, ...SPEED, ...SIZE];
