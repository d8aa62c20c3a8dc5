import { afterAll, beforeAll, expect, test } from "vitest";
import { questionApi } from "#app/contract/content/question";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { addStaff } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let write: Writer;
let stranger: Reader;
let alice: Reader;
let editor: Reader;
let moderator: Reader;

beforeAll(async () => {
  world = await createWorld();
  write = createWriter(world.upstream);
  stranger = await world.as(null);
  alice = await world.as(world.seed.alice);
  editor = await world.as(await addStaff(world.upstream, "editor"));
  moderator = await world.as(await addStaff(world.upstream, "moderator"));
});
afterAll(() => world.close());

const plain = (html: string) => html.replace(/<!-- -->/g, "");
/** Titles of a list, in order. */
const titlesOf = (html: string) =>
  [...html.matchAll(/class="item__link"[^>]*>(?:<span[^>]*>)?([^<]+)</g)].map(([, title]) => title);

test("a pinned text is first for readers at once, with its mark, and errors come back at their fields", async () => {
  const old = "2001-01-01T00:00:00Z";
  const id = await write.question({ authorId: world.seed.alice, title: "很久以前的好问题", createdAt: old });
  const page = adminPaths.placing({ kind: "question", id });
  expect((await editor.get(adminPaths.content({ kind: "question", id }))).text).toContain(`href="${page}"`);
  expect(titlesOf((await stranger.get(paths.questions())).text)[0]).not.toBe("很久以前的好问题");

  const refused = await editor.submit(page, { list: "on", "list.until": "2001-02-01T08:00" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("截止时间要在现在以后");
  expect(refused.text).toContain('value="2001-02-01T08:00"');
  expect(refused.text).toMatch(/name="list"[^>]*checked|checked[^>]*name="list"/);

  expect((await editor.submit(page, { list: "on", "list.until": "2199-01-01T08:00", featured: "on" })).location).toBe(
    page,
  );
  const list = (await stranger.get(paths.questions())).text;
  expect(titlesOf(list)[0]).toBe("很久以前的好问题");
  expect(list).toContain("置顶 · 精华");
  expect(titlesOf((await stranger.get(`${paths.questions()}?sort=featured`)).text)).toEqual(["很久以前的好问题"]);
  expect((await stranger.get(paths.question(encodeId(id)))).text).toContain("精华");
  const overview = plain((await editor.get(adminPaths.placings())).text);
  expect(overview).toContain("问题列表");
  expect(overview).toContain("很久以前的好问题");

  await editor.submit(page, {});
  expect(titlesOf((await stranger.get(paths.questions())).text)[0]).not.toBe("很久以前的好问题");
  expect((await moderator.get(page)).status).toBe(404);
  expect((await alice.get(page)).status).toBe(404);
});

test("pins are sorted with buttons", async () => {
  const ids: number[] = [];
  for (const title of ["第一个置顶", "第二个置顶"]) {
    const id = await write.article({ authorId: world.seed.alice, title });
    ids.push(id);
    await editor.submit(adminPaths.placing({ kind: "article", id }), { list: "on" });
  }
  const order = () => stranger.get(paths.articles()).then(({ text }) => titlesOf(text).slice(0, 2));
  expect(await order()).toEqual(["第二个置顶", "第一个置顶"]);
  const page = (await editor.get(adminPaths.placings())).text;
  const [, value = ""] = /name="order" value="([\d,]+)"[^>]*aria-label="上移“第一个置顶”"/.exec(page) ??
    /aria-label="上移“第一个置顶”"[^>]*name="order" value="([\d,]+)"/.exec(page) ?? ["", ""];
  expect((await editor.submit(adminPaths.placings(), { order: value })).location).toBe(adminPaths.placings());
  expect(await order()).toEqual(["第一个置顶", "第二个置顶"]);
  expect((await editor.submit(adminPaths.placings(), { order: value.split(",").slice(1).join(",") })).status).toBe(409);
});

test("an earlier version is viewed and restored; staff without the permission see no button", async () => {
  const id = await write.question({ authorId: world.seed.alice, title: "改坏之前的问题", content: "原来的**正文**" });
  const place = { kind: "question", id } as const;
  const { services } = world.upstream;
  await services.db.deleteFrom("rate_limits").execute();
  const body = { id, version: 1, title: "改坏之后的问题", content: "变了", tags: [], aiGenerated: false };
  await world.upstream.call(questionApi.update, { body }, { as: world.seed.alice });
  const page = adminPaths.versions(place, 1);
  const shown = plain((await moderator.get(page)).text);
  for (const words of ["改坏之前的问题", "改坏之后的问题", "原来的<strong>正文</strong>", "恢复到版本 1"]) {
    expect(shown).toContain(words);
  }
  const auditor = await world.as(await addStaff(world.upstream, "auditor"));
  expect(plain((await auditor.get(page)).text)).not.toContain("恢复到版本 1");
  const refused = await moderator.submit(page, { present: "2", reason: "" });
  expect(refused.location).toBeNull();
  expect((await moderator.submit(page, { present: "2", reason: "改成了别的" })).location).toBe(
    adminPaths.content(place),
  );
  expect((await stranger.get(paths.question(encodeId(id)))).text).toContain("改坏之前的问题");
  expect((await moderator.submit(page, { present: "2", reason: "再来一次" })).status).toBe(409);
});

test("a question is merged into another: dry run, merge, and its URL redirects with the query", async () => {
  const from = await write.question({ authorId: world.seed.alice, title: "重复的那个问题" });
  const into = await write.question({ authorId: world.seed.bob, title: "留下的那个问题" });
  await write.answer({ authorId: world.seed.bob, questionId: from, content: "随它过去的回答" });
  const page = adminPaths.mergeQuestion(from);
  expect((await editor.get(page)).status).toBe(404);
  const wrong = await moderator.submit(page, { intent: "merge", into: "随便", reason: "同一件事" });
  expect(wrong.text).toContain("请填并入哪个问题");
  expect(wrong.text).toContain('value="同一件事"');
  const tried = await moderator.submit(page, {
    intent: "try",
    into: `http://x${paths.question(encodeId(into))}`,
    reason: "",
  });
  expect(plain(tried.text)).toContain("会并入“留下的那个问题”：移过去 1 个回答");
  const old = paths.question(encodeId(from));
  expect((await stranger.get(old)).status).toBe(200);
  const merged = await moderator.submit(page, { intent: "merge", into: String(into), reason: "同一件事" });
  expect(merged.location).toBe(adminPaths.content({ kind: "question", id: into }));
  for (const as of [stranger, alice]) {
    const { status, location } = await as.get(`${old}?sort=time`);
    expect([status, location]).toEqual([301, `${paths.question(encodeId(into))}?sort=time`]);
  }
  expect((await stranger.get(paths.question(encodeId(into)))).text).toContain("随它过去的回答");
});
