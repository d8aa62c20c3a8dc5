import { CompiledQuery } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newDatabase, PG_SERVER, type TestDatabase } from "#tests/upstream/support/pg-server";
import { GatheredReads } from "#upstream/db/gathered-reads";
import { nameStatement } from "#upstream/db/statement-names";

const SUM = "select $1::int + $2::int as sum";
const SHARE = "select 12 / $1::int as share";
const KINDS =
  "select $1::text as text, $2::text as nothing, count(*) as n, $3::int = 1 as same, '{\"a\":[1]}'::json as json";
const ROWS = "select n, n * 2 as twice from generate_series(1, $1::int) as n where n > 0";
const END = "select pg_terminate_backend(pg_backend_pid()) as ended";
const LONG = "select pg_sleep($1::float8)";

describe.skipIf(!PG_SERVER)("reads of one tick", () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let reads: GatheredReads;
  let heard: string[];

  beforeAll(async () => {
    for (const text of [SUM, SHARE, KINDS, ROWS, END, LONG]) nameStatement(text);
    database = await newDatabase();
  });
  beforeEach(() => {
    heard = [];
    pool = new pg.Pool({ connectionString: database.url, max: 2, query_timeout: 1_000 });
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    reads = new GatheredReads(pool, (type) => pg.types.getTypeParser(type, "text"));
    return () => pool.end();
  });
  afterAll(() => database?.drop());

  const log = ({ sql }: CompiledQuery, milliseconds: number) => {
    expect(milliseconds).toBeGreaterThan(0);
    heard.push(sql);
  };
  const ask = (text: string, ...values: unknown[]) => reads.read(CompiledQuery.raw(text, values), log);
  const sum = (a: unknown, b: number) => ask(SUM, a, b);

  test("take one round trip, and each gets its own rows", async () => {
    for (let round = 0; round < 3; round += 1) {
      const connect = vi.spyOn(pool, "connect");
      const asked = [sum(1, 2), ask(ROWS, 2), ask(ROWS, 0), sum(3, 4), ask(KINDS, "字 'x'", null, 1)];
      expect(await Promise.all(asked)).toEqual([
        [{ sum: 3 }],
        [1, 2].map((n) => ({ n, twice: 2 * n })),
        [],
        [{ sum: 7 }],
        [{ text: "字 'x'", nothing: null, n: expect.anything(), same: true, json: { a: [1] } }],
      ]);
      expect(connect).toHaveBeenCalledTimes(1);
      expect(heard.splice(0)).toEqual([SUM, ROWS, ROWS, SUM, KINDS]);
      connect.mockRestore();
    }
  });

  test("are split if they are many, so that none waits for all", async () => {
    const connect = vi.spyOn(pool, "connect");
    const rows = await Promise.all(Array.from({ length: 40 }, (_, n) => sum(n, 1)));
    expect(rows).toEqual(Array.from({ length: 40 }, (_, n) => [{ sum: n + 1 }]));
    expect(connect).toHaveBeenCalledTimes(3);
  });

  test("fail alone: those before and behind a failed one are answered", async () => {
    const settled = await Promise.allSettled([sum(1, 1), ask(SHARE, 0), sum(2, 2), ask(SHARE, 0), ask(SHARE, 4)]);
    expect(settled.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(settled[1]).toMatchObject({ reason: { code: "22012" } });
    expect(settled[4]).toMatchObject({ value: [{ share: 3 }] });
    expect(heard).toEqual([SUM, SUM, SHARE]);
  });

  test("can be asked again after one failed while it was parsed for the first time", async () => {
    await expect(sum("不是数", 1)).rejects.toThrow("invalid input syntax");
    expect(await sum(1, 1)).toEqual([{ sum: 2 }]);
    expect(await sum(1, 2)).toEqual([{ sum: 3 }]);
  });

  test("fail, but do not end the process, if a value can't be parsed", async () => {
    const strict = new GatheredReads(pool, () => (text) => {
      if (text === "13") throw new Error("unlucky");
      return text;
    });
    const of = (n: number) => strict.read(CompiledQuery.raw(SUM, [n, 0]), log);
    const settled = await Promise.allSettled([of(1), of(13), of(2)]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await of(3)).toEqual([{ sum: "3" }]);
  });

  test("fail together with their connection, which is replaced", async () => {
    const settled = await Promise.allSettled([sum(1, 1), ask(END), sum(2, 2)]);
    expect(settled.slice(1).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await sum(1, 2)).toEqual([{ sum: 3 }]);
  });

  test("give up after the time limit of the driver, on a connection that nobody uses again", async () => {
    await expect(ask(LONG, 30)).rejects.toThrow("timeout");
    expect(pool.totalCount).toBe(0);
    expect(await sum(1, 2)).toEqual([{ sum: 3 }]);
  });

  test("do not include what may write or lock, or has no name", () => {
    const texts = ["select 1", "update t set a = $1", "with x as (delete from t returning a) select a from x"];
    for (const text of [...texts.slice(1), "select a from t for update"]) nameStatement(text);
    for (const text of [...texts, "select a from t for update"]) expect(ask(text)).toBeNull();
  });
});
