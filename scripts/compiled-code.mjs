// How the programs in dist/ are started: all of them are one file, programs.cjs, and beside it lies what V8 compiled of it
// when it was built (programs.code), so that a start compiles hardly anything. Copied into dist/ by the build. See
// docs/decisions/0048-compiled-when-built.md.
import { isAscii } from "node:buffer";
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";

/** Bytes of a SHA-256. */
const SEAL = 32;

/**
 * What V8 itself does not look at: other code of the same length, a file that is damaged, another kind of machine.
 * @param {Buffer} source @param {Buffer} code
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
 * Compiles a CommonJS file, from the code that is kept beside it where that is of this file, this Node and these flags.
 * @param {string} file absolute
 * @param {string} kept where its code is kept
 */
export function compile(file, kept) {
  const source = readFileSync(file);
  // As one byte for each character, half of what V8 would have to hold.
  const text = source.toString(isAscii(source) ? "latin1" : "utf8");
  const cachedData = readCode(kept, source);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  return {
    /** Whether there was code, and V8 took it. */
    fromCode: cachedData !== undefined && script.cachedDataRejected === false,
    /** Runs the file. @returns {any} what it exports */
    run() {
      const module = { exports: {} };
      script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
      return module.exports;
    },
    /** Keeps the code of every function that has run until now. */
    keep() {
      const code = script.createCachedData();
      // Whole or not at all, for who starts meanwhile.
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
  // Source maps are looked for by Node's own loader alone.
  const mapped = process.sourceMapsEnabled;
  const { programs } = mapped ? createRequire(file)(file) : compile(file, `${import.meta.dirname}/programs.code`).run();
  await programs[name]();
}
