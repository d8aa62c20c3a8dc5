import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { compiledQuery } from "#upstream/db/compiled-query";

let test: TestUpstream;
beforeEach(async () => {
  test = await createTestUpstream();
  const names = ["甲", "乙", "丙", "丁"];
  const created_at = "2026-01-01T00:00:00.000Z";
  await test.services.db
    .insertInto("users")
    .values(
      names.map((nickname, n) => ({
        nickname,
        headline: n % 2 ? "odd" : "even",
        created_at,
        avatar: "",
        bio: "",
        company: "",
        city: "",
      })),
    )
    .execute();
});
afterEach(() => test.close());

let built = 0;
const nicknames = compiledQuery(
  (
    db,
    { among, headline, limit }: { among: readonly string[]; headline: string; limit: number },
    way: "asc" | "desc",
  ) => {
    built += 1;
    return db
      .selectFrom("users")
      .select("nickname")
      .where("nickname", "in", among)
      .where("headline", "in", [headline, "constant"])
      .orderBy("id", way)
      .limit(limit);
  },
);
const ask = async (among: string[], headline: string, limit: number, way: "asc" | "desc") =>
  (await nicknames(test.services.db, { among, headline, limit }, way)).map((row) => row.nickname);

it("runs with the values of each call, in the order of the statement", async () => {
  expect(await ask(["甲", "乙", "丙"], "even", 9, "asc")).toEqual(["甲", "丙"]);
  expect(await ask(["甲", "乙", "丙"], "even", 1, "desc")).toEqual(["丙"]);
  expect(await ask(["丙", "乙", "丁"], "odd", 9, "asc")).toEqual(["乙", "丁"]);
  expect(await ask(["甲"], "even", 9, "asc")).toEqual(["甲"]);
  expect(await ask(["甲", "乙"], "even", 9, "asc")).toEqual(["甲"]);
});

it("is built once for each choice and each list length", async () => {
  built = 0;
  for (let n = 0; n < 5; n++) await ask(["甲", "乙", "丙"], "even", n, "asc");
  expect(built).toBe(1);
  await ask(["甲", "乙", "丙"], "even", 1, "desc");
  await ask(["甲", "乙"], "even", 1, "desc");
  expect(built).toBe(3);
});

it("runs in the given transaction", async () => {
  const { db } = test.services;
  const inside = db.transaction().execute(async (trx) => {
    await trx.updateTable("users").set({ headline: "gone" }).where("nickname", "=", "甲").execute();
    const values = { among: ["甲", "乙", "丙"], headline: "even", limit: 9 };
    expect(await nicknames(trx, values, "asc")).toEqual([{ nickname: "丙" }]);
    throw new Error("back");
  });
  await expect(inside).rejects.toThrow("back");
  expect(await ask(["甲", "乙", "丙"], "even", 9, "asc")).toEqual(["甲", "丙"]);
});

it("refuses a statement that computes with a value", async () => {
  const wrong = compiledQuery((db, { page }: { page: number }) =>
    db
      .selectFrom("users")
      .select("id")
      .limit(20)
      .offset((page - 1) * 20),
  );
  await expect(wrong(test.services.db, { page: 2 })).rejects.toThrow("page is only known when the statement is run");
});
