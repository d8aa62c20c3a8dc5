import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paths } from "#app/paths";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { forgetLimits } from "#tests/routes/support/form-codes";
import { refuse, release } from "#tests/upstream/support/decide";
import { createWriter } from "#tests/upstream/support/writer";
import { createWorld, type Reader, type World } from "#tests/world/world";

const BAD = "跟我兼职刷单";
let world: World;
let alice: Reader;
let bob: Reader;
let stranger: Reader;
/** A question that Alice has not answered. */
let question: number;

beforeAll(async () => {
  world = await createWorld();
  question = await createWriter(world.upstream).question({ authorId: world.seed.bob, title: "还没有人回答的问题" });
});
afterAll(() => world.close());
beforeEach(async () => {
  await forgetLimits(world);
  alice = await world.as(world.seed.alice);
  bob = await world.as(world.seed.bob);
  stranger = await world.as(null);
});

const fields = (title: string, content = BAD) => ({ title, content, tags: "", similarShown: "1", intent: "publish" });
const idIn = (location: string | null) => Number(/^\/write\/held\/(\d+)$/.exec(location ?? "")?.[1]);

/** Each kind as submitted without scripts, the author's list with it, and its name there. */
const KINDS = {
  question: () => ({
    send: () => alice.submit(paths.write("question"), fields("一个等待审核的提问")),
    list: paths.writtenBy("question", world.seed.alice),
    shown: "一个等待审核的提问",
  }),
  article: () => ({
    send: () => alice.submit(paths.write("article"), fields("一篇等待审核的文章")),
    list: paths.writtenBy("article", world.seed.alice),
    shown: "一篇等待审核的文章",
  }),
  answer: () => ({
    send: () => alice.submit(serverPaths.writeAnswer(encodeId(question)), fields("", `${BAD}的回答`)),
    list: paths.writtenBy("answer", world.seed.alice),
    shown: `${BAD}的回答`,
  }),
  comment: () => ({
    send: () => alice.submit(paths.writeComment(), { on: `article:${world.seed.article}`, text: `${BAD}的评论` }),
    list: paths.writtenBy("comment", world.seed.alice),
    shown: `${BAD}的评论`,
  }),
};

describe.each(["question", "article", "answer", "comment"] as const)("a held %s", (kind) => {
  test("is shown to its author, in their list and at its URL, and to nobody else", async () => {
    const { send, list, shown } = KINDS[kind]();
    const sent = await send();
    const id = idIn(sent.location);
    const page = await alice.get(serverPaths.held(id));
    expect(page.text).toContain("待审核");
    expect(page.text).toContain(BAD);
    const own = await alice.get(list);
    expect(own.text).toContain("待审核");
    expect(own.text).toContain(serverPaths.held(id));
    expect(own.text).toContain(shown);
    for (const reader of [bob, stranger]) expect((await reader.get(list)).text).not.toContain(BAD);
    expect((await bob.get(serverPaths.held(id))).status).toBe(404);
    expect((await bob.data(serverPaths.held(id))).status).toBe(404);
    expect((await bob.submit(serverPaths.held(id), { intent: "withdraw" })).status).toBe(404);
    expect((await stranger.get(serverPaths.held(id))).location).toBe(paths.login(serverPaths.held(id)));
    expect((await stranger.submit(serverPaths.held(id), { intent: "withdraw" })).location).toBe(
      paths.login(serverPaths.held(id)),
    );
  });

  test("is withdrawn and discarded by its author, and redirects once it is public", async () => {
    const { send, list } = KINDS[kind]();
    const id = idIn((await send()).location);
    const left = await alice.submit(serverPaths.held(id), { intent: "withdraw" });
    expect(left.location).toBe(serverPaths.held(id));
    expect((await alice.get(serverPaths.held(id))).text).toContain("已撤回");
    const [, hidden = ""] = /name="kind" value="(\w+)"/.exec((await alice.get(serverPaths.held(id))).text) ?? [];
    expect((await alice.submit(serverPaths.held(id), { intent: "remove", kind: hidden })).location).toBe(list);
    expect((await alice.get(serverPaths.held(id))).status).toBe(404);

    const other = idIn((await KINDS[kind]().send()).location);
    await release(world.upstream.services, { id: other, version: 1 });
    const there = (await alice.get(serverPaths.held(other))).location ?? "";
    expect(there).not.toBe("");
    expect((await stranger.get(there)).text).toContain(BAD);
  });
});

test("a refused text is changed in its editor, and published if nothing is wrong any more", async () => {
  const id = idIn((await KINDS.article().send()).location);
  await refuse(world.upstream.services, { id, version: 1 }, "请删去招揽的话");
  const page = await alice.get(serverPaths.held(id));
  expect(page.text).toContain("未通过审核");
  expect(page.text).toContain("请删去招揽的话");
  const editor = `${paths.write("article")}?held=${id}`;
  expect(page.text).toContain(editor);
  expect((await alice.get(editor)).text).toContain(BAD);
  expect((await bob.get(editor)).status).toBe(404);
  const again = await alice.submit(editor, { ...fields("改过的文章标题", `${BAD}，又来`), version: "2" });
  expect(again.location).toBe(serverPaths.held(id));
  const late = await alice.submit(editor, { ...fields("改过的文章标题", "晚了一步的文字"), version: "2" });
  expect(late.status).toBe(409);
  expect(late.text).toContain("晚了一步的文字");
  const done = await alice.submit(editor, { ...fields("改过的文章标题", "干净的正文"), version: "3" });
  expect((await stranger.get(done.location ?? "")).text).toContain("干净的正文");
});

test("a comment is changed where it is shown; with scripts the reply says that it is pending", async () => {
  const words = { on: `article:${world.seed.article}`, text: `${BAD}，脚本` };
  const sent = await alice.send(paths.writeComment(), words);
  const id = Number(/"held",(\d+)/.exec(sent.text)?.[1]);
  expect(sent.text).toContain('"status","ok"');
  const empty = await alice.submit(serverPaths.held(id), { intent: "change", version: "1", text: " " });
  expect(empty.status).toBe(422);
  expect(empty.text).toContain("评论不能为空");
  const done = await alice.submit(serverPaths.held(id), { intent: "change", version: "1", text: "好好说话的评论" });
  const there = (await alice.get(done.location ?? "")).location ?? "";
  expect((await stranger.get(there)).text).toContain("好好说话的评论");
});

describe("a comment that is changed in two places", () => {
  const ways = { "without scripts": "submit", "with scripts": "send" } as const;
  const change = (version: number, text: string) => ({ intent: "change", version: String(version), text });

  test.each(Object.entries(ways))(
    "shows its present state, %s, and accepts the same input once more",
    async (_, way) => {
      const id = idIn((await KINDS.comment().send()).location);
      await alice.submit(serverPaths.held(id), change(1, `${BAD}，先改的`));
      const late = await alice[way](serverPaths.held(id), change(1, `${BAD}，后改的`));
      expect(late.status).toBe(409);
      expect(late.text).toContain(`这条评论在别处改过了，现在是：“${BAD}，先改的”`);
      expect(late.text).toContain(`${BAD}，后改的`);
      const [, version] = /name="version" value="(\d+)"|"version",(\d+)/.exec(late.text)?.filter(Boolean) ?? [];
      expect((await alice.submit(serverPaths.held(id), change(Number(version), `${BAD}，后改的`))).location).toBe(
        serverPaths.held(id),
      );
      expect((await alice.get(serverPaths.held(id))).text).toContain(`${BAD}，后改的`);
    },
  );

  test.each(Object.entries(ways))("keeps the input if it is public or gone meanwhile, %s", async (_, way) => {
    for (const [end, message] of [
      [(id: number) => release(world.upstream.services, { id, version: 1 }), "这条评论已经公开"],
      [(id: number) => alice.submit(serverPaths.held(id), { intent: "remove" }), "内容不存在或已被删除"],
    ] as const) {
      const id = idIn((await KINDS.comment().send()).location);
      await end(id);
      const late = await alice[way](serverPaths.held(id), change(1, "写了很久的修改"));
      expect([late.status, late.text]).toEqual([expect.any(Number), expect.stringContaining(message)]);
      expect(late.status).toBeGreaterThanOrEqual(400);
      expect(late.text).toContain("写了很久的修改");
    }
  });
});

test.each(["submit", "send"] as const)("an outdated or unknown action is reported (%s)", async (way) => {
  const id = idIn((await KINDS.article().send()).location);
  const unknown = await alice[way](serverPaths.held(id), { intent: "none-such" });
  expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining("请求无效")]);
  await refuse(world.upstream.services, { id, version: 1 }, "不行");
  const late = await alice[way](serverPaths.held(id), { intent: "withdraw" });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("审核已经有了结果，不能再撤回")]);
});

test("a pending comment names its text, and is withdrawn beside the button that resubmits it", async () => {
  const id = idIn((await KINDS.comment().send()).location);
  const text = (await alice.get(serverPaths.held(id))).text.replaceAll("<!-- -->", "");
  expect(text).toMatch(/在《<a [^>]*>[^<]+<\/a>》下面/);
  const [, end] = /<form id="([^"]+)" method="post"[^>]* hidden="">/.exec(text) ?? [];
  expect(text).toMatch(
    new RegExp(
      `<div class="comment-form__foot"><button [^>]*form="${end}"[^>]*>撤回</button><button [^>]*>保存并重新提交`,
    ),
  );
});

test("discarding asks for confirmation", async () => {
  const id = idIn((await KINDS.question().send()).location);
  await alice.submit(serverPaths.held(id), { intent: "withdraw" });
  const { text } = await alice.get(serverPaths.held(id));
  const [, question] = /<button type="button" popovertarget="([^"]+)"[^>]*>删除<\/button>/.exec(text) ?? [];
  expect(text).toMatch(
    new RegExp(`<div id="${question}" popover="auto"[^>]*><p>删除这段内容？[^<]*</p>.*value="remove"`),
  );
  expect(text.match(/value="remove"/g)).toHaveLength(1);
});

test("the editor of a public text opens its pending change", async () => {
  const editor = paths.write(
    "article",
    encodeId(await world.write.article({ authorId: world.seed.alice, title: "已公开的文章" })),
  );
  const id = idIn((await alice.submit(editor, { ...fields("已公开的文章"), version: "1" })).location);
  expect((await alice.get(editor)).location).toBe(`${paths.write("article")}?held=${id}`);
  expect((await alice.get(serverPaths.held(id))).text).toContain("已发布内容");
});

test("a pending text is in no list, feed or sitemap", async () => {
  const canary = "金丝雀柠檬";
  await alice.submit(paths.write("article"), fields(canary, `${BAD}${canary}`));
  for (const path of [
    "/",
    "/?tab=latest",
    "/feed.xml",
    "/feed/article.xml",
    "/sitemap.xml",
    "/search/article?q=刷单",
  ]) {
    for (const reader of [stranger, bob]) expect((await reader.get(path)).text, path).not.toContain(canary);
  }
});
