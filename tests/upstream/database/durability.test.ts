import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { connect, type DatabaseConfig } from "#upstream/db/dialect";

const folder = mkdtempSync(join(tmpdir(), "shequ-durable-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function waitsForDisk(given: Omit<Extract<DatabaseConfig, { kind: "sqlite" }>, "kind" | "file">) {
  const { sqlite, close } = await connect({ kind: "sqlite", file: join(folder, "a.db"), ...given });
  const kept = sqlite?.prepare("PRAGMA synchronous").get([]);
  await close();
  return kept;
}

test("commits wait for the disk, except in a database that is still being created", async () => {
  const [OFF, FULL] = [0, 2];
  expect(await waitsForDisk({})).toEqual({ synchronous: FULL });
  expect(await waitsForDisk({ durable: true })).toEqual({ synchronous: FULL });
  expect(await waitsForDisk({ durable: false })).toEqual({ synchronous: OFF });
});
