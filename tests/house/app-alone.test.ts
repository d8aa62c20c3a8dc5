import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const TSC = "node_modules/typescript/bin/tsc";

/** Milliseconds; the compiler takes a quarter of a minute where nothing else runs. */
const PATIENCE = 300_000;

test("the app is typed without the upstream and the server: it knows them by the contract alone", {
  timeout: PATIENCE,
}, () => {
  const { status, stdout } = spawnSync(process.execPath, [TSC, "-p", "tests/house/app-alone.json", "--listFilesOnly"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(status).toBe(0);
  const files = stdout.split("\n").filter((file) => !file.includes("/node_modules/"));
  expect(files.filter((file) => /\/app\/routes\/.*\.tsx$/.test(file)).length).toBeGreaterThan(50);
  expect(
    files.filter(
      (file) => file.startsWith(`${process.cwd()}/upstream/`) || file.startsWith(`${process.cwd()}/server/`),
    ),
  ).toEqual([]);

  const checked = spawnSync(process.execPath, [TSC, "-p", "tests/house/app-alone.json"], { encoding: "utf8" });
  expect(checked.stdout).toBe("");
  expect(checked.status).toBe(0);
});
