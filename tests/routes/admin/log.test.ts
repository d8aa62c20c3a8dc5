import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditAction, AuditKind } from "#app/contract/admin/system/audit-actions";
import { adminPaths } from "#app/features/admin/admin-paths";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { transact } from "#upstream/db/transact";
import { appendToAuditLog } from "#upstream/policy/audit-log";

let world: World;
let owner: Reader;
let auditor: Reader;

beforeAll(async () => {
  world = await createWorld();
  owner = await world.as(await addStaff(world.upstream, "owner"));
  auditor = await world.as(await addStaff(world.upstream, "auditor"));
  await owner.submit(adminPaths.words(), { intent: "put", word: "打骨折", action: "reject" });
  await owner.submit(adminPaths.words(), { intent: "put", word: "打骨折", action: "review" });
  const about = adminPaths.text("about");
  const version = (await owner.get(about)).text.match(/name="version" value="(\d+)"/)?.[1] ?? "";
  await owner.submit(about, { title: "关于我们", content: "我们在这里", version });
});
afterAll(() => world.close());

const log = (query = "") => auditor.get(`${adminPaths.log()}${query}`);
/** Text as a person sees it. */
const words = (html: string) => html.replace(/<!-- -->/g, "").replace(/<[^>]+>/g, " ");

test("the log consists of sentences, filtered by kind, by person and by day", async () => {
  const all = words((await log()).text);
  expect(all).toContain("添加或修改了敏感词“打骨折”");
  expect(all).toContain("修改了文案“关于我们”");
  const ofWords = words((await log("?kind=word")).text);
  expect(ofWords).toContain("添加或修改了敏感词");
  expect(ofWords).not.toContain("修改了文案");
  expect(words((await log("?to=2001-01-01")).text)).toContain("没有这样的记录");
  const by = (await log()).text.match(/\/admin\/log\/(\d+)/)?.[1];
  const entry = await auditor.get(adminPaths.logEntry(Number(by)));
  const who = entry.text.match(/actorId=(\d+)/)?.[1] ?? "";
  expect(words((await log(`?actorId=${who}`)).text)).toContain("修改了文案");
  expect(words((await log(`?actorId=${Number(who) + 1_000}`)).text)).toContain("没有这样的记录");
});

test("an invalid filter is reported at its field", async () => {
  const wrong = await log("?from=昨天&kind=word");
  expect(wrong.status).toBe(200);
  expect(wrong.text).toContain("请写成 2026-03-01 的样子");
  expect(wrong.text).toContain('<option value="word" selected');
});

test("an entry shows what changed from what to what, under familiar names", async () => {
  const id = (await log("?kind=word")).text.match(/\/admin\/log\/(\d+)/)?.[1];
  const entry = (await auditor.get(adminPaths.logEntry(Number(id)))).text.replace(/<!-- -->/g, "");
  expect(entry).toMatch(/<del>拒绝<\/del><ins>先审核<\/ins>/);
});

test("an entry whose action no longer exists is shown as it is stored, and can't be undone", async () => {
  const old = { action: "poll.close" as AuditAction, kind: "poll" as AuditKind, target: 7 };
  const state = { before: { title: "去哪里" }, after: { title: "去哪里", closed: true } };
  const id = await transact(world.upstream.services.db, (trx) =>
    appendToAuditLog(trx, {
      at: "2026-01-01T00:00:00.000Z",
      actorId: null,
      via: "console",
      roles: [],
      ...old,
      ...state,
    }),
  );
  expect(words((await log("?kind=poll")).text)).toContain("poll.close #7");
  const page = adminPaths.logEntry(id);
  const entry = (await owner.get(page)).text;
  expect(words(entry)).toContain("poll.close #7");
  expect(entry).not.toContain("撤销这次操作");
  expect((await owner.submit(page, { reason: "看错了" })).text).toContain("这项操作不能撤销");
});

test("the log's page says whether the log was tampered with", async () => {
  expect((await log("?check=1")).text).toContain("都没有被改动");
  await world.upstream.services.db.updateTable("audit_log").set({ reason: "没有的事" }).where("id", "=", 2).execute();
  expect(words((await log("?check=1")).text)).toContain("从第 2 条起对不上");
});
