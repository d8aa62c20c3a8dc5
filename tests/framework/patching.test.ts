import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import { expect, test } from "vitest";
import { patchPrograms } from "#framework/patch-esbuild.mjs";
import { patchInVite } from "#framework/patch-vite.mjs";
import { PATCHES, type Patch } from "#framework/patches.mjs";
import { createPatching } from "#framework/patching.mjs";

/** Milliseconds of a build on a busy machine. */
const BUILD = 240_000;
const named = (name: string): Patch => {
  const found = PATCHES.find((patch) => patch.name === name);
  if (!found) throw new Error(`There is no patch ${name}`);
  return found;
};
const onDisk = PATCHES.filter(({ file }) => !file.startsWith("virtual:"));
const sourceOf = (patch: Patch) => resolve("node_modules", patch.package, patch.file);

test("the table in framework/README.md lists exactly the existing patches", () => {
  const rows =
    readFileSync("framework/README.md", "utf8").match(/^\| `.*\| (?:correctness|tolerance|speed|size) \|/gm) ?? [];
  const listed = rows.flatMap((row) => [...row.matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
  expect(listed.sort()).toEqual([...new Set(PATCHES.map(({ name }) => name.split(" ", 1)[0]))].sort());
});

test.each(onDisk.map((patch) => [patch.name, patch] as const))("%s applies to the installed package", (_, patch) => {
  const run = createPatching([patch]);
  const source = readFileSync(sourceOf(patch), "utf8");
  expect(run.complaints()).toEqual([expect.stringContaining(`${patch.name} (framework/patches) was not applied`)]);
  expect(run.apply(sourceOf(patch), source)).not.toBe(source);
  expect(run.complaints()).toEqual([]);
});

test.each([
  ["gone", (code: string) => code.replace("function compilePath(", "function compileAnyPath(")],
  ["there twice", (code: string) => `${code}\nlet decoded = decodePath(pathname);`],
])("a text that is %s ends the build", (_, change) => {
  const patch = named("match-by-first-segment");
  const code = change(readFileSync(sourceOf(patch), "utf8"));
  expect(() => createPatching([patch]).apply(sourceOf(patch), code)).toThrow(/has .* [02] times, not 1/);
});

test("the build fails if a package has another version", () => {
  const patch = { ...named("keep-refused-forms"), version: "2.17.4" };
  expect(() => createPatching([patch]).apply(sourceOf(patch), "")).toThrow("was written for @remix-run/react 2.17.4");
});

test("the build fails if a package is installed twice", () => {
  const patch = named("requests-as-they-are");
  const run = createPatching([patch]);
  const code = readFileSync(sourceOf(patch), "utf8");
  run.apply(sourceOf(patch), code);
  // A symbolic link to the package under another path: what a bundler finds through another package.
  run.apply(sourceOf(patch).replace("/node_modules/", "/node_modules/../node_modules/"), code);
  expect(run.complaints()).toEqual([expect.stringContaining("several")]);
});

test("the server build fails if the bundler resolves another file than the patched one", {
  timeout: BUILD,
}, async () => {
  const patch = { ...named("requests-as-they-are"), file: "dist/data.js" };
  const options = { write: false, bundle: true, logLevel: "silent", packages: "external", platform: "node" } as const;
  const asked = (patches: Patch[]) =>
    esbuild({
      ...options,
      format: "esm",
      entryPoints: { server: "server.ts" },
      outdir: ".cache/patching",
      plugins: patchPrograms("server.ts", { patches }),
    });
  await expect(asked([patch])).rejects.toThrow("resolved no dist/data.js of @remix-run/server-runtime");
  const { outputFiles } = await asked([named("requests-as-they-are")]);
  expect(outputFiles.map(({ text }) => text).join("")).toContain('searchParams.has("_routes")) return request');
});

const page = (patches: Patch[]) =>
  vite({
    configFile: false,
    logLevel: "silent",
    plugins: [
      patchInVite({ patches }),
      { name: "page", resolveId: (id) => (id === "page" ? id : null), load: (id) => (id === "page" ? PAGE : null) },
    ],
    build: { write: false, minify: false, rollupOptions: { input: "page", preserveEntrySignatures: "strict" } },
  });
const PAGE = `export { Link } from "${resolve("node_modules/react-router-dom/dist/index.js")}"`;

test("the browser build fails if the bundler resolves another file than the patched one", {
  timeout: BUILD,
}, async () => {
  const patch = named("no-display-names in react-router-dom");
  await expect(page([{ ...patch, file: "dist/moved.js" }])).rejects.toThrow("resolved no dist/moved.js");
  await expect(page([patch])).resolves.toBeDefined();
});
