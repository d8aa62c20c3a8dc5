import { join } from "node:path";
import { expect, test } from "vitest";
import { connect } from "#upstream/db/dialect";
import { migrate } from "#upstream/db/migrations/migrate";
import { rememberMode } from "#upstream/db/mode-of-data";
import { production } from "./production";
import { cleanUp, newFolder, run, start } from "./run";

const PROGRAMS = [
  ["dist/server.js"],
  ["dist/upstream.js"],
  ["dist/import.js", "tests/programs"],
  ["dist/admin.js", "doctor"],
];

cleanUp();

/** Expects each program to refuse the data in a line, and to change nothing by that. */
async function expectRefused(settings: Record<string, string>, why: RegExp): Promise<void> {
  const ended = await Promise.all(PROGRAMS.map((program) => run(program, settings)));
  for (const [at, { code, output }] of ended.entries()) {
    expect(code, PROGRAMS[at]?.[0]).toBe(1);
    expect(output.trim().split("\n")).toEqual([expect.stringMatching(why)]);
  }
}

test("the data of a production site are not opened as a demo, which would publish codes", async () => {
  const folder = newFolder();
  const site = start(["dist/server.js"], production(folder));
  await site.ready();
  site.child.kill("SIGTERM");
  await site.ended;
  await expectRefused(
    { ...production(folder), APP_MODE: "" },
    /^APP_MODE: 这里的数据属于一个正式的站.*APP_MODE=production/,
  );
  const again = start(["dist/server.js"], production(folder));
  await again.ready();
});

test("a site is opened only with the salt that its URLs are made of, or if a new one is allowed", async () => {
  const folder = newFolder();
  const open = async (settings: Record<string, string>) => {
    const site = start(["dist/server.js"], settings);
    await site.ready();
    site.child.kill("SIGTERM");
    await site.ended;
  };
  await open(production(folder));
  await expectRefused({ ...production(folder), HASHID_SALT: "another salt" }, /^HASHID_SALT: 与这里的数据一直用的不同/);
  // An upstream of its own may have none, but an import writes URLs into texts.
  const without = { ...production(folder), HASHID_SALT: "" };
  expect((await run(["dist/admin.js", "doctor"], without)).output).not.toContain("HASHID_SALT");
  const imported = await run(["dist/import.js", "tests/programs"], without);
  expect(imported).toMatchObject({ code: 1, output: expect.stringMatching(/^HASHID_SALT: 没有设置/) });
  await open({ ...production(folder), HASHID_SALT: "another salt", ALLOW_NEW_SALT: "1" });
  await open({ ...production(folder), HASHID_SALT: "another salt" });
  await expectRefused(production(folder), /^HASHID_SALT: 与这里的数据一直用的不同/);
});

test.each(["now", "by an earlier build"])("the data of a demo filled %s are not opened in production", async (when) => {
  const folder = newFolder();
  const connection = await connect({ kind: "sqlite", file: join(folder, "shequ.db") });
  await migrate(connection);
  if (when === "now") await rememberMode(connection.db, "demo");
  else {
    const at = "2026-11-01T00:00:00.000Z";
    const picture = { key: "demo/banner.webp", file_name: "banner.webp", content_type: "image/webp", bytes: 1 };
    await connection.db
      .insertInto("objects")
      .values({ ...picture, owner_id: null, created_at: at })
      .execute();
  }
  await connection.close();
  await expectRefused(production(folder), /^APP_MODE: 这里是演示的数据.*密码是公开的.*换一个空的 DATA_DIR/);
});
