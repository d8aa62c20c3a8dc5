import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { onServer, PG_SERVER } from "#tests/upstream/support/pg-server";
import { connect } from "#upstream/db/dialect";
import { requireFitPostgres } from "#upstream/db/fit-postgres";
import { migrate } from "#upstream/db/migrations/migrate";
import { requireNoDatabase } from "#upstream/jobs/backup/empty-place";

const drops: string[] = [];
afterEach(async () => {
  for (const drop of drops.splice(0)) await onServer(drop);
});

/** Creates a database like this, and returns its URL for `user`. */
async function created(how: string, user?: string): Promise<{ kind: "postgres"; url: string }> {
  const name = `shequ_test_${randomBytes(6).toString("hex")}`;
  await onServer(`create database ${name} template template0 ${how}`);
  drops.unshift(`drop database ${name} with (force)`);
  const url = new URL(PG_SERVER ?? "");
  url.pathname = `/${name}`;
  if (user) url.username = user;
  return { kind: "postgres", url: url.href };
}

const GOOD = "encoding 'UTF8' locale 'C.UTF-8'";

describe.skipIf(!PG_SERVER)("a database of PostgreSQL in which a site can't be", () => {
  test.each([
    ["another encoding", "encoding 'LATIN1' locale 'C'", /编码是 LATIN1，要 UTF8/],
    ["no encoding", "encoding 'SQL_ASCII' locale 'C'", /编码是 SQL_ASCII，要 UTF8/],
    [
      "the order of a language",
      "encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'zh'",
      /按 ICU 排序，要 C.UTF-8/,
    ],
  ])("%s is refused before anything is stored in it, also by the dry run of a move", async (_, how, why) => {
    const database = await created(how);
    await expect(requireNoDatabase(database)).rejects.toThrow(why);
    const connection = await connect(database);
    await expect(migrate(connection)).rejects.toThrow(why);
    await connection.close();
  });

  test("a user without the right to create tables gets a clear message", async () => {
    const user = `stranger_${randomBytes(4).toString("hex")}`;
    await onServer(`create role ${user} login`);
    drops.push(`drop role ${user}`);
    const database = await created(GOOD, user);
    const why = `用户 ${user} 不能在数据库`;
    await expect(requireNoDatabase(database)).rejects.toThrow(why);
    const connection = await connect(database);
    await expect(migrate(connection)).rejects.toThrow(why);
    await connection.close();
  });

  test("the letters of a language are refused as well as its order", async () => {
    const database = await created("encoding 'UTF8' locale 'C'");
    const connection = await connect(database);
    await connection.db.connection().execute(async (open) => {
      // A server without this locale can't create such a database, nor open another connection to it.
      const { pathname } = new URL(database.url);
      await onServer(`update pg_database set datctype = 'tr_TR.UTF-8' where datname = '${pathname.slice(1)}'`);
      const fit = requireFitPostgres(open, { fresh: true });
      await expect(fit).rejects.toThrow("按 tr_TR.UTF-8 认大小写，要 C.UTF-8 或 C");
    });
    await connection.close();
  });

  test.each([GOOD, "encoding 'UTF8' locale 'C'"])("other databases are accepted: %s", async (how) => {
    await expect(requireNoDatabase(await created(how))).resolves.toBeUndefined();
  });
});

describe.skipIf(!PG_SERVER)("PostgreSQL that can't be reached", () => {
  const at = (change: (url: URL) => void) => {
    const url = new URL(PG_SERVER ?? "");
    url.username = "shequ";
    url.password = "secret-of-the-operator";
    change(url);
    return connect({ kind: "postgres", url: url.href });
  };

  test.each([
    [
      "a port on which nothing listens",
      (url: URL) => Object.assign(url, { port: "1" }),
      /:1\/\w+：那里没有数据库在运行.*ECONNREFUSED/,
    ],
    [
      "an unknown host",
      (url: URL) => Object.assign(url, { host: "nowhere.invalid" }),
      /nowhere\.invalid.*：找不到这台机器/,
    ],
    ["an unknown database", (url: URL) => Object.assign(url, { pathname: "/nothere" }), /\/nothere：没有这个数据库/],
    [
      "an unknown user",
      (url: URL) => Object.assign(url, { username: "nobody_here" }),
      /nobody_here@.*：用户名或密码不对/,
    ],
  ])("%s is named with its address and the cause, without the password", async (_, change, why) => {
    const error = await at(change).then(
      () => null,
      (failure: Error) => failure,
    );
    expect(error).toMatchObject({ name: "ConfigError", message: expect.stringMatching(why) });
    expect(error?.message).not.toContain("secret-of-the-operator");
  });
});
