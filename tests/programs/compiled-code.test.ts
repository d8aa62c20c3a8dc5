import { isAscii } from "node:buffer";
import { execFile } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { cleanUp, newFolder, run } from "./run";

cleanUp();

const MODULE = resolve("scripts/compiled-code.mjs");
const SOURCE = "const sum = (a, b) => a + b; exports.answer = sum(1, 2); // 甲";
/** Loads a file in a separate process, because V8 ignores cached code for what it has already compiled. */
const TRY = `const { compile } = await import(${JSON.stringify(MODULE)});
const [file, keeps] = process.argv.slice(1);
const compiled = compile(file, file + ".code");
const { answer } = compiled.run();
if (keeps) compiled.keep();
console.log(JSON.stringify({ answer, fromCode: compiled.fromCode }));`;

async function tryFile(file: string, { keeps = false, flags = [] as string[] } = {}): Promise<unknown> {
  const given = [...flags, "--input-type=module", "-e", TRY, file, ...(keeps ? ["keeps"] : [])];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  return JSON.parse(stdout);
}

async function keptFile(): Promise<string> {
  const file = join(newFolder(), "a b 社区.cjs");
  writeFileSync(file, SOURCE);
  expect(await tryFile(file, { keeps: true })).toEqual({ answer: 3, fromCode: false });
  return file;
}

describe("code that is kept", () => {
  test("is used by the next process", async () => {
    expect(await tryFile(await keptFile())).toEqual({ answer: 3, fromCode: true });
  });

  test("is not used for another file of the same length", async () => {
    const file = await keptFile();
    writeFileSync(file, SOURCE.replace("sum(1, 2)", "sum(7, 7)"));
    expect(await tryFile(file)).toEqual({ answer: 14, fromCode: false });
  });

  test("is not used by a Node.js with other flags", async () => {
    expect(await tryFile(await keptFile(), { flags: ["--no-opt"] })).toEqual({ answer: 3, fromCode: false });
  });

  test.each([
    ["damaged in its middle", (code: Buffer) => code.fill(0xff, code.length >> 1, (code.length >> 1) + 8)],
    ["cut off", (code: Buffer) => code.subarray(0, code.length >> 1)],
    ["empty", () => Buffer.alloc(0)],
  ])("is not used if it is %s", async (_, spoil) => {
    const file = await keptFile();
    writeFileSync(`${file}.code`, spoil(readFileSync(`${file}.code`)));
    expect(await tryFile(file)).toEqual({ answer: 3, fromCode: false });
  });

  test("is complete when several processes write it concurrently, and leaves no other files", async () => {
    const file = await keptFile();
    await Promise.all([1, 2, 3].map(() => tryFile(file, { keeps: true })));
    expect(await tryFile(file)).toEqual({ answer: 3, fromCode: true });
    expect(readdirSync(join(file, ".."))).toHaveLength(2);
  });

  test("is read from a read-only folder", async () => {
    const file = await keptFile();
    chmodSync(file, 0o444);
    chmodSync(`${file}.code`, 0o444);
    chmodSync(join(file, ".."), 0o555);
    expect(await tryFile(file)).toEqual({ answer: 3, fromCode: true });
    chmodSync(join(file, ".."), 0o755);
  });
});

describe("the built programs", () => {
  test("have compiled code for this Node.js", async () => {
    const script = `const { compile } = await import(${JSON.stringify(MODULE)});
      console.log(compile(process.argv[1] + ".cjs", process.argv[1] + ".code").fromCode);`;
    const given = ["--input-type=module", "-e", script, resolve("dist/programs")];
    expect((await promisify(execFile)(process.execPath, given)).stdout).toBe("true\n");
  });

  test("are ASCII, which V8 stores as one byte per character", () => {
    const built = readdirSync("dist").filter((name) => name.endsWith(".cjs"));
    expect(built).toContain("programs.cjs");
    expect(built.filter((name) => !isAscii(readFileSync(join("dist", name))))).toEqual([]);
  });

  test("run with source maps as well, where errors name our sources", async () => {
    const refused = await run(["--enable-source-maps", "dist/endpoints.js"], {});
    expect(refused).toEqual({ code: 0, output: expect.stringContaining("calls implemented") });
    const { sources } = JSON.parse(readFileSync("dist/programs.cjs.map", "utf8")) as { sources: string[] };
    expect(sources).toContain("../upstream/db/sqlite.ts");
  });

  test("leave packages that are not JavaScript, or loaded later, where they are installed", () => {
    const text = readFileSync("dist/programs.cjs", "utf8");
    const { sources } = JSON.parse(readFileSync("dist/programs.cjs.map", "utf8")) as { sources: string[] };
    const packageOf = (path: string) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? "";
    const inside = new Set(
      sources
        .filter((path) => path.includes("node_modules/"))
        .map((path) => packageOf(path.split("node_modules/").at(-1) ?? "")),
    );
    const asked = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, path = ""]) => path);
    const outside = new Set(asked.filter((path) => !isBuiltin(path)).map(packageOf));
    expect(text).not.toMatch(/\bimport\("/);
    expect([...outside]).toEqual(expect.arrayContaining(["sharp", "@node-rs/argon2", "@cantoo/pdf-lib", "pg"]));
    expect([...outside].filter((name) => inside.has(name))).toEqual([]);
  });
});
