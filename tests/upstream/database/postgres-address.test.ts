import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startFailure } from "#runtime/start-failure";
import { readPostgresAddress } from "#upstream/db/postgres-address";
import { restoreDump } from "#upstream/jobs/backup/database-copy";

let folder: string;
/** Restores with a program in place of PostgreSQL's, which writes down what it was given. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shequ-address-"));
  const program = join(folder, "pg_restore");
  writeFileSync(program, `#!/bin/sh\nenv | grep ^PG | sort > ${folder}/given\n`);
  chmodSync(program, 0o700);
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
  for (const name of Object.keys(process.env)) if (name.startsWith("PG")) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  [
    "postgres://shequ:p%40ss@/forum?host=/run/postgresql",
    ["PGDATABASE=forum", "PGHOST=/run/postgresql", "PGPASSWORD=p@ss", "PGPORT=5432", "PGUSER=shequ"],
  ],
  [
    "postgresql://shequ:pass@db.example:5433/forum?sslmode=prefer",
    ["PGDATABASE=forum", "PGHOST=db.example", "PGPASSWORD=pass", "PGPORT=5433", "PGSSLMODE=prefer", "PGUSER=shequ"],
  ],
])("PostgreSQL's programs go where the site goes: %s", async (url, given) => {
  await restoreDump({ kind: "postgres", url }, "none");
  expect(readFileSync(join(folder, "given"), "utf8").trim().split("\n")).toEqual(given);
});

test("an address that can't be read is refused without its password", async () => {
  const url = "postgres://shequ:secret-of-the-operator@host:port/forum";
  for (const read of [readPostgresAddress(url), restoreDump({ kind: "postgres", url }, "none")]) {
    const error = await read.then(
      () => null,
      (failure: unknown) => failure,
    );
    expect(inspect(error)).toContain("地址写得不对");
    expect(inspect(error)).not.toContain("secret-of-the-operator");
  }
});

test("a program that ends with an invalid URL does not print it", () => {
  let failure: unknown;
  try {
    new URL("postgres://shequ:secret-of-the-operator@/forum?host=/run");
  } catch (error) {
    failure = error;
  }
  expect(inspect(startFailure(failure))).toContain("Invalid URL");
  expect(inspect(startFailure(failure))).not.toContain("secret-of-the-operator");
});
