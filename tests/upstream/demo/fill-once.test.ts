import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { nowIso } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { fillOnce } from "#upstream/jobs/fill-once";
import { appendToAuditLog, findBrokenLink } from "#upstream/policy/audit-log";

let upstream: TestUpstream;
beforeEach(async () => {
  upstream = await createTestUpstream();
});
afterEach(() => upstream.close());

const names = async () =>
  (await upstream.services.db.selectFrom("users").select(["id", "nickname"]).orderBy("id").execute()).map(
    ({ id, nickname }) => `${id} ${nickname}`,
  );

describe.skipIf(!PG_SERVER)("an empty database on PostgreSQL", () => {
  test("is filled again if the first fill was interrupted, and never afterwards", async () => {
    const interrupted = fillOnce(upstream.services, async () => {
      await upstream.addUser("一半的人");
      throw new Error("the process ends here");
    });
    await expect(interrupted).rejects.toThrow("the process ends here");
    expect(await names()).toEqual(["1 一半的人"]);

    await fillOnce(upstream.services, async () => {
      await upstream.addUser("甲");
      await upstream.addUser("乙");
    });
    expect(await names()).toEqual(["1 甲", "2 乙"]);

    await fillOnce(upstream.services, () => Promise.reject(new Error("not needed")));
    expect(await names()).toEqual(["1 甲", "2 乙"]);
  });

  test("keeps the rows written by its migrations, so that staff can act", async () => {
    const tables = async () => {
      const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
        where schemaname = current_schema() and tablename not like 'kysely%'`.execute(upstream.services.db);
      const filled: string[] = [];
      for (const { name } of rows)
        if ((await sql`select 1 from ${sql.table(name)} limit 1`.execute(upstream.services.db)).rows.length > 0)
          filled.push(name);
      return filled;
    };
    const before = await tables();
    expect(before).toContain("audit_end");
    const act = () =>
      transact(upstream.services.db, (trx) =>
        appendToAuditLog(trx, {
          at: nowIso(upstream.services),
          actorId: null,
          via: "command-line",
          roles: [],
          action: "start.try",
          kind: "start",
          target: "sms",
          before: null,
          after: null,
        }),
      );
    const interrupted = async () => {
      await act();
      throw new Error("the process ends here");
    };
    await expect(fillOnce(upstream.services, interrupted)).rejects.toThrow("the process ends here");
    await fillOnce(upstream.services, async () => void (await act()));
    expect(await tables()).toEqual(expect.arrayContaining(before));
    expect(await findBrokenLink(upstream.services.db)).toBeNull();
  });

  test("is filled by one of several processes that start at once; the others wait for it", async () => {
    let fills = 0;
    const fill = async () => {
      fills += 1;
      await upstream.addUser("只有一个");
    };
    await Promise.all([1, 2, 3].map(() => fillOnce(upstream.services, fill)));
    expect(fills).toBe(1);
    expect(await names()).toEqual(["1 只有一个"]);
  });

  test("with people in it is left alone", async () => {
    await upstream.addUser("早就在的人");
    await fillOnce(upstream.services, () => Promise.reject(new Error("not needed")));
    expect(await names()).toEqual(["1 早就在的人"]);
  });
});
