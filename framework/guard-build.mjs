// Remix 2 has no place in front of its loaders and actions, so our guards of writes stood in our own server alone, and
// whoever ran the build under another one (remix-serve) ran it without them. Here they become part of the build: where
// Remix lists the routes, in development too, `guardBuild` goes around each of them.

import { fileURLToPath } from "node:url";

const LIST = "export const routes = {";
const GUARD = fileURLToPath(new URL("../app/server/guard-build.server.ts", import.meta.url));

/** @returns {import("vite").Plugin} */
export function guardBuild() {
  let guarded = false;
  return {
    name: "guard-build",
    transform(code, id) {
      if (!/virtual:remix\/server-build$/.test(id)) return undefined;
      if (code.split(LIST).length !== 2) throw new Error(`${id} has changed: look at ${import.meta.url} again`);
      guarded = true;
      return {
        code: `import { guardBuild } from ${JSON.stringify(GUARD)};\n${code}\nguardBuild(routes);\n`,
        map: null,
      };
    },
    generateBundle(_, bundle) {
      const isServer = Object.values(bundle).some((file) => file.type === "chunk" && file.exports.includes("routes"));
      if (isServer && !guarded) throw new Error(`Remix lists its routes elsewhere: look at ${import.meta.url} again`);
    },
  };
}
