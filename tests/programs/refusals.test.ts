import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { owned } from "#tests/server/run-program";
import { freePort } from "#tests/support/free-port";
import { databaseState } from "#tests/upstream/support/database-state";
import { connect } from "#upstream/db/dialect";
import { migrate } from "#upstream/db/migrations/migrate";
import { cleanUp, newFolder, run, start } from "./run";

const UPSTREAM = "dist/upstream.js";
const PROGRAMS = {
  server: ["dist/server.js"],
  upstream: [UPSTREAM],
  import: ["dist/import.js", "tests/programs"],
  admin: ["dist/admin.js", "doctor"],
};

cleanUp();

describe.each(Object.entries(PROGRAMS))("%s says in a line why it can't start", (_, command) => {
  async function refusal(env: Record<string, string>): Promise<string> {
    const { code, output } = await run(command, { DATA_DIR: newFolder(), ...env });
    expect(code).toBe(1);
    expect(output.trim().split("\n")).toHaveLength(1);
    return output;
  }

  test("a missing database", async () => {
    const port = await freePort();
    expect(await refusal({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` })).toMatch(/ECONNREFUSED/);
  });

  test("a file that is not a database", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "shequ.db"), "not a database, but long enough to be looked at. ".repeat(100));
    const told = await refusal({ DATA_DIR: folder });
    expect(told.trim()).toBe(`打不开数据库 ${join(folder, "shequ.db")}：file is not a database`);
  });

  test("a data folder that can't be created", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    const dataDir = join(file, "data");
    expect(await refusal({ DATA_DIR: dataDir })).toMatch(`数据文件夹 ${dataDir}（DATA_DIR）不能用：ENOTDIR`);
  });

  test("a fake in production", async () => {
    const env = {
      APP_MODE: "production",
      PUBLIC_ORIGIN: "https://shequ.test",
      SECRET_KEY: "r7Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSa",
    };
    const rest = { HASHID_SALT: "a salt of its own", SMS_PROVIDER: "fake" };
    expect(await refusal({ ...env, ...rest })).toMatch(/^SMS_PROVIDER: /);
  });

  test("a database of a newer build, which is left unchanged", async () => {
    const folder = newFolder();
    const file = join(folder, "shequ.db");
    const database = { kind: "sqlite" as const, file };
    const connection = await connect(database);
    await migrate(connection);
    const at = { name: "9999-of-tomorrow", timestamp: "2030-01-01T00:00:00.000Z" };
    const { db } = connection as unknown as { db: Kysely<{ kysely_migration: typeof at }> };
    await db.insertInto("kysely_migration").values(at).execute();
    const before = await databaseState(connection.db);
    await connection.close();

    const told = await refusal({ DATA_DIR: folder });
    expect(told).toMatch(
      /^数据库已由更新的版本升级过（9999-of-tomorrow）.*请重新启动那个更新的版本.*恢复升级之前的备份/,
    );

    const again = await connect(database);
    expect(await databaseState(again.db)).toEqual(before);
    await again.close();
  });

  test("an unknown setting", async () => {
    expect(await refusal({ DATABASE_URL: "mysql://a/b" })).toMatch(/^DATABASE_URL: /);
  });
});

test("the upstream reports a port that is in use", async () => {
  const secrets = { SECRET_KEY: "r7Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSa", UPSTREAM_SHARED_SECRET: "s".repeat(32) };
  const env = { APP_MODE: "production", ...secrets, ALLOW_INSECURE_ORIGIN: "1" };
  const first = await start([UPSTREAM], { ...env, DATA_DIR: newFolder() }).ready();
  const UPSTREAM_PORT = new URL(first).port;
  const { code, output } = await run([UPSTREAM], await owned({ ...env, DATA_DIR: newFolder(), UPSTREAM_PORT }));
  expect(code).toBe(1);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(output).toContain(`EADDRINUSE: address already in use 127.0.0.1:${UPSTREAM_PORT}`);
});

test("the app alone refuses production on plain http, and serve refuses to run without an upstream", async () => {
  const alone = await run(["dist/server.js"], { APP_MODE: "production", UPSTREAM_API_URL: "http://127.0.0.1:1" });
  expect(alone).toMatchObject({ code: 1, output: expect.stringMatching(/^PUBLIC_ORIGIN: /) });
  const serve = await run(["scripts/serve.mjs"], {});
  expect(serve).toMatchObject({ code: 2, output: expect.stringMatching(/^UPSTREAM_API_URL is not set/) });
});
