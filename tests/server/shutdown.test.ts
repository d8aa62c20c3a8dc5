import { spawn } from "node:child_process";
import { once } from "node:events";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { watchProgram } from "./run-program";

const PROGRAM = `
  import { createServer } from "node:http";
  import { exitCleanly } from "./runtime/shutdown";
  const server = createServer().listen(0, "127.0.0.1", () => console.log("ready"));
  exitCleanly(server, () => {}, () => Promise.reject(new Error("the database does not close")));
  process.on("unhandledRejection", () => {});
`;

test("a process whose database can't be closed exits with 1 and the reason", async () => {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
  });
  const child = spawn(process.execPath, ["--input-type=module", "-e", outputFiles[0]?.text ?? ""]);
  const { ended, output } = watchProgram(child);
  await Promise.race([once(child.stdout, "data"), ended]);
  child.kill("SIGTERM");
  expect(await ended).toBe(1);
  expect(output()).toContain("the database does not close");
});
