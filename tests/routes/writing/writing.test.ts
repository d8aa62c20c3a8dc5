import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { questionApi } from "#app/contract/content/question";
import { draftApi } from "#app/contract/writing/draft";
import { paths } from "#app/paths";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { forgetLimits } from "#tests/routes/support/form-codes";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let alice: Reader;
let bob: Reader;
let stranger: Reader;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  alice = await world.as(world.seed.alice);
  bob = await world.as(world.seed.bob);
  stranger = await world.as(null);
});

const TEXT = "先说结论：**可以**。\n\n<script>alert(1)</script>";
const question = (fields: Record<string, string> = {}) => ({
  title: `怎样给窗台上的薄荷浇水？`,
  content: TEXT,
  tags: "园艺，薄荷",
  similarShown: "1",
  intent: "publish",
  ...fields,
});
/** The page that a step of the form without scripts leads to. */
async function stepOf(reader: Reader, kind: "question" | "article", fields: Record<string, string> | FormData) {
  const { status, location } = await reader.submit(paths.write(kind), fields);
  expect(status).toBe(302);
  return reader.get(location ?? "");
}

const shortIdIn = (location: string | null): string => /[A-Za-z0-9]{12,}/.exec(location ?? "")?.[0] ?? "";

describe("strangers", () => {
  test.each([
    ["asking", () => paths.write("question")],
    ["an article", () => paths.write("article")],
    ["a change", () => paths.write("article", encodeId(world.seed.article))],
    ["an answer", () => serverPaths.writeAnswer(encodeId(world.seed.question))],
    ["deleting", () => serverPaths.deleteWritten("question", encodeId(world.seed.question))],
    ["what was deleted", () => paths.trash()],
  ])("%s redirects to the login and back", async (_, path) => {
    expect((await stranger.get(path())).location).toBe(paths.login(path()));
  });

  test("lose nothing when the session ends while they write", async () => {
    bob.cookies.set("token", "x".repeat(43));
    const answer = await bob.submit(paths.write("question"), question());
    expect(answer.status).toBe(401);
    expect(answer.text).toContain("登录已失效");
    expect(answer.text).toContain("先说结论：**可以**。");
    expect(answer.text).toContain("怎样给窗台上的薄荷浇水？");
  });
});

describe("asking", () => {
  test("publishes with tags, and says so on the question's page", async () => {
    const answer = await bob.submit(paths.write("question"), question({ aiGenerated: "1" }));
    expect(answer.status).toBe(302);
    const page = await bob.get(answer.location ?? "");
    expect(page.text).toContain("问题已发布");
    expect(page.text).toContain("怎样给窗台上的薄荷浇水？");
    expect(page.text).toContain("<strong>可以</strong>");
    expect(page.text).not.toContain("<script>alert(1)");
    expect(page.text).toContain("含 AI 生成内容");
    expect(page.text).toMatch(/>薄荷<\/a>/);
  });

  test("publishes once, however often the same form is submitted", async () => {
    const form = await bob.get(paths.write("question"));
    const [, idempotencyKey = ""] = /name="idempotencyKey" value="([\da-f]{32})"/.exec(form.text) ?? [];
    expect((await bob.get(paths.write("question"))).text, "each rendering has its own").not.toContain(idempotencyKey);
    const once = question({ title: "一份表单按两次会怎样？", idempotencyKey });
    const first = await bob.submit(paths.write("question"), once);
    expect(first.status).toBe(302);
    expect((await bob.submit(paths.write("question"), once)).location).toBe(first.location);

    const changed = await bob.submit(paths.write("question"), { ...once, content: "后来又改的话" });
    expect(changed.status).toBe(409);
    expect(changed.text).toContain("刚才已经发布成功");
    expect(changed.text).toContain("再按一次发布，会另外发布一份");
    expect(changed.text).toContain("后来又改的话</textarea>");
    expect(changed.text).toContain(`href="${first.location}"`);
    expect(changed.text).toMatch(/name="idempotencyKey" value="[\da-f]{32}"/);
    expect(changed.text, "sent again it is another question").not.toContain(idempotencyKey);
  });

  test("shows similar questions first, once", async () => {
    const asked = question({ title: "数据库迁移怎样才能不停机？", similarShown: "" });
    const { similarShown: _, ...first } = asked;
    const look = await bob.submit(paths.write("question"), first);
    expect(look.status).toBe(200);
    expect(look.text).toContain(`href="${paths.question(encodeId(world.seed.question))}"`);
    expect(look.text).toMatch(/name="similarShown" value="1"/);
    expect(look.text).toContain("先说结论：**可以**。");
    expect((await bob.submit(paths.write("question"), { ...asked, similarShown: "1" })).status).toBe(302);
  });

  test("shows each error at its field, and keeps the input", async () => {
    const answer = await bob.submit(paths.write("question"), question({ title: "短", tags: "一 二 三 四 五 六" }));
    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(/name="title"[^>]*aria-invalid="true"/);
    expect(answer.text).toContain("标题至少5个字");
    expect(answer.text).toContain("最多5个标签");
    expect(answer.text).toMatch(/name="tags"[^>]* value="一 二 三 四 五 六"/);
    expect(answer.text).toContain("先说结论：**可以**。");
  });

  test("previews above the form, with links in new windows", async () => {
    const answer = await stepOf(bob, "question", question({ intent: "preview", content: "[站内](/about) **好**" }));
    expect(answer.text).toMatch(/aria-label="预览"><div class="prose"><p><a target="_blank" href="\/about"/);
    expect(answer.text).toContain("<strong>好</strong>");
    expect(answer.text).toContain("[站内](/about) **好**</textarea>");
    await bob.submit(paths.write("question"), { intent: "discard" });
  });

  test("returns the input when the upstream is unreachable", async () => {
    const { program } = world.upstream;
    const answer = program.call;
    program.call = async () => {
      throw new Error("down");
    };
    try {
      const page = await bob.submit(paths.write("question"), question());
      expect(page.status).toBe(503);
      expect(page.text).toContain("网络出了点问题");
      expect(page.text).toContain("先说结论：**可以**。");
      expect(page.text).toMatch(/name="tags"[^>]* value="园艺，薄荷"/);
    } finally {
      program.call = answer;
    }
  });

  test("requires a phone number, and saves the text as a draft meanwhile", async () => {
    const newcomer = await world.write.inside((trx) =>
      trx
        .insertInto("users")
        .values({
          nickname: "新来的",
          avatar: "",
          headline: "",
          bio: "",
          company: "",
          city: "",
          phone: null,
          password_hash: null,
          created_at: new Date().toISOString(),
          deleted_at: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const reader = await world.as(newcomer.id);
    expect((await reader.submit(paths.write("question"), question())).location).toBe(paths.accountSecure());
    const offered = await reader.get(paths.write("question"));
    expect(offered.text).toContain("使用草稿");
    expect(offered.text).not.toContain("先说结论");
    const taken = await reader.get(`${paths.write("question")}?draft=use`);
    expect(taken.text).toContain("先说结论：**可以**。");
  });
});

describe("changing", () => {
  test("an article is possible for its author only, and a conflict returns both versions", async () => {
    const path = paths.write("article", encodeId(world.seed.otherArticle));
    expect((await alice.get(path)).status).toBe(403);
    const form = await bob.get(path);
    expect(form.text).toContain("我们学到了什么。</textarea>");
    const version = /name="version" value="(\d+)"/.exec(form.text)?.[1] ?? "";
    const fields = {
      title: "一次失败的改版",
      content: "新的正文",
      tags: "改版",
      classificationId: String(world.seed.articleClass),
      version,
    };
    const saved = await bob.submit(path, fields);
    expect(saved.location).toBe(paths.article(encodeId(world.seed.otherArticle)));
    expect((await bob.get(saved.location ?? "")).text).toMatch(/新的正文[\s\S]*编辑/);

    const late = await bob.submit(path, { ...fields, content: "另一个窗口写的正文" });
    expect(late.status).toBe(409);
    expect(late.text).toContain("内容在别处被修改过");
    expect(late.text).toContain("<mark>新的正文</mark>");
    expect(late.text).toContain("<mark>另一个窗口写的正文</mark>");
    expect(late.text).toContain("另一个窗口写的正文</textarea>");
    const newest = /name="version" value="(\d+)"/.exec(late.text)?.[1] ?? "";
    expect(Number(newest)).toBeGreaterThan(Number(version));
    expect((await bob.submit(path, { ...fields, content: "合并后的正文", version: newest })).status).toBe(302);
    const { call } = world.upstream;
    const { content } = await call(
      articleApi.init,
      { params: { id: world.seed.otherArticle } },
      { as: world.seed.bob },
    );
    expect(content).toBe("合并后的正文");
  });

  test("an answer in place: only its author gets the form", async () => {
    const place = serverPaths.editAnswer(encodeId(world.seed.question), encodeId(world.seed.answer));
    const form = await bob.get(place);
    expect(form.text).toMatch(/<textarea[^>]*name="content"[^>]*>先加可空的列，再分批回填。/);
    const action = serverPaths.writeAnswer(encodeId(world.seed.question), encodeId(world.seed.answer));
    expect(form.text).toContain(`action="${action.replaceAll("&", "&amp;")}"`);
    for (const other of [alice, stranger]) expect((await other.get(place)).text).not.toContain("保存修改");

    const empty = await bob.submit(action, { content: "", version: "1" });
    expect(empty.status).toBe(422);
    expect(empty.text).toContain("回答不能为空");
    const saved = await bob.submit(action, { content: "改过的回答", version: "1" });
    const shortId = encodeId(world.seed.answer);
    expect(saved.location).toBe(`${paths.question(encodeId(world.seed.question), shortId)}#answer-${shortId}`);
  });
});

describe("answering", () => {
  test("members have a form under the question, visitors and authors of an answer don't", async () => {
    const path = paths.question(encodeId(world.seed.lonelyQuestion));
    expect((await stranger.get(path)).text).not.toContain('name="content"');
    expect((await alice.get(path)).text).toMatch(/<textarea[^>]*name="content"/);
    const sent = await alice.submit(serverPaths.writeAnswer(encodeId(world.seed.lonelyQuestion)), {
      content: "写清楚为什么。",
    });
    expect(sent.location).toContain("?aid=");
    const after = await alice.get(sent.location ?? "");
    expect(after.text).toContain("写清楚为什么。");
    expect((await alice.get(path)).text).toContain("我的回答");
    expect((await alice.get(path)).text).not.toContain('id="write-answer"');
  });

  test("the asker accepts an answer and withdraws that; nobody else can", async () => {
    const fields = { questionId: String(world.seed.question), answerId: String(world.seed.otherAnswer) };
    const referer = { headers: { referer: `http://127.0.0.1:3000${paths.question(encodeId(world.seed.question))}` } };
    const headers = { headers: { ...referer.headers, "sec-fetch-mode": "navigate" } };
    await bob.submit("/actions/accept", fields, headers);
    const accepted = async () =>
      (await world.upstream.call(questionApi.get, { params: { id: world.seed.question } })).acceptedAnswerId;
    expect(await accepted()).toBe(world.seed.answer);
    await alice.submit("/actions/accept", fields, headers);
    expect(await accepted()).toBe(world.seed.otherAnswer);
    await alice.submit("/actions/accept", { ...fields, answerId: "" }, headers);
    expect(await accepted()).toBeNull();
  });
});

describe("for scripts", () => {
  test("the result of the form is returned as JSON", async () => {
    const refused = await bob.submit("/write/question.json", question({ title: "短" }));
    expect(refused.status).toBe(422);
    expect(JSON.parse(refused.text)).toMatchObject({ status: "refused", fields: { title: "标题至少5个字" } });
    const done = await bob.submit("/write/question.json", question({ title: "另一个关于薄荷的问题？" }));
    expect(JSON.parse(done.text)).toMatchObject({ status: "ok", message: "问题已发布" });
    expect((await stranger.submit("/write/question.json", question())).status).toBe(401);
    expect((await bob.submit("/write/poem.json", question())).status).toBe(404);
  });

  test("one member's input is not published by another who has logged in meanwhile, unless they confirm", async () => {
    const opened = (await alice.get(paths.write("question"))).text;
    const [, writer = ""] = /name="writer" value="(\d+)"/.exec(opened) ?? [];
    expect(Number(writer)).toBe(world.seed.alice);
    const fields = question({ title: "换了账号以后发布的问题？", writer });
    const first = await bob.submit(paths.write("question"), fields);
    expect([first.status, first.location]).toEqual([409, null]);
    expect(first.text).toContain("这是用另一个账号填的");
    expect(first.text).toContain("换了账号以后发布的问题？</textarea>");
    expect(first.text).toContain(`name="writer" value="${world.seed.bob}"`);
    const scripts = JSON.parse((await bob.submit("/write/question.json", fields)).text);
    expect(scripts).toMatchObject({ status: "refused", values: { writer: String(world.seed.bob) } });

    const draft = { intent: "save", title: "草稿", content: "写到一半", version: "0" };
    const drafts = "/write/draft/article?draft=othertab12";
    const unsaved = await bob.submit(drafts, { ...draft, writer });
    expect([unsaved.status, JSON.parse(unsaved.text)]).toMatchObject([409, { code: "OTHER_ACCOUNT" }]);
    expect(JSON.parse((await bob.get(drafts)).text).data).toBeNull();
    expect(JSON.parse((await alice.submit(drafts, { ...draft, writer })).text)).toMatchObject({ status: "ok" });
    await bob.submit(drafts, { intent: "remove", writer });
    expect(JSON.parse((await alice.get(drafts)).text).data.values.content).toBe("写到一半");

    const second = await bob.submit(paths.write("question"), { ...fields, writer: String(world.seed.bob) });
    expect(second.location).toMatch(/^\/question\//);
    await forgetLimits(world);
  });

  test("a draft that was saved elsewhere meanwhile is returned, not replaced", async () => {
    const drafts = "/write/draft/article";
    const save = async (content: string, knownDraftAt: string) =>
      JSON.parse(
        (await alice.submit(drafts, { intent: "save", title: "草稿", content, version: "0", knownDraftAt })).text,
      ).data;
    const { savedAt } = await save("电脑上写的", "");
    const { overtakenBy } = await save("手机上写的", "");
    expect(overtakenBy).toMatchObject({ savedAt, values: { title: "草稿", content: "电脑上写的" } });
    const again = await save("手机上写的", new Date(savedAt).toISOString());
    expect(again.savedAt).toBeGreaterThanOrEqual(savedAt);
    expect(JSON.parse((await alice.get(drafts)).text).data.values.content).toBe("手机上写的");

    // The same without scripts: reported first, replaced when submitted again. A text begun without knowing of a draft
    // is a separate draft.
    const earlier = new Date(savedAt - 1).toISOString();
    const typed = { title: "没有脚本", content: "平板上写的", version: "0", intent: "keep", knownDraftAt: earlier };
    const another = await stepOf(alice, "article", { ...typed, title: "另一篇", knownDraftAt: "" });
    expect(another.text).toContain("草稿已保存");
    const [, slot = ""] = /name="draftSlot" value="([^"]+)"/.exec(another.text) ?? [];
    expect((await alice.get(`${paths.write("article")}?draft=${slot}`)).text).toContain(">另一篇</textarea>");
    await alice.submit(paths.write("article"), { ...typed, intent: `discard:${slot}` });
    expect((await alice.get(paths.write("article"))).text).not.toContain("另一篇");
    const told = await alice.submit(paths.write("article"), typed);
    expect(told.status).toBe(409);
    expect(told.text).toContain("别的窗口或设备上保存过另一份草稿");
    expect(told.text).toContain("平板上写的</textarea>");
    expect(told.text).toContain("draft=use");
    const [, knownDraftAt = ""] = /name="knownDraftAt" value="([^"]+)"/.exec(told.text) ?? [];
    let refused = told;
    for (const step of ["first", "again"]) {
      refused = await alice.submit(paths.write("article"), {
        ...fieldsIn(refused.text),
        title: "短",
        intent: "publish",
      });
      expect(refused.status, step).toBe(422);
      expect(refused.text, "the other draft is still offered").toContain("draft=use");
    }
    const kept = await stepOf(alice, "article", { ...typed, knownDraftAt });
    expect(kept.text).toContain("草稿已保存");
    const taken = await alice.get(`${paths.write("article")}?draft=use`);
    expect(taken.text).toContain("平板上写的</textarea>");
    const [, shown = ""] = /name="knownDraftAt" value="([^"]+)"/.exec(taken.text) ?? [];
    const more = { ...typed, content: "接着写", knownDraftAt: shown };
    expect((await stepOf(alice, "article", more)).text).toContain("草稿已保存");
    const dropped = await alice.submit(paths.write("article"), { ...typed, intent: "discard" });
    expect(dropped.text).toContain("草稿已放弃");
    expect(dropped.text, "what is being written is not the draft").toContain("平板上写的</textarea>");
    expect(JSON.parse((await alice.get(drafts)).text)).toEqual({ status: "ok", data: null });
  });

  test("without scripts the draft that was gone on from is not offered over the newer text", async () => {
    const write = paths.write("question");
    const offer = "使用草稿";
    await bob.submit(write, question({ content: "第一稿", intent: "keep" }));
    const known = fieldsIn((await bob.get(`${write}?draft=use`)).text);
    const sent = { ...question({ content: "第二稿" }), ...known, content: "第二稿", tags: "园艺" };

    const refused = await bob.submit(write, { ...sent, title: "短", intent: "publish" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("第二稿</textarea>");
    expect(refused.text).not.toContain(offer);
    expect(refused.text).toContain("保存过草稿");
    expect(refused.text).toContain("放弃草稿");
    const shown = await stepOf(bob, "question", { ...sent, intent: "preview" });
    expect(shown.text).toContain("第二稿</textarea>");
    expect(shown.text).not.toContain(offer);

    const other = await bob.submit(write, { ...sent, title: "短", intent: "publish", knownDraftAt: "" });
    expect(other.text, "a draft that the form does not know of").toContain(offer);
    expect(other.text).toContain("使用它会替换下面写的内容");
    const before = await bob.get(write);
    expect(before.text).toContain(offer);
    expect(before.text).not.toContain("使用它会替换");
    const dropped = await bob.submit(write, { ...fieldsIn(before.text), intent: "discard" });
    expect(dropped.text, "the draft that the preview saved").toContain("草稿已放弃");
  });

  test("an offered draft is kept when another text is published from that page", async () => {
    const write = paths.write("article");
    const unfinished = { title: "没写完的一篇", content: "写了一半", version: "0" };
    await alice.submit(write, { ...unfinished, intent: "keep" });
    const { text } = await alice.get(write);
    expect(text).toContain("使用草稿");
    const [, knownDraftAt] = /name="knownDraftAt" value="([^"]*)"/.exec(text) ?? [];
    const other = { title: "先写完的另一篇", content: "写完了", version: "0", intent: "publish" };
    const published = await alice.submit(write, { ...other, knownDraftAt: knownDraftAt ?? "" });
    expect(published.location).toMatch(/^\/article\//);
    expect((await alice.get(paths.drafts())).text).toContain("没写完的一篇");
    const taken = (await alice.get(`${write}?draft=use`)).text;
    const [, known = ""] = /name="knownDraftAt" value="([^"]+)"/.exec(taken) ?? [];
    await alice.submit(write, { ...unfinished, intent: "publish", knownDraftAt: known });
    expect((await alice.get(paths.drafts())).text).not.toContain("没写完的一篇");
    await forgetLimits(world);
  });

  test("a draft saved elsewhere since the page was loaded can't be discarded there until the page has shown it", async () => {
    const write = paths.write("article");
    const save = (slot: string, content: string) =>
      world.upstream.call(
        draftApi.put,
        { body: { target: `article/new${slot && `/${slot}`}`, fields: { title: "两台设备", content } } },
        { as: world.seed.bob },
      );
    const stored = async (slot = "") => JSON.parse((await bob.get(`/write/draft/article?draft=${slot}`)).text).data;
    const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

    // In the editor, of this text and of another.
    await save("", "电脑上写的");
    await save("abcdefgh34", "另一份");
    const shown = fieldsIn((await bob.get(write)).text);
    const [, other = ""] = /value="(discard:abcdefgh34[^"]*)"/.exec((await bob.get(write)).text) ?? [];
    await pause();
    await save("", "手机上接着写的");
    await save("abcdefgh34", "另一份，接着写");
    const told = await bob.submit(write, { ...shown, title: "正在写的", intent: "discard" });
    expect(told.status).toBe(409);
    expect(told.text).toContain("刚在别的窗口或设备上又保存过，没有放弃");
    expect(told.text).toContain("正在写的</textarea>");
    expect((await stored()).values.content).toBe("手机上接着写的");
    expect((await bob.submit(write, { ...shown, intent: other })).status).toBe(409);
    expect((await stored("abcdefgh34")).values.content).toBe("另一份，接着写");
    expect((await bob.submit(write, { ...fieldsIn(told.text), intent: "discard" })).text).toContain("草稿已放弃");
    expect(await stored()).toBeNull();
    const [, newer = ""] = /value="(discard:abcdefgh34[^"]*)"/.exec(told.text) ?? [];
    await bob.submit(write, { ...shown, intent: newer });
    expect(await stored("abcdefgh34")).toBeNull();

    // In the list.
    await save("", "电脑上写的");
    const listed = fieldsIn((await bob.get(paths.drafts())).text, "target");
    await pause();
    await save("", "手机上接着写的");
    await bob.submit(paths.drafts(), listed);
    expect((await bob.get(paths.drafts())).text).toContain("这份草稿刚又保存过，没有放弃");
    expect((await stored()).values.content).toBe("手机上接着写的");
    await bob.submit(paths.drafts(), fieldsIn((await bob.get(paths.drafts())).text, "target"));
    expect(await stored()).toBeNull();

    // What scripts send.
    const { updatedAt } = await save("", "电脑上写的");
    await pause();
    await save("", "手机上接着写的");
    const remove = { intent: "remove", knownDraftAt: updatedAt };
    const kept = JSON.parse((await bob.submit("/write/draft/article", remove)).text).data;
    expect(kept.overtakenBy).toMatchObject({ values: { content: "手机上接着写的" } });
    await bob.submit("/write/draft/article", {
      ...remove,
      knownDraftAt: new Date(kept.overtakenBy.savedAt).toISOString(),
    });
    expect(await stored()).toBeNull();
    await forgetLimits(world);
  });

  test("all drafts are on one page, with a link to each editor and a button to discard", async () => {
    const { id } = await world.upstream.call(
      questionApi.create,
      { body: { title: "草稿箱里答到一半的问题", content: "正文", tags: [] } },
      { as: world.seed.alice },
    );
    const target = `question/${id}/answer`;
    const fields = { content: "只答了一半" };
    await world.upstream.call(draftApi.put, { body: { target, fields } }, { as: world.seed.bob });
    await world.upstream.call(
      draftApi.put,
      { body: { target: "article/new/abcdefgh12", fields: { title: "第二篇" } } },
      { as: world.seed.bob },
    );
    const box = await bob.get(paths.drafts());
    expect(box.text).toContain("草稿箱里答到一半的问题");
    expect(box.text).toContain(`href="/write/article?draft=abcdefgh12"`);
    const [, answering = ""] = /href="(\/write\/answer\?[^"]+)"/.exec(box.text) ?? [];
    const editor = await bob.get(answering.replaceAll("&amp;", "&"));
    expect(editor.text).toContain("只答了一半</textarea>");
    expect(editor.text, "it can be given up where it was opened").toContain("放弃草稿");

    expect((await alice.submit(paths.drafts(), { target })).location).toBe(paths.drafts());
    expect((await bob.get(paths.drafts())).text, "another member's request does nothing").toContain("只答了一半");
    await bob.submit(paths.drafts(), { target, writer: String(world.seed.alice) });
    const kept = (await bob.get(paths.drafts())).text;
    expect(kept, "nor does a page that another account opened").toContain("只答了一半");
    expect(kept).toContain(`name="writer" value="${world.seed.bob}"`);
    const given = await bob.submit(paths.drafts(), { target });
    expect([given.status, given.location]).toEqual([302, paths.drafts()]);
    const after = await bob.get(paths.drafts());
    expect(after.text).not.toContain("只答了一半");
    expect(after.text).toContain("第二篇");
    expect((await stranger.get(paths.drafts())).location).toContain("/login");
    expect((await stranger.submit(paths.drafts(), { target })).location).toContain("/login");
    await bob.submit(paths.drafts(), { target: "article/new/abcdefgh12" });
    expect((await bob.get(paths.drafts())).text).toContain("没有草稿");
  });

  test("drafts are saved per text, and deleted when it is published", async () => {
    const drafts = "/write/draft/question";
    const { title, content, tags } = question({ title: "草稿里的问题标题" });
    const saved = await bob.submit(drafts, { intent: "save", title, content, tags, version: "0" });
    expect(JSON.parse(saved.text).data.savedAt).toBeGreaterThan(0);
    const { data: draft } = JSON.parse((await bob.get(drafts)).text);
    expect(draft.values).toMatchObject({ title, content, tags: "园艺 薄荷", version: 0 });
    expect(JSON.parse((await alice.get(drafts)).text)).toEqual({ status: "ok", data: null });
    expect((await stranger.get(drafts)).status).toBe(401);
    const knownDraftAt = new Date(JSON.parse(saved.text).data.savedAt).toISOString();
    await bob.submit("/write/question.json", { ...question({ title }), knownDraftAt });
    const query = { target: "question/new" };
    expect(await world.upstream.call(draftApi.get, { query }, { as: world.seed.bob })).toBeNull();
  });

  test("previews and similar questions require a login", async () => {
    expect((await stranger.submit("/write/preview", { content: "甲" })).status).toBe(401);
    expect(JSON.parse((await bob.submit("/write/preview", { content: "**甲**" })).text).data.html).toContain(
      "<strong>甲",
    );
    expect((await stranger.get("/write/similar?title=数据库迁移")).status).toBe(401);
    const { data: similar } = JSON.parse((await bob.get("/write/similar?title=数据库迁移怎样不停机")).text);
    expect(similar).toContainEqual(expect.objectContaining({ title: "数据库迁移怎样做到不停机？", answerCount: 2 }));
  });
});

describe("a step of the form without scripts", () => {
  beforeEach(() => forgetLimits(world));

  test("redirects to a page that can be revisited and reloaded with all input", async () => {
    const typed = { title: "预览之后又回来的文章", content: "**写了**一半", tags: "回来", version: "0" };
    const previewed = await alice.submit(paths.write("article"), { ...typed, intent: "preview" });
    expect(previewed.status).toBe(302);
    for (const _ of ["first", "again"]) {
      const { text } = await alice.get(previewed.location ?? "");
      expect(text).toContain("<strong>写了</strong>");
      expect(text).toContain("**写了**一半</textarea>");
      expect(text).toMatch(/name="tags"[^>]* value="回来"/);
    }
    // Publishing from there ends the draft.
    const [, knownDraftAt = ""] =
      /name="knownDraftAt" value="([^"]+)"/.exec((await alice.get(previewed.location ?? "")).text) ?? [];
    const [, draftSlot = ""] =
      /name="draftSlot" value="([^"]*)"/.exec((await alice.get(previewed.location ?? "")).text) ?? [];
    await alice.submit(paths.write("article"), { ...typed, intent: "publish", knownDraftAt, draftSlot });
    expect((await alice.get(paths.drafts())).text).not.toContain("预览之后又回来的文章");
  });

  test("shows the response directly if the draft would lose the reason for a change", async () => {
    const edited = `${paths.write("article", encodeId(world.seed.article))}`;
    const typed = {
      title: "改过的标题够长",
      content: "改过",
      tags: "",
      version: "1",
      reason: "错字",
      intent: "preview",
    };
    const { status, text } = await alice.submit(edited, typed);
    expect(status).toBe(200);
    expect(text).toContain("错字");
  });
});

describe("pictures without scripts", () => {
  beforeEach(() => forgetLimits(world));
  const png = async (name: string, colour: string) => {
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
      .png()
      .toBuffer();
    return new File([new Uint8Array(bytes)], name, { type: "image/png" });
  };
  const form = (intent: string, field: string, ...files: File[]) => {
    const data = new FormData();
    const typed = { title: "一篇带图的文章", content: "第一段", tags: "图", version: "0", intent };
    for (const [name, value] of Object.entries(typed)) data.set(name, value);
    for (const file of files) data.append(field, file);
    return data;
  };
  const textIn = (page: string) => /<textarea[^>]*name="content"[^>]*>([^<]*)<\/textarea>/.exec(page)?.[1] ?? "";

  test("are appended to the text, and no input is lost", async () => {
    const sent = form("pictures", "pictures", await png("架构.png", "red"), await png("结果[1].png", "blue"));
    const { text } = await stepOf(bob, "article", sent);
    expect(textIn(text)).toMatch(/^\s*第一段\n\n!\[\]\(\/oss\/[^)]+\)\n\n!\[\]\(\/oss\/[^)]+\)\n\n$/);
    expect(text).toContain("图片已放在正文末尾");
    expect(text).toContain(">一篇带图的文章</textarea>");
    const [, url = ""] = /!\[\]\(([^)]+)\)/.exec(textIn(text)) ?? [];
    const picture = await world.upstream.program.fetch(new Request(new URL(url, "http://127.0.0.1:3000")));
    expect(picture.headers.get("content-type")).toMatch(/^image\//);
  });

  test("that are refused are reported at the text, and those before them stay", async () => {
    const junk = new File(["no picture"], "坏的.png", { type: "image/png" });
    const { text } = await bob.submit(
      paths.write("article"),
      form("pictures", "pictures", await png("好的.png", "red"), junk),
    );
    expect(textIn(text)).toMatch(/!\[\]\(\/oss\//);
    expect(textIn(text)).not.toContain("坏的");
    expect(text).toMatch(/field__error[^>]*>(?:(?!<\/p>).)*坏的\.png：/s);
    const none = await bob.submit(paths.write("article"), form("pictures", "pictures", new File([], "")));
    expect(none.text).toContain("请先选择图片");
    expect(textIn(none.text).trim()).toBe("第一段");
  });

  test("become the cover of an article, and are published with it", async () => {
    const { text } = await stepOf(bob, "article", form("cover", "coverFile", await png("封面.png", "green")));
    const [, coverUrl = ""] = /name="coverUrl"[^>]* value="([^"]+)"/.exec(text) ?? [];
    expect(coverUrl).toMatch(/^\/oss\/cover\//);
    expect(textIn(text).trim()).toBe("第一段");
    const published = { title: "一篇有封面的文章", content: "正文", tags: "", coverUrl, intent: "publish" };
    const sent = await bob.submit(paths.write("article"), published);
    expect(sent.status).toBe(302);
    expect((await bob.get(sent.location ?? "")).text).toContain(coverUrl);
  });

  test("of a form that another member opened are uploaded only when confirmed", async () => {
    const sent = form("pictures", "pictures", await png("别人的.png", "red"));
    sent.set("writer", String(world.seed.alice));
    const first = await bob.submit(paths.write("article"), sent);
    expect(first.status).toBe(409);
    expect(first.text).toContain("这是用另一个账号填的");
    expect(textIn(first.text).trim()).toBe("第一段");
    const [, writer = ""] = /name="writer" value="(\d+)"/.exec(first.text) ?? [];
    sent.set("writer", writer);
    expect(textIn((await stepOf(bob, "article", sent)).text)).toMatch(/!\[\]\(\/oss\//);
  });

  test("are accepted from members only", async () => {
    const { status, text } = await stranger.submit(
      paths.write("article"),
      form("pictures", "pictures", await png("a.png", "red")),
    );
    expect(status).toBe(401);
    expect(textIn(text).trim()).toBe("第一段");
  });
});

test("a question deleted after a confirmation is gone for others, and can be restored", async () => {
  const sent = await alice.submit(paths.write("question"), question({ title: "马上要删除的一个问题" }));
  const shortId = shortIdIn(sent.location);
  const page = serverPaths.deleteWritten("question", shortId);
  expect((await alice.get(sent.location ?? "")).text).toContain(page.replaceAll("&", "&amp;"));
  expect((await bob.get(sent.location ?? "")).text).not.toContain("/write/delete");
  const others = await bob.get(page);
  expect(others.status).toBe(403);
  // A permanent refusal offers no retry.
  expect(others.text).not.toContain("重试");
  expect(others.text).toContain("回到首页");
  expect((await bob.submit(page, {})).status).toBe(403);
  expect((await alice.get(page)).text).toContain("马上要删除的一个问题");
  expect((await stranger.get(paths.question(shortId))).status).toBe(200);

  expect((await alice.submit(page, {})).location).toBe(paths.trash());
  expect((await stranger.get(paths.question(shortId))).status).toBe(404);
  const trash = await alice.get(paths.trash());
  expect(trash.text).toContain("马上要删除的一个问题");
  const id = /name="id" value="(\d+)"/.exec(trash.text)?.[1] ?? "";
  expect((await bob.submit(paths.trash(), { kind: "question", id })).status).toBe(302);
  expect((await stranger.get(paths.question(shortId))).status).toBe(404);
  await alice.submit(paths.trash(), { kind: "question", id });
  expect((await stranger.get(paths.question(shortId))).status).toBe(200);
});

test("a question with answers by others is kept, and can be edited", async () => {
  const shortId = encodeId(world.seed.question);
  const page = serverPaths.deleteWritten("question", shortId);
  const shown = await alice.get(page);
  expect(shown.text).toContain("已经有人回答了这个问题");
  expect(shown.text).toContain(`href="${paths.write("question", shortId)}"`);
  expect(shown.text).not.toMatch(/>删除<\/button>/);
  const refused = await alice.submit(page, {});
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("不能删除");
  expect((await stranger.get(paths.question(shortId))).status).toBe(200);
});

test("an answer of somebody else can't be deleted", async () => {
  const page = serverPaths.deleteWritten("answer", encodeId(world.seed.answer));
  expect((await alice.submit(page, {})).status).toBe(403);
  const { call } = world.upstream;
  expect((await call(answerApi.get, { params: { id: world.seed.answer } })).id).toBe(world.seed.answer);
});
