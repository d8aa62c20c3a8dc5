// Builds what is out of date: the app (Vite, into build/), the programs (esbuild, into dist/), and compressed copies of
// the built files. `node scripts/build.mjs --force` builds everything.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { lockBuild } from "./build-lock.mjs";
import { keepCode } from "./keep-code.mjs";

const STAMP = "dist/build.json";
/** Source files and folders of a build. */
export const SOURCES = [
  "app",
  "framework",
  "public",
  "server",
  "log",
  "runtime",
  "upstream",
  "scripts",
  "remix.config.js",
  "vite.config.ts",
  "server.ts",
  "package-lock.json",
];
/** Files that only complete builds have. */
const BUILT = ["build/server/index.js", "build/client/assets", "build/contract", "dist/server.js"];
const REMIX = "node_modules/@remix-run/dev/dist/cli.js";
/** Development packages that a build needs first. */
const BUILDERS = ["@remix-run/dev", "vite", "esbuild"];
const COMPRESSED = /\.(?:js|css|svg|json|txt|webmanifest)$/;

/**
 * Builds unless the sources are unchanged since the last build, which another process may just be making. If a build
 * fails, it has printed the reason, and the process exits with 1.
 * @returns whether anything was built
 */
export async function buildIfStale({ force = false } = {}) {
  if (!force && isCurrent()) return false;
  const missing = missingOf();
  const lacking = BUILDERS.filter((name) => !existsSync(`node_modules/${name}`));
  if (lacking.length > 0) {
    // Installed only to run (`npm ci --omit=dev`): uses what was built elsewhere.
    if (!force && missing.length === 0) return false;
    console.error(
      missing.length > 0
        ? `Not built, ${missing.join(" and ")} missing, and there is nothing to build with (${lacking.join(", ")}):`
        : `There is nothing to build with (${lacking.join(", ")}):`,
    );
    console.error("run npm ci without --omit=dev; or build elsewhere and bring build/ and dist/ here.");
    process.exit(1);
  }
  const release = await lockBuild();
  // Another one may have built it meanwhile.
  const isStale = force || !isCurrent();
  if (isStale) await build();
  release();
  return isStale;
}

async function build() {
  const id = hashOf(SOURCES);
  // What is built is not current again until all of it is there, even if this process is killed.
  rmSync(STAMP, { force: true });
  console.error("Building …");
  await buildApp(id).catch((error) => {
    console.error(error);
    process.exit(1);
  });
  compress("build/client");
  await buildContract().catch(() => process.exit(1));
  await buildPrograms().catch(() => process.exit(1));
  await keepCode();
  writeFileSync(STAMP, JSON.stringify({ id }));
}

/** Runs Vite, in a thread rather than in a process, which would go on building when this one is killed. @param {string} id */
async function buildApp(id) {
  const vite = new Worker(resolve(REMIX), {
    argv: ["vite:build", "--logLevel", "warn"],
    env: { ...process.env, NODE_ENV: "production", BUILD_ID: id },
    stdout: true,
  });
  vite.stdout.pipe(process.stderr, { end: false });
  const [code] = await once(vite, "exit");
  if (code !== 0) process.exit(1);
}

const missingOf = () => BUILT.filter((file) => !existsSync(file));

/** Whether everything was built from the present sources. */
function isCurrent() {
  const last = existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, "utf8")) : null;
  return missingOf().length === 0 && last?.id === hashOf(SOURCES);
}

async function buildContract() {
  const [{ build: esbuild }, { contractOptions }] = await Promise.all([
    import("esbuild"),
    import("./contract-outside.mjs"),
  ]);
  rmSync("build/contract", { recursive: true, force: true });
  await esbuild(contractOptions);
}

export async function buildPrograms() {
  // Not installed where the app only runs.
  const [{ build: esbuild }, { compiledOptions, programs }] = await Promise.all([
    import("esbuild"),
    import("./programs.mjs"),
  ]);
  rmSync("dist", { recursive: true, force: true });
  await esbuild(compiledOptions);
  for (const file of filesUnder("dist").filter((name) => name.endsWith(".cjs"))) {
    writeFileSync(file, escaped(readFileSync(file, "utf8")));
  }
  copyFileSync(new URL("./compiled-code.mjs", import.meta.url), "dist/compiled-code.mjs");
  for (const name of Object.keys(programs)) {
    const lines = ['import { runProgram } from "./compiled-code.mjs";', `await runProgram(${JSON.stringify(name)});`];
    writeFileSync(`dist/${name}.js`, `${lines.join("\n")}\n`);
  }
}

/**
 * Escapes a program to ASCII, of which V8 stores one byte per character instead of two. esbuild does not escape
 * comments, regular expressions and `String.raw` (ours contain regular expressions): there an escape means the same.
 * @param {string} code
 */
const escaped = (code) =>
  code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** @param {string[]} roots */
function hashOf(roots) {
  const hash = createHash("sha256");
  for (const root of roots)
    for (const file of filesUnder(root)) hash.update(file).update("\0").update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

/** @param {string} root @returns {string[]} */
function filesUnder(root) {
  if (!existsSync(root)) return [];
  if (/\.\w+$/.test(root)) return [root];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** @param {string} folder */
function compress(folder) {
  for (const file of filesUnder(folder)) {
    if (!COMPRESSED.test(file)) continue;
    const bytes = readFileSync(file);
    if (bytes.length < 1024) continue;
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  }
}

// Compared as paths, because URLs encode spaces and Chinese characters.
if (process.argv[1] && import.meta.filename === realpathSync(process.argv[1]))
  await buildIfStale({ force: process.argv.includes("--force") });
