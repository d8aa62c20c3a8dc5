/** Licences that allow running and redistributing a site together with our own (MIT). */
const FIT = new Set([
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0"],
  ...["Python-2.0", "Unlicense"],
]);
/** Exceptions for particular packages, with the reason. @type {[packages: RegExp, licence: string, why: string][]} */
const FIT_FOR = [
  [
    /^@img\/sharp-/,
    "LGPL-3.0-or-later",
    "libvips, a library of its own beside our code, unchanged; it may be replaced",
  ],
];

/**
 * Whether an SPDX licence expression is acceptable: one part of `OR`, all parts of `AND`.
 * @param {string} licence
 * @param {string} name of the package
 * @returns {boolean}
 */
function isFit(licence, name) {
  const text = licence.trim().replace(/^\((.*)\)$/, "$1");
  // No package of ours has a nested expression; a new one is rejected, to be checked.
  if (/[()]/.test(text)) return false;
  if (text.includes(" OR ")) return text.split(" OR ").some((part) => isFit(part, name));
  if (text.includes(" AND ")) return text.split(" AND ").every((part) => isFit(part, name));
  return FIT.has(text) || FIT_FOR.some(([packages, one]) => one === text && packages.test(name));
}

/**
 * Production packages with an unapproved licence, or none.
 * @param {Record<string, { dev?: boolean, link?: boolean, license?: string }>} packages of the lock file, by their
 * folders
 * @returns {string[]}
 */
export function unfitLicences(packages) {
  return Object.entries(packages).flatMap(([path, { dev, link, license = "" }]) => {
    if (path === "" || dev || link) return [];
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    return isFit(license, name)
      ? []
      : [`${name}: its licence is ${license || "not told"}; scripts/licences.mjs has those that are fit`];
  });
}
