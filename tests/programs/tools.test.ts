import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cleanUp, newFolder, run } from "./run";

cleanUp();

test("openapi prints JSON and nothing else, or writes it into a file", async () => {
  const { code, output } = await run(["scripts/run.mjs", "openapi"], {});
  expect(code).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ openapi: "3.1.0", info: { title: "社区 API" } });
  const file = join(newFolder(), "openapi.json");
  expect(await run(["scripts/run.mjs", "openapi", file], {})).toEqual({ code: 0, output: "" });
  expect(readFileSync(file, "utf8")).toBe(output);
});

test("endpoints prints a line for every call, and reports none missing", async () => {
  const { code, output } = await run(["scripts/run.mjs", "endpoints"], {});
  expect(code).toBe(0);
  expect(output).toMatch(/^✓ GET +\/api\/question\/:id +\S+ +\S/m);
  expect(output).toMatch(/^✓ POST +\/api\/pro\/order\/create +user +\S/m);
  expect(output).not.toMatch(/^·/m);
  expect(output).toMatch(/142 of 142 calls implemented, 0 left/);
});

test("the lock file has every package of every platform and no registry URLs", async () => {
  expect(await run(["scripts/check-lock.mjs"], {})).toMatchObject({ code: 0 });
});

test("an unknown program is refused", async () => {
  const { code, output } = await run(["scripts/run.mjs", "nothing"], {});
  expect(code).toBe(2);
  expect(output).toContain("Which program? server, upstream, import, admin, openapi, endpoints");
});
