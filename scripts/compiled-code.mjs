// Loader of the programs in dist/: all of them are in one file, programs.cjs, next to the code that V8 compiled from it
// at build time (programs.code), so that a start compiles hardly anything. The build copies it to dist/. See
// docs/decisions/0048-compiled-when-built.md.
import { isAscii } from "node:buffer";
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

/**
 * Growth of the heap in percent before V8 collects garbage; by default it more than doubles. Rendering 16 pages at once
 * then takes 235 MB instead of 320. Set before anything is compiled: cached code is only accepted with the same flags.
 */
const HEAP_GROWTH = 70;
setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);

/** Bytes of a SHA-256. */
const SEAL = 32;

/**
 * Covers what V8 does not check itself: other code of the same length, a damaged file, another kind of machine.
 * @param {Buffer} source
 * @param {Buffer} code
 */
const sealOf = (source, code) =>
  createHash("sha256")
    .update(`${process.version} ${process.platform} ${process.arch} ${source.length}\n`)
    .update(source)
    .update(code)
    .digest();

/** @param {string} file @param {Buffer} source */
function readCode(file, source) {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(SEAL);
    return bytes.subarray(0, SEAL).equals(sealOf(source, code)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Compiles a CommonJS file, using cached code if it belongs to this file, this Node version and these flags.
 * @param {string} file absolute
 * @param {string} kept path of the cached code
 */
export function compile(file, kept) {
  const source = readFileSync(file);
  // As one byte per character, half of what V8 would otherwise need.
  const text = source.toString(isAscii(source) ? "latin1" : "utf8");
  const cachedData = readCode(kept, source);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  return {
    /** Whether there was cached code, and V8 accepted it. */
    fromCode: cachedData !== undefined && script.cachedDataRejected === false,
    /** Runs the file. @returns {any} its exports */
    run() {
      const module = { exports: {} };
      script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
      return module.exports;
    },
    /** Saves the code of every function that has run so far. */
    keep() {
      const code = script.createCachedData();
      // Written atomically, for processes that start meanwhile.
      const beside = `${kept}.${process.pid}`;
      writeFileSync(beside, Buffer.concat([sealOf(source, code), code]));
      renameSync(beside, kept);
    },
  };
}

/**
 * Runs one of the programs in this folder.
 * @param {string} name
 */
export async function runProgram(name) {
  const file = `${import.meta.dirname}/programs.cjs`;
  // Only Node's own loader reads source maps.
  const mapped = process.sourceMapsEnabled;
  const { programs } = mapped ? createRequire(file)(file) : compile(file, `${import.meta.dirname}/programs.code`).run();
  await programs[name]();
}
