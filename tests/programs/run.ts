import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach } from "vitest";
import { type Program, runProgram } from "#tests/server/run-program";

const running: Program[] = [];
const folders: string[] = [];

/** Kills programs that a test left running, and deletes the folders of a file's tests. */
export function cleanUp(): void {
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
  });
  afterAll(removeFolders);
}

/** Deletes the folders created by `newFolder`. */
export function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "shequ-programs-"));
  folders.push(folder);
  return folder;
}

/** Starts a program that `cleanUp` ends if the test does not. */
export function start(command: string[], env: Record<string, string>, folder?: string): Program {
  return endAfterwards(startProgram(command, env, folder));
}

/** Makes `cleanUp` end a program if the test does not. */
export function endAfterwards(program: Program): Program {
  running.push(program);
  return program;
}

/** Starts a program on its own port that outlives the test; its starter must end it. */
export function startProgram(command: string[], env: Record<string, string>, folder?: string): Program {
  const settings = { PORT: "0", UPSTREAM_PORT: "0", PUBLIC_ORIGIN: "http://127.0.0.1:3000", ...env };
  return runProgram(command, settings, folder);
}

/** Runs a program to its end. */
export async function run(command: string[], env: Record<string, string>): Promise<{ code: unknown; output: string }> {
  const program = start(command, env);
  return { code: await program.ended, output: program.output() };
}
