// A licence comment stands once in a file: each bundled module of a package brings the same one, which readers load.

/** Comments that a minifier keeps. */
const LICENCE = /\/\*\*?(?:(?!\*\/)[\s\S])*?(?:@license|Copyright)(?:(?!\*\/)[\s\S])*\*\/\n?/g;

/**
 * Removes licence comments that a file contains already.
 * @param {string} code
 */
export function withLicencesOnce(code) {
  const seen = new Set();
  return code.replace(LICENCE, (comment) => {
    if (seen.has(comment)) return "";
    seen.add(comment);
    return comment;
  });
}

/**
 * Vite plugin for the browser build, after minification.
 * @returns {import("vite").Plugin}
 */
export function licencesOnce() {
  return {
    name: "licences-once",
    enforce: "post",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = withLicencesOnce(file.code);
    },
  };
}
