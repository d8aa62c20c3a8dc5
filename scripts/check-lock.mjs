// `npm run check` runs this on package-lock.json. npm silently omits packages of other platforms if the registry lacks
// them, after which `npm ci` fails on those platforms; and registry URLs in the lock file would tie everyone to one
// registry. It also checks the licences of production packages.
import { readFileSync } from "node:fs";
import { unfitLicences } from "./licences.mjs";

/** @typedef {{ resolved?: string, link?: boolean, dev?: boolean, license?: string, optionalDependencies?: Record<string, string> }} Entry */

/** @type {{ packages: Record<string, Entry> }} */
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
/** @type {string[]} */
const problems = unfitLicences(packages);
for (const [path, { resolved, optionalDependencies = {} }] of Object.entries(packages)) {
  if (resolved) problems.push(`${path}: has an address (${new URL(resolved).host}); lock without "resolved"`);
  for (const name of Object.keys(optionalDependencies)) {
    if (!isLocked(path, name)) problems.push(`${path || "package.json"}: ${name} is not in the lock`);
  }
}
for (const problem of problems) console.error(problem);
if (problems.length) process.exit(1);
console.log(`${Object.keys(packages).length} packages in the lock, none missing, licences fit`);

/**
 * Resolves a package as Node does: next to the importing package, then in each parent folder.
 * @param {string} from
 * @param {string} name
 */
function isLocked(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    if (packages[`${folder ? `${folder}/` : ""}node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}
