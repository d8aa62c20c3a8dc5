import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminContentApi, type RemovableContent } from "#app/contract/admin/content/content";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { forgetLimits } from "#tests/routes/support/form-codes";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let write: Writer;
let stranger: Reader;
let alice: Reader;
let bob: Reader;
let token: string;
let moderator: Reader;
let auditor: Reader;

beforeAll(async () => {
  world = await createWorld();
  write = createWriter(world.upstream);
  stranger = await world.as(null);
  alice = await world.as(world.seed.alice);
  bob = await world.as(world.seed.bob);
  const moderatorId = await addStaff(world.upstream, "moderator");
  token = await staffToken(world.upstream, moderatorId);
  moderator = await world.as(moderatorId);
  auditor = await world.as(await addStaff(world.upstream, "auditor"));
});
afterAll(() => world.close());
beforeEach(() => forgetLimits(world));

const decide = (call: "remove" | "restore", items: RemovableContent[]) =>
  world.upstream.call(adminContentApi[call], { body: { items, rule: "spam", note: "" } as never }, { token });

test("what staff remove leaves every page at once, is shown to its author with the house rule, and returns everywhere when restored", async () => {
  const authorId = world.seed.alice;
  const questionId = await write.question({
    authorId,
    title: "紫貂问题在这里",
    content: "紫貂正文",
    tags: ["紫貂标签"],
  });
  const articleId = await write.article({ authorId, title: "紫貂文章在这里", content: "紫貂正文" });
  const caseId = world.seed.case;
  const answerId = await write.answer({ authorId, questionId: world.seed.question, content: "紫貂回答在这里" });
  const target = { targetKind: "case", targetId: caseId } as const;
  const commentId = await write.comment({ authorId, ...target, text: "紫貂评论在这里" });
  const shown = [
    paths.home(),
    paths.questions(),
    paths.articles(),
    paths.question(encodeId(questionId)),
    paths.article(encodeId(articleId)),
    paths.question(encodeId(world.seed.question)),
    serverPaths.answer(answerId),
    paths.case(caseId),
    `/u/${authorId}/article`,
    `/u/${authorId}/qna/answer`,
    `/u/${authorId}/comment/post`,
    paths.search("all", "紫貂"),
    "/feed.xml",
    `/u/${authorId}/feed.xml`,
  ];
  const showing = async (reader: Reader) => {
    const pages = await Promise.all(shown.map(async (path) => [path, (await reader.get(path)).text] as const));
    return pages.filter(([, text]) => /紫貂(?:<\/mark>)?(?:问题|文章|回答|评论|正文)/.test(text)).map(([path]) => path);
  };
  const places: RemovableContent[] = [
    { kind: "question", id: questionId },
    { kind: "article", id: articleId },
    { kind: "answer", id: answerId },
    { kind: "comment", id: commentId },
  ];
  const before = await showing(stranger);
  expect(before).toEqual(shown);
  const map = (await stranger.get("/sitemap.xml")).text;

  expect(await decide("remove", places)).toMatchObject({ failed: [] });
  for (const reader of [stranger, bob, alice]) expect(await showing(reader)).toEqual([]);
  for (const path of [paths.question(encodeId(questionId)), paths.article(encodeId(articleId))]) {
    expect((await stranger.get(path)).status).toBe(404);
  }
  const trash = (await alice.get(paths.trash())).text;
  for (const name of ["紫貂问题在这里", "紫貂文章在这里", "紫貂回答在这里", "紫貂评论在这里"]) {
    expect(trash).toContain(name);
  }
  expect(trash).toContain("含有广告、招揽或重复发布的内容");
  expect((await bob.get(paths.trash())).text).not.toContain("紫貂");
  await alice.submit(paths.trash(), { kind: "article", id: String(articleId) });
  expect((await alice.get(paths.trash())).text).toContain("这份内容已被移除，不能自己恢复");

  await decide("restore", places);
  expect(await showing(stranger)).toEqual(before);
  expect((await stranger.get("/sitemap.xml")).text).toBe(map);
});

/** A form with an `item` for each number. */
function marked(ids: readonly number[], fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const id of ids) form.append("item", String(id));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

test("without scripts several are removed by a rule after a dry run, and restored, from the list of their kind", async () => {
  const authorId = world.seed.alice;
  const ids = [
    await write.question({ authorId, title: "第一个雪豹问题" }),
    await write.question({ authorId, title: "第二个雪豹问题" }),
  ];
  await write.answer({ authorId: world.seed.bob, questionId: ids[0] ?? 0 });
  const list = adminPaths.contents("question", { q: "雪豹" });
  expect((await moderator.get(adminPaths.contents("article"))).text).not.toContain("雪豹问题");
  expect((await moderator.get(list)).text).toMatch(/第二个雪豹问题[\s\S]*第一个雪豹问题/);

  const unsaid = await moderator.submit(list, marked(ids, { intent: "try", rule: "", note: "写了原因" }));
  expect([unsaid.status, unsaid.text]).toEqual([422, expect.stringContaining("请从列表里选择原因")]);
  const fields = { rule: "spam", note: "写了原因" };
  const tried = (await moderator.submit(list, marked(ids, { intent: "try", ...fields }))).text;
  expect(tried).toContain("将移除 2 个问题，其中 1 个有别人的回答，会一起移除");
  expect(tried).toContain('value="写了原因"');
  for (const id of ids)
    expect(tried).toMatch(
      new RegExp(`<input[^>]*checked[^>]*value="${id}:[^"]+"|<input[^>]*value="${id}:[^"]+"[^>]*checked`),
    );
  expect((await stranger.get(paths.question(encodeId(ids[0] ?? 0)))).status).toBe(200);

  const removed = await moderator.submit(list, marked(ids, { intent: "remove", ...fields }));
  expect(removed.location).toBe(list);
  expect((await stranger.get(paths.question(encodeId(ids[0] ?? 0)))).status).toBe(404);
  const gone = adminPaths.contents("question", { state: "removed", q: "雪豹" });
  const shown = (await moderator.get(gone)).text;
  expect(shown).toContain("已移除 2 份");
  expect(shown).toContain("含有广告、招揽或重复发布的内容。写了原因");

  const one = adminPaths.content({ kind: "question", id: ids[0] ?? 0 });
  expect((await moderator.get(one)).text).toContain("恢复这个问题");
  expect((await moderator.submit(one, marked(ids.slice(0, 1), { intent: "restore" }))).location).toBe(one);
  expect((await moderator.get(one)).text).toContain("移除这个问题");
  const rest = await moderator.submit(gone, marked(ids, { intent: "restore" }));
  expect(rest.location).toBe(gone);
  expect((await moderator.get(gone)).text).toContain(`已恢复 1 份，1 份没有处理：问题 #${ids[0]} 没有被移除`);
  for (const id of ids) expect((await stranger.get(paths.question(encodeId(id)))).status).toBe(200);
});

test("without scripts several get another classification and tags, counted first; editors see nothing else", async () => {
  const authorId = world.seed.alice;
  const ids = [
    await write.article({ authorId, title: "第一篇云豹文章", tags: ["走兽"] }),
    await write.article({ authorId, title: "第二篇云豹文章", tags: ["野外", "走兽"] }),
  ];
  const search = { q: "云豹" };
  const list = adminPaths.contents("article", { ...search, do: "sort" });
  const removing = (await moderator.get(adminPaths.contents("article", search))).text;
  expect(removing).toContain("改分类与标签");
  expect(removing).not.toContain("修改选中的");
  const editor = await world.as(await addStaff(world.upstream, "editor"));
  const edited = (await editor.get(adminPaths.contents("article", search))).text;
  expect(edited).toContain("修改选中的");
  expect(edited).not.toContain("移除选中的");

  const unsaid = await moderator.submit(list, marked(ids, { intent: "try", reason: "写了原因" }));
  expect([unsaid.status, unsaid.text]).toEqual([422, expect.stringContaining("请选择分类，或写下要加、要去的标签")]);
  expect(unsaid.text).toContain('value="写了原因"');
  const fields = { classificationId: "", addTags: "山猫", removeTags: "走兽，家禽", reason: "写了原因" };
  const tried = (await moderator.submit(list, marked(ids, { intent: "try", ...fields }))).text;
  expect(tried).toContain("将修改 2 篇文章");
  expect(tried).toContain('value="走兽，家禽"');
  expect((await stranger.get(paths.article(encodeId(ids[0] ?? 0)))).text).toContain("走兽");

  const done = await moderator.submit(list, marked(ids, { intent: "sort", ...fields }));
  expect(done.location).toBe(list);
  const shown = (await moderator.get(list)).text;
  expect(shown).toContain("已修改 2 份");
  const article = (await stranger.get(paths.article(encodeId(ids[0] ?? 0)))).text;
  expect(article).toContain("山猫");
  expect(article).not.toContain("走兽");
  const again = await moderator.submit(list, marked(ids, { intent: "sort", ...fields }));
  expect(again.location).toBe(list);
  expect((await moderator.get(list)).text).toContain("本来就是这样，没有改动");
});

test("an invalid filter is reported at its field, staff without the permission see no buttons, and members see nothing", async () => {
  const wrong = await moderator.get(adminPaths.contents("article", { author: "谁", from: "昨天" }));
  expect([wrong.status, wrong.text]).toEqual([200, expect.stringContaining("请写成 2026-03-01 的样子")]);
  expect(wrong.text).toMatch(/aria-invalid="true"[^>]*name="author"|name="author"[^>]*aria-invalid="true"/);
  const place = { kind: "article", id: world.seed.article } as const;
  for (const path of [adminPaths.contents("article"), adminPaths.content(place)]) {
    const page = await auditor.get(path);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('value="remove"');
    const tried = await auditor.submit(path, marked([place.id], { intent: "remove", rule: "spam" }));
    expect(tried.status).toBe(403);
    for (const ask of [alice.get(path), alice.data(path)]) expect((await ask).status).toBe(404);
  }
  for (const path of ["/admin/content/activity", "/admin/content/article/999999", "/admin/content/user/1"]) {
    expect((await moderator.get(path)).status).toBe(404);
  }
});
