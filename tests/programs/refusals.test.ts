import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { freePort } from "#tests/free-port";
import { owned } from "#tests/server/run-program";
import { cleanUp, newFolder, run, start } from "./run";

const PROGRAMS = { server: "dist/server.js", upstream: "dist/upstream.js", import: "dist/import.js" };

cleanUp();

describe.each(Object.entries(PROGRAMS))("%s says in a line why it can't start", (_, program) => {
  const command = [program, "tests/programs"];
  async function refusal(env: Record<string, string>): Promise<string> {
    const { code, output } = await run(command, { DATA_DIR: newFolder(), ...env });
    expect(code).toBe(1);
    expect(output.trim().split("\n")).toHaveLength(1);
    return output;
  }

  test("a database that is not there", async () => {
    const port = await freePort();
    expect(await refusal({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` })).toMatch(/ECONNREFUSED/);
  });

  test("a file that is no database", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "shequ.db"), "not a database, but long enough to be looked at. ".repeat(100));
    expect(await refusal({ DATA_DIR: folder })).toMatch(/not a database/);
  });

  test("a data folder that can't be made", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    expect(await refusal({ DATA_DIR: join(file, "data") })).toMatch(/ENOTDIR/);
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

  test("a setting that is none", async () => {
    expect(await refusal({ DATABASE_URL: "mysql://a/b" })).toMatch(/^DATABASE_URL: /);
  });
});

test("the upstream names a port that is taken", async () => {
  const secrets = { SECRET_KEY: "r7Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSa", UPSTREAM_SHARED_SECRET: "s".repeat(32) };
  const env = { APP_MODE: "production", ...secrets, ALLOW_INSECURE_ORIGIN: "1" };
  const first = await start([PROGRAMS.upstream], { ...env, DATA_DIR: newFolder() }).ready();
  const UPSTREAM_PORT = new URL(first).port;
  const { code, output } = await run(
    [PROGRAMS.upstream],
    await owned({ ...env, DATA_DIR: newFolder(), UPSTREAM_PORT }),
  );
  expect(code).toBe(1);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(output).toContain(`EADDRINUSE: address already in use 127.0.0.1:${UPSTREAM_PORT}`);
});

test("the app alone refuses production on plain http, and serve refuses to be without an upstream", async () => {
  const alone = await run(["dist/server.js"], { APP_MODE: "production", UPSTREAM_API_URL: "http://127.0.0.1:1" });
  expect(alone).toMatchObject({ code: 1, output: expect.stringMatching(/^PUBLIC_ORIGIN: /) });
  const serve = await run(["scripts/serve.mjs"], {});
  expect(serve).toMatchObject({ code: 2, output: expect.stringMatching(/^UPSTREAM_API_URL is not set/) });
});
