import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { countOnQuestion } from "#upstream/modules/content/ranking";

describe.skipIf(!PG_SERVER)("many who write on one question", () => {
  let upstream: TestUpstream;
  let write: Writer;
  let questionId: number;
  let admin: pg.Client;
  beforeAll(async () => {
    upstream = await createTestUpstream();
    write = createWriter(upstream);
    questionId = await write.question({ authorId: await upstream.addUser("提问的人") });
    const { database } = upstream.services.config;
    admin = new pg.Client({ connectionString: database.kind === "postgres" ? database.url : "" });
    await admin.connect();
  });
  afterAll(async () => {
    await admin?.end();
    await upstream?.close();
  });

  const waiting = async () => {
    const { rows } = await admin.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rows.length;
  };

  /** Followers of a question in transactions that end on request; `had` lists those who had their turn. */
  function createCrowd() {
    const had: number[] = [];
    const ends = new Map<number, () => void>();
    const come = (who: number) =>
      write.inside(async (trx) => {
        await countOnQuestion(trx, questionId, { follow_count: 1 });
        had.push(who);
        await new Promise<void>((resolve) => ends.set(who, resolve));
      });
    /** Ends the current turn; the next one begins. */
    const pass = async () => {
      const turns = had.length;
      ends.get(had.at(-1) ?? -1)?.();
      await expect.poll(() => had.length).toBe(turns + 1);
    };
    const end = () => ends.get(had.at(-1) ?? -1)?.();
    return { had, come, pass, end };
  }

  test("get the lock in order of arrival, even if others keep arriving", async () => {
    const { had, come, pass, end } = createCrowd();
    const all = [come(0)];
    await expect.poll(() => had).toEqual([0]);
    const arrive = async (who: number, before: number) => {
      all.push(come(who));
      await expect.poll(waiting).toBe(before + 1);
    };
    for (let who = 1; who <= 5; who += 1) await arrive(who, who - 1);
    // The row is changed twice, and newcomers find its current state.
    await pass();
    await pass();
    await arrive(6, 3);
    for (let who = 3; who <= 6; who += 1) await pass();
    end();
    await Promise.all(all);
    expect(had).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
