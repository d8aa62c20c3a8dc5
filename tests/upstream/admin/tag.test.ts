import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminCaseApi } from "#app/contract/admin/content/case";
import { adminTagApi } from "#app/contract/admin/site/tag";
import { auditApi } from "#app/contract/admin/system/audit";
import { articleApi } from "#app/contract/content/article";
import { caseApi } from "#app/contract/content/case";
import { questionApi } from "#app/contract/content/question";
import { suggestApi } from "#app/contract/reading/suggest";
import { tagApi } from "#app/contract/reading/tag";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { undoneState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { asStaff } from "#upstream/command-line/as-staff";
import { COMMANDS } from "#upstream/command-line/commands";
import { rebuildLists } from "#upstream/db/lists/rebuild-lists";
import { transact } from "#upstream/db/transact";
import { restore, softDelete } from "#upstream/modules/content/soft-delete";
import { continueMoves } from "#upstream/modules/taxonomy/moves";

let upstream: TestUpstream;
let write: Writer;
let staff: number;
let token: string;
let author: number;

beforeEach(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  staff = await addStaff(upstream, "owner");
  token = await staffToken(upstream, staff);
  author = await upstream.addUser("陆明", "8613800000001");
});
afterEach(() => upstream.close());

const api = adminTagApi;
const article = (...tags: string[]) => write.article({ authorId: author, tags });
const question = (...tags: string[]) => write.question({ authorId: author, tags });
const aCase = async (...tags: string[]) =>
  (await upstream.call(adminCaseApi.add, { body: { title: "一个案例", content: "正文", tags } }, { token })).id;
const tagsOfArticle = async (id: number) => (await upstream.call(articleApi.get, { params: { id } })).tags;
const tagsOfQuestion = async (id: number) => (await upstream.call(questionApi.get, { params: { id } })).tags;
const tagsOfCase = async (id: number) => (await upstream.call(caseApi.get, { params: { id } })).tags;
const listed = async (tag: string) => [
  (await upstream.call(questionApi.list, { query: { tag } })).list.map(({ id }) => id),
  (await upstream.call(articleApi.list, { query: { tag } })).list.map(({ id }) => id),
];
const popular = async () => (await upstream.call(tagApi.popular, {})).map(({ name, total }) => `${name} ${total}`);
const meant = async (name: string) => (await upstream.call(tagApi.current, { query: { name } })).name;
const suggested = async (q: string) =>
  (await upstream.call(suggestApi.tags, { query: { q } }, { as: author })).map(({ name }) => name);
const tag = (name: string) => upstream.call(api.get, { query: { name } }, { token });
const merge = (from: string, to: string, dryRun = false) =>
  upstream.call(api.merge, { body: { from, to, reason: "意思一样", dryRun } }, { token });
const rename = (from: string, to: string) => upstream.call(api.rename, { body: { from, to } }, { token });
const hide = (name: string) => upstream.call(api.hide, { body: { name, reason: "广告" } }, { token });
const show = (name: string) => upstream.call(api.show, { body: { name } }, { token });
const addSynonym = (name: string, synonym: string) =>
  upstream.call(api.addSynonym, { body: { tag: name, synonym } }, { token });
const newest = async () => (await upstream.call(auditApi.list, { query: {} }, { token })).list[0]?.id ?? 0;
const undoOf = (id: number) => upstream.call(auditApi.undo, { body: { id } }, { token });
const undo = async () => undoOf(await newest());
const state = () => undoneState(upstream.services.db);
const consistent = () => expectConsistent(upstream.services.db);
const deletion = (id: number) =>
  transact(upstream.services.db, (trx) => softDelete(trx, upstream.services, "article", id));
const bringBack = async (id: number) => {
  const row = await upstream.services.db
    .selectFrom("articles")
    .select("deleted_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await transact(upstream.services.db, (trx) =>
    restore(trx, upstream.services, { kind: "article", id, deletedAt: row.deleted_at ?? "" }),
  );
};

describe("merging a tag into another", () => {
  test("first says how many texts it affects; then they all carry the other tag once, and the old name redirects", async () => {
    const [asked, written, both] = [
      await question("PG", "运维"),
      await article("PG"),
      await article("PG", "数据库", "SQL"),
    ];
    const shown = await aCase("PG", "零售");
    const kept = await article("数据库");
    const before = await state();
    const touched = { question: 1, article: 2, case: 1 };
    expect(await merge("PG", "数据库", true)).toEqual({ touched, moving: false });
    expect(await state()).toEqual(before);
    const { dependsOn } = await upstream.measure(articleApi.get, { params: { id: written } });
    const then = await upstream.services.versions.now();
    expect(await merge("PG", "数据库")).toEqual({ touched, moving: false });
    expect(await upstream.services.versions.latest(dependsOn as "config"[])).toBeGreaterThan(then);
    expect(await tagsOfQuestion(asked)).toEqual(["数据库", "运维"]);
    expect(await tagsOfArticle(written)).toEqual(["数据库"]);
    expect(await tagsOfArticle(both)).toEqual(["数据库", "SQL"]);
    expect(await tagsOfCase(shown)).toEqual(["数据库", "零售"]);
    expect(await listed("数据库")).toEqual([[asked], [kept, both, written]]);
    expect(await listed("PG")).toEqual([[], []]);
    expect(await popular()).toEqual(["数据库 4", "SQL 1", "运维 1"]);
    expect([await meant("PG"), await meant("pg"), await meant("数据库"), await meant("没有的")]).toEqual([
      ...["数据库", "数据库", "数据库", "没有的"],
    ]);
    expect(await tag("PG")).toMatchObject({ state: "synonym", meant: "数据库", total: 0 });
    expect(await tag("数据库")).toMatchObject({ state: "used", synonyms: ["PG"], total: 4 });
    await consistent();
  });

  test("is refused unless the other tag exists", async () => {
    await article("PG", "数据库", "广告");
    await merge("PG", "数据库");
    await hide("广告");
    await article("运维");
    await expect(merge("没有的", "运维")).rejects.toThrow("NOT_FOUND: 没有“没有的”这个标签");
    expect(await outcomeOf(merge("运维", "没有的"))).toEqual({ to: "没有这个标签；要换一个新名字，请用改名" });
    expect(await outcomeOf(merge("运维", "运维"))).toEqual({ to: "请写另一个标签" });
    expect(await outcomeOf(merge("运维", "PG"))).toEqual({ to: "它是“数据库”的同义词，请并入“数据库”" });
    expect(await outcomeOf(merge("PG", "运维"))).toBe("CONFLICT");
    expect(await outcomeOf(merge("运维", "广告"))).toEqual({ to: "这个标签隐藏着，请先重新显示" });
    expect(await outcomeOf(merge("广告", "运维"))).toBe("CONFLICT");
  });

  test("moves the synonyms of the tag as well", async () => {
    await article("PG");
    await article("数据库");
    await article("存储");
    await addSynonym("PG", "postgres");
    await merge("PG", "数据库");
    await merge("数据库", "存储");
    expect([await meant("postgres"), await meant("PG"), await meant("数据库")]).toEqual(["存储", "存储", "存储"]);
    expect((await tag("存储")).synonyms.sort()).toEqual(["PG", "postgres", "数据库"].sort());
    await consistent();
  });

  test("also applies to texts that are restored from the trash later", async () => {
    const gone = await article("PG", "SQL");
    await article("PG");
    await article("数据库");
    await deletion(gone);
    await merge("PG", "数据库");
    await bringBack(gone);
    expect(await tagsOfArticle(gone)).toEqual(["数据库", "SQL"]);
    await consistent();
  });

  test("can be undone row for row, except for what was written or changed since", async () => {
    const [one, both, changed] = [await article("PG"), await question("数据库", "PG"), await article("PG", "SQL")];
    await article("数据库");
    const later = await article("PG", "运维");
    await deletion(later);
    const before = await state();
    await merge("PG", "数据库");
    expect(await state()).not.toEqual(before);
    await undo();
    expect(await state()).toEqual(before);
    await merge("PG", "数据库");
    const merged = await newest();
    const since = await article("PG");
    const change = { id: changed, version: 1, title: "改过的一个标题", content: "正文", classificationId: null };
    await upstream.call(articleApi.update, { body: { ...change, tags: ["SQL", "数据库", "别的"] } }, { as: author });
    await deletion(one);
    await undoOf(merged);
    await bringBack(one);
    expect(await tagsOfArticle(one)).toEqual(["PG"]);
    expect(await tagsOfQuestion(both)).toEqual(["数据库", "PG"]);
    expect(await tagsOfArticle(changed)).toEqual(["SQL", "PG", "别的"]);
    expect(await tagsOfArticle(since)).toEqual(["数据库"]);
    await consistent();
  });

  test("can't be undone if the result was changed since", async () => {
    await article("PG");
    await article("数据库");
    await article("存储");
    await merge("PG", "数据库");
    const first = await newest();
    await merge("数据库", "存储");
    expect(await outcomeOf(undoOf(first))).toBe("CONFLICT");
    await undo();
    expect(await outcomeOf(undoOf(first))).toBe("SUCCESS");
    expect(await popular()).toEqual(["PG 1", "存储 1", "数据库 1"].sort());
    await consistent();
  });

  test("of many texts runs in batches, is consistent at every moment, and can be undone", {
    timeout: 60_000,
  }, async () => {
    const { db } = upstream.services;
    const first = await question("PG", "SQL");
    await question("数据库");
    const COPIES = 6_300;
    const AT_ONCE = 300;
    await transact(db, async (trx) => {
      const { id: _, ...row } = await trx
        .selectFrom("questions")
        .selectAll()
        .where("id", "=", first)
        .executeTakeFirstOrThrow();
      const times = Array.from({ length: COPIES }, (_, n) =>
        new Date(Date.parse(row.created_at) - (n + 1) * 1000).toISOString(),
      );
      for (let from = 0; from < COPIES; from += AT_ONCE) {
        const copies = times.slice(from, from + AT_ONCE).map((at) => ({ ...row, created_at: at }));
        const made = await trx.insertInto("questions").values(copies).returning(["id", "created_at"]).execute();
        const entries = made.map(({ id, created_at }) => ({ kind: "question" as const, item_id: id, created_at }));
        await trx
          .insertInto("feed_entries")
          .values(entries.map((entry) => ({ ...entry, hot: row.hot })))
          .execute();
        const taggings = entries.flatMap((entry) => ["PG", "SQL"].map((tag) => ({ ...entry, tag })));
        await trx.insertInto("taggings").values(taggings).execute();
      }
      await trx
        .updateTable("tags")
        .set({ total: 1 + COPIES })
        .where("name", "in", ["PG", "SQL"])
        .execute();
      await trx
        .updateTable("users")
        .set({ question_count: 2 + COPIES })
        .where("id", "=", author)
        .execute();
      await rebuildLists(trx);
    });
    const before = await state();
    const { moving } = await merge("PG", "数据库");
    expect(moving).toBe(true);
    await consistent();
    expect(await tag("PG")).toMatchObject({ state: "synonym", moving: true });
    expect(await outcomeOf(hide("数据库"))).toBe("CONFLICT");
    expect(await outcomeOf(undo())).toBe("CONFLICT");
    // Nothing gets the old name any more, though many items still have it.
    const since = await question("PG");
    expect(await tagsOfQuestion(since)).toEqual(["数据库"]);
    await continueMoves(upstream.services);
    expect((await tag("PG")).touched.question).toBe(0);
    await consistent();
    const far = await upstream.call(questionApi.list, { query: { tag: "数据库", page: 200 } });
    expect(far).toMatchObject({ total: COPIES + 3 });
    expect(far.list).toHaveLength(20);
    await transact(db, (trx) => softDelete(trx, upstream.services, "question", since));
    await db.deleteFrom("questions").where("id", "=", since).execute();
    await undo();
    await consistent();
    await continueMoves(upstream.services);
    const after = await state();
    for (const table of [
      "tags",
      "taggings",
      "questions",
      "list_totals",
      "list_anchors",
      "taxonomy_moves",
      "taxonomy_moved",
    ]) {
      // An anchor of the whole feed remembers the question that was added and removed.
      const rows = (all: Record<string, string[]>) =>
        (all[table] ?? []).filter((row) => !/"list":"(?:feed|question|question\/unanswered)"/.test(row));
      expect(rows(after), table).toEqual(rows(before));
    }
  });
});

describe("a new name", () => {
  test("applies at once, the old name redirects, and it can be undone", async () => {
    const [one, shown] = [await article("数椐库"), await aCase("数椐库")];
    const before = await state();
    await rename("数椐库", "数据库");
    expect(await tagsOfArticle(one)).toEqual(["数据库"]);
    expect(await tagsOfCase(shown)).toEqual(["数据库"]);
    expect(await meant("数椐库")).toBe("数据库");
    await rename("数据库", "数椐库");
    expect(await tagsOfArticle(one)).toEqual(["数椐库"]);
    expect(await meant("数据库")).toBe("数椐库");
    await consistent();
    await undo();
    expect(await tagsOfArticle(one)).toEqual(["数据库"]);
    const list = (await upstream.call(auditApi.list, { query: { action: "tag.rename" } }, { token })).list;
    await undoOf(list.at(-1)?.id ?? 0);
    expect(await state()).toEqual(before);
  });

  test("must not belong to another tag, and must be valid in an editor", async () => {
    await article("PG", "SQL");
    await article("数据库");
    await merge("PG", "数据库");
    expect(await outcomeOf(rename("SQL", "数据库"))).toEqual({ to: "已经有这个标签（2 份内容），请用合并" });
    expect(await outcomeOf(rename("SQL", "PG"))).toEqual({ to: "它是“数据库”的同义词" });
    expect(await outcomeOf(rename("SQL", "SQL"))).toEqual({ to: "和现在的名字一样" });
    expect(await outcomeOf(rename("SQL", "两 个"))).toEqual({ to: "标签里不能有空格、逗号、顿号、分号和 #" });
    expect(await outcomeOf(rename("SQL", "长".repeat(21)))).toEqual({ to: "标签不能超过20个字" });
    expect(await outcomeOf(rename("没有的", "新的"))).toBe("NOT_FOUND");
  });

  test("may be another spelling of the old one", async () => {
    const one = await article("sql");
    await rename("sql", "SQL");
    expect(await tagsOfArticle(one)).toEqual(["SQL"]);
    expect(await tagsOfArticle(await article("Sql"))).toEqual(["SQL"]);
    expect(await popular()).toEqual(["SQL 2"]);
  });
});

describe("a tag in use", () => {
  test("keeps its spelling, in whatever case it is typed; several spellings that texts carry are several tags", async () => {
    const one = await article("TypeScript", "SQL");
    expect(await tagsOfArticle(await article("typescript", "sql"))).toEqual(["TypeScript", "SQL"]);
    expect(await tagsOfQuestion(await question("TYPESCRIPT"))).toEqual(["TypeScript"]);
    expect(await tagsOfCase(await aCase("typeScript", "TypeScript"))).toEqual(["TypeScript"]);
    expect(await popular()).toEqual(["TypeScript 3", "SQL 2"]);
    expect(await meant("typescript")).toBe("TypeScript");
    const change = { id: one, version: 1, title: "改过的一个标题", content: "正文", classificationId: null };
    await upstream.call(articleApi.update, { body: { ...change, tags: ["sql", "运维"] } }, { as: author });
    expect(await tagsOfArticle(one)).toEqual(["SQL", "运维"]);
    // As in texts from before, or after a merge was undone.
    await upstream.services.db.insertInto("tags").values({ name: "sql", total: 1 }).execute();
    expect(await tagsOfArticle(await article("sql"))).toEqual(["sql"]);
    expect(await tagsOfArticle(await article("Sql"))).toEqual(["SQL"]);
  });

  test("gets another spelling from the only text that carries it", async () => {
    const one = await article("typescript");
    const change = async (id: number, version: number, ...tags: string[]) => {
      const body = { id, version, title: "改过的一个标题", content: "正文", classificationId: null, tags };
      await upstream.call(articleApi.update, { body }, { as: author });
      return tagsOfArticle(id);
    };
    expect(await change(one, 1, "TypeScript")).toEqual(["TypeScript"]);
    expect(await popular()).toEqual(["TypeScript 1"]);
    expect(await change(one, 2, "typescript", "TypeScript")).toEqual(["TypeScript"]);
    const other = await article("TypeScript");
    expect(await change(one, 3, "typescript")).toEqual(["TypeScript"]);
    expect(await change(other, 1, "sql")).toEqual(["sql"]);
    // It is another text's, and none of this one's.
    expect(await change(other, 2, "typescript", "sql")).toEqual(["TypeScript", "sql"]);
    await consistent();
  });
});

describe("a synonym", () => {
  test("is replaced by its tag wherever it is typed, in any spelling, and is found by search", async () => {
    const one = await article("PostgreSQL");
    await addSynonym("PostgreSQL", "PG");
    expect(await tagsOfArticle(await article("pg"))).toEqual(["PostgreSQL"]);
    expect(await tagsOfQuestion(await question("ＰＧ", "PostgreSQL"))).toEqual(["PostgreSQL"]);
    expect(await tagsOfCase(await aCase("PG"))).toEqual(["PostgreSQL"]);
    const change = {
      id: one,
      version: 1,
      title: "改过的一个标题",
      content: "正文",
      classificationId: null,
      tags: ["pg"],
    };
    const saved = await upstream.call(articleApi.update, { body: change }, { as: author });
    expect(await tagsOfArticle(one)).toEqual(["PostgreSQL"]);
    // Sent again after a lost response, it is the same text.
    expect(await upstream.call(articleApi.update, { body: change }, { as: author })).toEqual(saved);
    expect(await suggested("pg")).toEqual(["PostgreSQL"]);
    expect(await suggested("gre")).toEqual(["PostgreSQL"]);
    expect(await suggested("%")).toEqual([]);
    await upstream.call(api.removeSynonym, { body: { synonym: "PG" } }, { token });
    expect(await tagsOfArticle(await article("PG"))).toEqual(["PG"]);
    await consistent();
  });

  test("must be a name that no text carries and that means nothing else", async () => {
    await article("PG", "SQL");
    await addSynonym("PG", "postgres");
    expect(await outcomeOf(addSynonym("PG", "SQL"))).toEqual({ synonym: "它是一个标签（1 份内容），请用合并" });
    expect(await outcomeOf(addSynonym("SQL", "postgres"))).toEqual({ synonym: "已经是“PG”的同义词" });
    expect(await outcomeOf(addSynonym("PG", "PG"))).toEqual({ synonym: "和标签一样" });
    expect(await outcomeOf(addSynonym("postgres", "新的"))).toBe("CONFLICT");
    expect(await outcomeOf(addSynonym("没有的", "新的"))).toBe("NOT_FOUND");
    expect(await outcomeOf(upstream.call(api.removeSynonym, { body: { synonym: "SQL" } }, { token }))).toBe(
      "NOT_FOUND",
    );
  });

  test("is refused if texts carry it in another spelling", async () => {
    const one = await article("pg");
    await article("PostgreSQL");
    await addSynonym("PostgreSQL", "PG");
    expect(await tagsOfArticle(await article("pg"))).toEqual(["pg"]);
    expect(await tagsOfArticle(await article("Pg"))).toEqual(["PostgreSQL"]);
    expect(await meant("pg")).toBe("pg");
    expect(await tagsOfArticle(one)).toEqual(["pg"]);
  });
});

describe("a hidden tag", () => {
  test("disappears from texts, lists and suggestions, can't be added, and returns when shown again", async () => {
    const [one, asked, shown] = [await article("广告", "SQL"), await question("广告"), await aCase("广告")];
    await addSynonym("广告", "推广");
    const before = await state();
    await hide("广告");
    expect([await tagsOfArticle(one), await tagsOfQuestion(asked), await tagsOfCase(shown)]).toEqual([["SQL"], [], []]);
    expect(await listed("广告")).toEqual([[], []]);
    expect(await popular()).toEqual(["SQL 1"]);
    expect([await meant("广告"), await meant("推广")]).toEqual([null, null]);
    expect([await suggested("广"), await suggested("推广")]).toEqual([[], []]);
    expect(await tagsOfArticle(await article("广告", "推广", "新的"))).toEqual(["新的"]);
    expect(
      (await upstream.call(api.list, { query: { state: "hidden" } }, { token })).list.map(({ name }) => name),
    ).toEqual(["广告"]);
    await consistent();
    await show("广告");
    expect([await tagsOfArticle(one), await tagsOfQuestion(asked), await tagsOfCase(shown)]).toEqual([
      ...[["广告", "SQL"], ["广告"], ["广告"]],
    ]);
    await consistent();
    await undo();
    expect(await tagsOfArticle(one)).toEqual(["SQL"]);
    await show("广告");
    expect(await outcomeOf(show("广告"))).toBe("CONFLICT");
    expect((await state()).tags?.filter((row) => !row.includes("新的"))).toEqual(before.tags);
  });
});

test("every change of a tag can be undone from the log, in all tables", async () => {
  await article("PG", "SQL");
  await question("数据库", "PG");
  await aCase("PG");
  await addSynonym("PG", "postgres");
  const DONE: (() => Promise<unknown>)[] = [
    () => rename("PG", "Postgres数据库"),
    () => merge("PG", "数据库"),
    () => hide("PG"),
    () => addSynonym("数据库", "DB"),
    () => upstream.call(api.removeSynonym, { body: { synonym: "postgres" } }, { token }),
  ];
  for (const [at, does] of DONE.entries()) {
    const before = await state();
    await does();
    expect(await state(), `the action ${at}`).not.toEqual(before);
    await undo();
    expect(await state(), `the undo of ${at}`).toEqual(before);
    await consistent();
  }
});

test("tags are listed by number of texts, in pages, and found by letters", async () => {
  for (let n = 0; n < 5; n += 1) await article(`标签${n}`, ...(n < 2 ? ["常用"] : []));
  const page = (query: { cursor?: string; q?: string }) =>
    upstream.call(api.list, { query: { limit: 4, ...query } }, { token });
  const first = await page({});
  expect(first.list.map(({ name, total }) => `${name} ${total}`)).toEqual(["常用 2", "标签0 1", "标签1 1", "标签2 1"]);
  const second = await page({ cursor: first.nextCursor ?? "" });
  expect([second.list.map(({ name }) => name), second.nextCursor, second.total]).toEqual([["标签3", "标签4"], null, 6]);
  expect((await page({ q: "常" })).list.map(({ name }) => name)).toEqual(["常用"]);
  expect(await outcomeOf(page({ cursor: "乱写的" }))).toHaveProperty("cursor");
});

test("a dry run touches nothing, whether its header or its body asks for it", async () => {
  await article("PG");
  const statements = (dryRun: boolean, body: { from: string; to: string; dryRun: boolean }) =>
    asStaff(upstream.program, { userId: staff, dryRun }, async (caller) => {
      const before = upstream.services.connection.statements();
      await caller(api.rename, { body });
      return upstream.services.connection.statements() - before;
    });
  const names = { from: "PG", to: "PostgreSQL" };
  // A change that is rolled back at its end would hold others up meanwhile.
  expect(await statements(true, { ...names, dryRun: false })).toBe(await statements(false, { ...names, dryRun: true }));
  expect((await tag("PG")).name).toBe("PG");
});

test("the command line merges, renames and hides tags, after a dry run", async () => {
  const one = await article("PG", "SQL");
  await article("数据库");
  const run = (name: string, words: string[], dryRun = false) =>
    asStaff(upstream.program, { userId: staff, dryRun }, (caller) => {
      const asked = {
        upstream: upstream.program,
        caller,
        options: {},
        words,
        flags: { dryRun, csv: false },
        from: ".",
      };
      return COMMANDS[name]?.run(asked as never) ?? Promise.reject(new Error(name));
    });
  expect(await run("tag merge", ["PG", "数据库"], true)).toBe("会改动 0 个问题、1 篇文章、0 个案例");
  expect(await tagsOfArticle(one)).toEqual(["PG", "SQL"]);
  expect(await run("tag merge", ["PG", "数据库"])).toBe("已改动 0 个问题、1 篇文章、0 个案例");
  expect(await run("tag rename", ["SQL", "查询"])).toBe("已改动 0 个问题、1 篇文章、0 个案例");
  expect(await run("tag hide", ["查询"])).toBe("已改动 0 个问题、1 篇文章、0 个案例");
  expect(await tagsOfArticle(one)).toEqual(["数据库"]);
  expect(await run("class add", ["article", "产品"])).toEqual({ id: expect.any(Number) });
  expect(await run("class list", [])).toMatchObject([{ name: "产品" }]);
});
