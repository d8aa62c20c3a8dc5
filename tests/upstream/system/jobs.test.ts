import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type JobKind, jobKinds } from "#app/contract/admin/system/job-kinds";
import { adminSystemApi } from "#app/contract/admin/system/system";
import { searchApi } from "#app/contract/reading/search";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { createZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";
import { createJobRunner } from "#upstream/jobs/run-jobs";
import { TASKS } from "#upstream/jobs/tasks";
import { heartbeat, takeJob } from "#upstream/modules/job/queue";
import type { SearchEntry } from "#upstream/services/search/search";
import { chinaTime } from "#upstream/text/china-time";

const SECOND = 1_000;
let now: Date;
let upstream: TestUpstream;
let write: Writer;
let owner: number;
let token: string;

beforeEach(async () => {
  now = new Date("2026-11-20T08:00:00.000Z");
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  owner = await addStaff(upstream, "owner");
  token = await staffToken(upstream, owner);
});
afterEach(() => upstream.close());

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * SECOND);
};
const start = (kind: JobKind) => upstream.call(adminSystemApi.startJob, { body: { kind } }, { token });
const list = async () => (await upstream.call(adminSystemApi.jobs, {}, { token })).list;
const tried = (kind: JobKind) => TASKS[kind](upstream.services, { dryRun: true, progress: async () => {} });

/** Starts a job and runs it to its end. */
async function done(kind: JobKind) {
  await start(kind);
  await createJobRunner(upstream.services).runNext();
  const [job] = await list();
  expect(job).toMatchObject({ kind, askedBy: { userId: owner } });
  return job;
}

/** A question with an answer, and a liked article: content with counters, lists and entries. */
async function furnish() {
  const author = await upstream.addUser("林知远", "8613800000001");
  const question = await write.question({ authorId: author, title: "如何学习编译原理", tags: ["编译"] });
  const article = await write.article({ authorId: author, title: "从零写一个编译器", tags: ["编译"] });
  return { author, question, article };
}
const found = async (text: string) =>
  (await upstream.call(searchApi.content, { query: { q: text } })).list.map(({ kind, id }) => `${kind}/${id}`);

describe("a job", () => {
  test("waits for a process, runs once, and reports its result", async () => {
    await start("recount");
    expect((await list())[0]).toMatchObject({ kind: "recount", state: "waiting", message: null });
    await expect(start("recount"), "of a kind one at a time").rejects.toMatchObject({ code: "CONFLICT" });
    const [one, other] = [createJobRunner(upstream.services), createJobRunner(upstream.services)];
    const ended = await Promise.all([one.runNext(), other.runNext()]);
    expect(ended.filter(Boolean)).toHaveLength(1);
    expect((await list())[0]).toMatchObject({ state: "done", message: "全部数目都是对的", tries: 1 });
    const { db } = upstream.services;
    const log = await db.selectFrom("audit_log").select(["action", "target"]).execute();
    expect(log).toEqual([{ action: "job.start", target: "recount" }]);
    await start("recount");
  });

  test("runs alone: jobs of other kinds wait until it is finished", async () => {
    await start("recount");
    await start("reindex");
    const running = await takeJob(upstream.services);
    expect(running?.kind).toBe("recount");
    expect(await takeJob(upstream.services)).toBeNull();
  });

  test("whose process died is restarted by another, and fails after the third attempt", async () => {
    await start("recount");
    for (const tries of [1, 2, 3]) {
      expect(await takeJob(upstream.services)).toMatchObject({ tries });
      later(59);
      expect(await takeJob(upstream.services), "it may still be alive").toBeNull();
      later(2);
    }
    expect(await takeJob(upstream.services)).toBeNull();
    expect((await list())[0]).toMatchObject({ state: "failed", message: "进行它的进程中断了 3 次" });
  });

  test("that renews its lease stays with its process; a process that lost it can't continue", async () => {
    await start("recount");
    const lost = await takeJob(upstream.services);
    if (!lost) throw new Error("nothing was taken");
    later(50);
    expect(await heartbeat(upstream.services, lost)).toBe(true);
    later(50);
    expect(await takeJob(upstream.services)).toBeNull();
    later(11);
    const again = await takeJob(upstream.services);
    expect(again?.tries).toBe(2);
    expect(await heartbeat(upstream.services, lost)).toBe(false);
  });

  test("that its process abandons at shutdown is restarted by the next", async () => {
    await furnish();
    await start("reindex");
    const leaving = createJobRunner(upstream.services);
    const run = leaving.runNext();
    await leaving.stop();
    expect(await run).toBeNull();
    const [job] = await list();
    // It had either not been taken yet, or been released.
    expect(job).toMatchObject({ state: "waiting", tries: 0 });
    expect(await createJobRunner(upstream.services).runNext()).toMatchObject({ state: "done" });
  });

  test.each(jobKinds)("%s has a dry run, which changes nothing", async (kind) => {
    await furnish();
    const rows = () => sql`select * from users`.execute(upstream.services.db).then((all) => all.rows);
    const before = await rows();
    const result = await tried(kind).catch((error: Error) => ({ message: error.message }));
    expect(result.message).not.toBe("");
    expect(await rows()).toEqual(before);
  });
});

describe("counting anew", () => {
  test("corrects wrong numbers, names them, and leaves correct ones alone", async () => {
    const { author, article, question } = await furnish();
    const { db } = upstream.services;
    await db.updateTable("articles").set({ like_count: 7 }).where("id", "=", article).execute();
    await db.updateTable("users").set({ article_count: 9, fans_count: 3 }).where("id", "=", author).execute();
    await db.updateTable("questions").set({ answer_count: 4 }).where("id", "=", question).execute();
    expect((await tried("recount")).message).toBe("会改正 3 行的数目");
    const version = await upstream.services.versions.latest([`article/${article}`]);
    const job = await done("recount");
    expect(job).toMatchObject({ state: "done", message: "已改正 3 行的数目" });
    expect(job?.problems.join("\n")).toContain("like_count 7 → 0");
    expect(await upstream.services.versions.latest([`article/${article}`]), "kept pages know").toBeGreaterThan(version);
    await expectConsistent(db);
    expect((await done("recount"))?.message).toBe("全部数目都是对的");
  });
});

describe("lists and search", () => {
  test("are rebuilt from the rows", async () => {
    const { article, question } = await furnish();
    const { db } = upstream.services;
    await db.updateTable("list_totals").set({ total: 40 }).where("list", "=", "article").execute();
    const rebuilt = await done("rebuild-lists");
    expect(rebuilt).toMatchObject({ state: "done", message: "已改正 1 个列表", problems: ["列表 article：40 → 1"] });
    expect((await done("rebuild-lists"))?.message).toBe("列表都是对的");

    await db.deleteFrom("search_documents").where("kind", "=", "article").execute();
    await db
      .insertInto("search_documents")
      .values({ kind: "question", item_id: 4321, question_id: null, created_at: now.toISOString() })
      .execute();
    expect(await found("编译器")).not.toContain(`article/${article}`);
    const indexed = await done("reindex");
    expect(indexed?.message).toBe("重新放进了 2 份内容；原来缺 1 份，多 1 份");
    expect(indexed?.problems).toEqual([`文章 ${article} 不在搜索里`, "问题 4321 不该在搜索里"]);
    expect(await found("编译")).toEqual(expect.arrayContaining([`article/${article}`, `question/${question}`]));
    expect((await done("reindex"))?.message).toContain("原来缺 0 份，多 0 份");
  });

  test("index the current text, even if it was read before a change", async () => {
    const { article } = await furnish();
    const { db, search } = upstream.services;
    const { cut } = search;
    search.cut = async (body) => {
      await db.updateTable("articles").set({ content: "琥珀里的虫子" }).where("id", "=", article).execute();
      return cut(body);
    };
    try {
      await done("reindex");
    } finally {
      search.cut = cut;
    }
    expect(await found("琥珀")).toEqual([`article/${article}`]);
  });

  test("segment the words of all texts before indexing, together, including documents of zhiku", async () => {
    await furnish();
    const { search } = upstream.services;
    const zhiku = await createZhikuWorld(upstream);
    const documents = [await zhiku.add(), await zhiku.add({ title: "试读的", trial: true })];
    const [put, puts] = [search.put, [] as (readonly SearchEntry[])[]];
    search.put = async (trx, entries) => {
      puts.push(entries);
      return put(trx, entries);
    };
    try {
      expect((await done("reindex"))?.message).toBe("重新放进了 4 份内容；原来缺 0 份，多 0 份");
    } finally {
      search.put = put;
    }
    expect(puts.flat().filter(({ cut }) => !cut)).toEqual([]);
    const [all = []] = puts.filter((entries) => entries.some(({ kind }) => kind.startsWith("zhiku")));
    expect(all.map(({ id }) => id)).toEqual([documents[0], documents[0], documents[1]]);
  });

  test("are optimized at the end, however long that takes", async () => {
    await furnish();
    const { connection } = upstream.services;
    const { unlimited } = connection;
    const statements: string[] = [];
    connection.onStatement(({ text }) => statements.push(text));
    connection.unlimited = (work) =>
      unlimited((db) => {
        statements.length = 0;
        return work(db);
      });
    try {
      await TASKS.reindex(upstream.services, { dryRun: false, progress: async () => {} });
    } finally {
      connection.unlimited = unlimited;
    }
    expect(statements.join()).toMatch(/^(?:analyze search_words|insert into "search_titles" \("search_titles"\))/);
  });

  test("index a document of zhiku under its current kinds only", async () => {
    const zhiku = await createZhikuWorld(upstream);
    const id = await zhiku.add();
    const { db } = upstream.services;
    await db.updateTable("zhiku_contents").set({ trial: 1, content: "琥珀里的虫子" }).where("id", "=", id).execute();
    const result = await done("reindex");
    expect(result?.message).toBe("重新放进了 1 份内容；原来缺 1 份，多 1 份");
    expect(result?.problems).toEqual([`资料 ${id} 不在搜索里`, `资料 ${id} 不该在搜索里`]);
    const documents = () =>
      db.selectFrom("search_documents").select("kind").where(sql<boolean>`kind like 'zhiku-%'`).execute();
    expect(await documents()).toEqual([{ kind: `zhiku-trial/${zhiku.categories.retention}/report` }]);
    await db.updateTable("zhiku_contents").set({ deleted_at: now.toISOString() }).where("id", "=", id).execute();
    expect((await done("reindex"))?.problems).toEqual([`资料 ${id} 不该在搜索里`]);
    expect(await documents()).toEqual([]);
  });
});

test("the file check names missing files and those of another size", async () => {
  const { db, objects } = upstream.services;
  const row = { owner_id: null, file_name: "", content_type: "image/webp", bytes: 3, confirmed: 1 as const };
  for (const name of ["a", "b", "c"]) {
    await db
      .insertInto("objects")
      .values({ ...row, key: `content/202611/${name}.webp`, created_at: now.toISOString() })
      .execute();
  }
  await objects.put("content/202611/a.webp", new Uint8Array(3), "image/webp");
  await objects.put("content/202611/b.webp", new Uint8Array(5), "image/webp");
  const job = await done("check-files");
  expect(job).toMatchObject({ state: "done", message: "3 个文件里，有 2 个不对" });
  expect(job?.problems).toEqual(["content/202611/b.webp 应有 3 字节，存储里是 5", "content/202611/c.webp 不在存储里"]);
});

describe("the health of the machine", () => {
  const health = async () =>
    Object.fromEntries((await upstream.call(adminSystemApi.health, {}, { token })).checks.map((one) => [one.key, one]));

  test("is reported check by check, with what to do about each problem", async () => {
    const checks = await health();
    for (const one of Object.values(checks)) {
      expect(one.detail, one.key).not.toBe("");
      expect(one.todo === "", one.key).toBe(one.state === "ok");
    }
    expect(checks.database?.state).toBe("ok");
    expect(checks.backup).toMatchObject({ state: "warn", todo: expect.stringContaining("BACKUP_DIR") });
  });

  test("reports when more pages were requested than could be rendered, and by whom: readers or programs", async () => {
    const { db } = upstream.services;
    const today = chinaTime(now).slice(0, 10);
    const yesterday = chinaTime(new Date(now.getTime() - 24 * 60 * 60_000)).slice(0, 10);
    const figures = (day: string, seconds: number, putOff: number, paid: number) =>
      db
        .insertInto("metrics_daily")
        .values([
          { day, key: "pressure.seconds", value: seconds },
          { day, key: "pressure.put-off", value: putOff },
          { day, key: "pressure.paid", value: paid },
        ])
        .execute();
    await figures(today, 59, 3, 3);
    expect((await health()).pressure?.state).toBe("ok");
    await figures(yesterday, 600, 9_000, 12);
    expect((await health()).pressure).toEqual({
      key: "pressure",
      state: "warn",
      detail: "昨天有 10 分钟忙不过来，请访客等候 9000 次，其中做了计算的 12 次",
      todo: expect.stringContaining("抓取的程序"),
    });
    await db.updateTable("metrics_daily").set({ value: 4_000 }).where("key", "=", "pressure.paid").execute();
    expect((await health()).pressure?.todo).toContain("加一个进程");
  });

  test("names an unreachable store, a failed job, and an index without its texts", async () => {
    upstream.services.objects.list = () => Promise.reject(new Error("connection refused"));
    await start("backup");
    await createJobRunner(upstream.services).runNext();
    await furnish();
    await upstream.services.db.deleteFrom("search_sources").execute();
    const checks = await health();
    expect(checks.objects).toMatchObject({ state: "bad", detail: expect.stringContaining("connection refused") });
    expect(checks.jobs).toMatchObject({ state: "warn", detail: expect.stringContaining("BACKUP_DIR") });
    expect(checks.search).toMatchObject({ state: "bad", todo: expect.stringContaining("重建搜索") });
  });
});

test("rerender: texts rendered by an older build are rendered again, and searchable", async () => {
  const { question, article } = await furnish();
  const { db } = upstream.services;
  const content = "正文[^1]，H<sub>2</sub>O\n\n[^1]: 出处在此";
  await db
    .updateTable("articles")
    .set({ content, content_html: "<p>旧</p>", excerpt: "旧" })
    .where("id", "=", article)
    .execute();
  const { version } = await db
    .selectFrom("articles")
    .select("version")
    .where("id", "=", article)
    .executeTakeFirstOrThrow();
  expect((await tried("rerender")).message).toMatch(/会改变 1 份$/);
  const job = await done("rerender");
  expect(job?.message).toMatch(/改变了 1 份；重建搜索：/);
  const row = await db.selectFrom("articles").selectAll().where("id", "=", article).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ version, content, excerpt: "正文，H2O" });
  expect(row.content_html).toContain('<div class="footnotes">');
  expect(await found("出处在此")).toEqual([`article/${article}`]);
  expect((await tried("rerender")).message).toMatch(/会改变 0 份$/);
  expect(question).toBeGreaterThan(0);
  await expectConsistent(db);
});
