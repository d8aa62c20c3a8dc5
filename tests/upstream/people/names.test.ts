import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { userApi } from "#app/contract/people/user";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { connect } from "#upstream/db/dialect";
import { migrations } from "#upstream/db/migrations";
import { migrate } from "#upstream/db/migrations/migrate";
import { isReservedName } from "#upstream/text/name-key";

let upstream: TestUpstream;
let phones = 0;
const someone = (nickname: string) => upstream.addUser(nickname, `86139${String(++phones).padStart(8, "0")}`);
const rename = (as: number, nickname: string) => upstream.call(userApi.update, { body: { nickname } }, { as });
/** The field's error, or SUCCESS. */
const told = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "SUCCESS",
    (error: { data: { fields: { nickname: string } } }) => error.data.fields.nickname,
  );
const TAKEN = "这个昵称已经有人用了，请换一个";

beforeAll(async () => {
  upstream = await createTestUpstream();
});
beforeEach(() => upstream.services.db.deleteFrom("rate_limits").execute());
afterAll(() => upstream.close());

describe("a name", () => {
  test.each([
    "管理员",
    "管 理 员",
    "管\u200b理员",
    "管　理　员",
    "【管理员】",
    "管理员01",
    "官方客服",
    "社区官方",
    "知库客服中心",
    "系统消息",
    "系统通知",
    "已注销用户",
    "已注销\u2060用户",
    "Ａｄｍｉｎ",
    "ADMINISTRATOR",
    "Shequ",
    "shequ官方",
    "客服小助手",
  ])("that seems to speak for the site is refused: %s", async (name) => {
    expect(isReservedName(name)).toBe(true);
    expect(await told(rename(await someone("某人"), name))).toBe("这个昵称容易被当成本站官方，请换一个");
  });

  test.each([
    "系统架构师",
    "客服主管老李",
    "官方粉丝",
    "林管理",
    "Admiral",
    "rooted",
    "知库读者",
    "社区里的猫",
    "支持者",
    "新朋友123456",
    "😀",
    "张三",
  ])("that does not is accepted: %s", (name) => expect(isReservedName(name)).toBe(false));

  test("of somebody else is refused in any spelling; one's own can be written differently", async () => {
    const [first, second] = [await someone("甲"), await someone("乙")];
    expect(await told(rename(first, "Ada 林"))).toBe("SUCCESS");
    for (const name of ["Ada 林", "ada林", "ＡＤＡ　林", "A\u200dda 林", "Ada\u00a0林", "Ada\u3164林"]) {
      expect(await told(rename(second, name)), JSON.stringify(name)).toBe(TAKEN);
    }
    expect(await told(rename(first, "ADA林"))).toBe("SUCCESS");
    expect(await told(rename(first, "换了"))).toBe("SUCCESS");
    // The old one is free again.
    expect(await told(rename(second, "Ada 林"))).toBe("SUCCESS");
  });

  test("that two choose at once is given to one of them", async () => {
    const people = [await someone("丙"), await someone("丁"), await someone("戊")];
    const results = await Promise.all(people.map((one) => told(rename(one, "抢手的名字"))));
    expect(results.sort()).toEqual(["SUCCESS", TAKEN, TAKEN].sort());
  });

  test("that two people had before stays with both, whatever else they change in their profiles", async () => {
    const [first, second] = [await someone("同名"), await someone("同名")];
    for (const as of [first, second]) {
      expect(await told(upstream.call(userApi.update, { body: { nickname: "同名", bio: "改过" } }, { as }))).toBe(
        "SUCCESS",
      );
    }
  });

  test("is also claimed at the end of a registration; that of a closed account is free", async () => {
    const [first, second] = [await someone("新朋友1"), await someone("新朋友2")];
    const { db } = upstream.services;
    await db.updateTable("users").set({ registration_pending: 1 }).where("id", "in", [first, second]).execute();
    const complete = (as: number, nickname: string) =>
      told(upstream.call(userApi.complete, { body: { nickname } }, { as }));
    expect(await complete(first, "头一个")).toBe("SUCCESS");
    expect(await complete(second, "头一个")).toBe(TAKEN);
    expect(await complete(second, "管理员")).toContain("官方");
    // The refused call did not complete the registration.
    expect(await complete(second, "第二个")).toBe("SUCCESS");
  });
});

test("bidirectional control characters are removed from names, titles and texts; joiners stay", async () => {
  const author = await someone("作者");
  const joined = "می\u200cخواهم 👩\u200d💻";
  const title = `标题很长的一篇 \u202egnp.exe\u202c ${joined}`;
  const body = { title, content: `正文 \u2066里\u2069 ${joined}` };
  const { id } = await upstream.call(articleApi.create, { body }, { as: author });
  const article = await upstream.call(articleApi.get, { params: { id } }, { as: author });
  expect(article.title).toBe(`标题很长的一篇 gnp.exe ${joined}`);
  expect(article.contentHtml).toContain(`正文 里 ${joined}`);
  const text = `评论\u202e ${joined}`;
  await upstream.call(commentApi.articleAdd, { body: { articleId: id, text } }, { as: author });
  const { text: stored } = await upstream.services.db.selectFrom("comments").select("text").executeTakeFirstOrThrow();
  expect(stored).toBe(`评论 ${joined}`);
});

test("existing members keep their names: the first has the name alone", async () => {
  const connection = await connect({ kind: "sqlite", file: ":memory:" });
  await migrate(connection);
  const { db } = connection;
  const add = (nickname: string, pending: 0 | 1 = 0) =>
    db
      .insertInto("users")
      .values({
        nickname,
        avatar: "",
        headline: "",
        bio: "",
        company: "",
        city: "",
        registration_pending: pending,
        created_at: "2026-01-01T00:00:00.000Z",
      })
      .execute();
  for (const [nickname, pending] of [
    ["林知远", 0],
    ["林 知远", 0],
    ["新朋友000001", 1],
    ["Ａda", 0],
  ] as const)
    await add(nickname, pending);
  await sql`drop index users_name_key`.execute(db);
  await sql`drop index users_sharing_name`.execute(db);
  await sql`alter table users drop column name_key`.execute(db);
  const [name = ""] = Object.keys(migrations).filter((one) => one.endsWith("-names"));
  await migrations[name]?.up(db as unknown as Kysely<unknown>, "sqlite", {
    origin: "http://a.example",
    objectsUrl: "/oss/",
  });
  const rows = await db.selectFrom("users").select("name_key").orderBy("id").execute();
  expect(rows.map(({ name_key }) => name_key)).toEqual(["林知远", null, null, "ada"]);
  await connection.close();
});
