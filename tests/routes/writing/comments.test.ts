import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commentApi } from "#app/contract/content/comment";
import { encodeId } from "#app/server/urls/short-id.server";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { createWorld, ORIGIN, type Reader, type World } from "#tests/world/world";

let world: World;
let member: Reader;
let memberId: number;
let place: { on: string; next: string };

beforeAll(async () => {
  world = await createWorld();
  memberId = await world.upstream.addUser("读者");
  member = await writerOf(memberId, "8613900000009");
  place = { on: `article:${world.seed.article}`, next: `/article/${encodeId(world.seed.article)}` };
});
afterAll(() => world.close());

/** A session of a member with a phone number, which commenting requires. */
async function writerOf(id: number, phone: string): Promise<Reader> {
  await world.upstream.services.db.updateTable("users").set({ phone }).where("id", "=", id).execute();
  return world.as(id);
}

let members = 0;
/** Another member, since the first one has used part of the limit per minute. */
const anotherMember = async (): Promise<Reader> =>
  writerOf(await world.upstream.addUser(`读者${++members}`), `861390000001${members}`);

const stored = async () =>
  (await world.upstream.call(commentApi.articleList, { query: { articleId: world.seed.article } })).list;

describe("without scripts", () => {
  test("a comment is written on the page and found there", async () => {
    const { status, location } = await member.submit("/write/comment", { ...place, text: "第一条\n第二行" });
    const [first] = await stored();
    expect(status).toBe(302);
    expect(location).toBe(`${place.next}#comment-${first?.id}`);
    expect(first?.text).toBe("第一条\n第二行");
    expect((await member.get(place.next)).text).toContain("第一条");
  });

  test("a member's own comments are listed without their name, and those they received with names", async () => {
    const { text } = await member.get(`/u/${memberId}/comment/post`);
    expect(text).toContain("第一条");
    expect(text).not.toContain("author-line");
    expect((await member.get(`/u/${world.seed.alice}/comment/receive`)).text).toContain("author-line");
  });

  test("a form submitted twice creates one comment", async () => {
    const page = (await member.get(place.next)).text;
    const [, idempotencyKey = ""] = /name="idempotencyKey" value="([\da-f]{32})"/.exec(page) ?? [];
    const form = { ...place, text: "只说一遍", idempotencyKey };
    const first = await member.submit("/write/comment", form);
    expect(first.location).toMatch(/#comment-\d+$/);
    expect((await member.submit("/write/comment", form)).location).toBe(first.location);
    expect((await stored()).filter(({ text }) => text === "只说一遍")).toHaveLength(1);

    const changed = await member.submit("/write/comment", { ...form, text: "再说一遍" });
    expect(changed.status).toBe(409);
    expect(changed.text).toContain("刚才那条评论已经发布");
    expect(changed.text).toContain("再说一遍</textarea>");
    expect(changed.text).not.toContain(idempotencyKey);
    const strangers = (await (await world.as(null)).get(place.next)).text;
    expect(strangers, "the page that all strangers share has none").not.toContain("idempotencyKey");
    await member.submit("/actions/delete-comment", { id: /\d+$/.exec(first.location ?? "")?.[0] ?? "" });
  });

  test("input of another account is only published once the present member confirms it", async () => {
    const present = await anotherMember();
    const page = (await member.get(place.next)).text;
    const [, writer = ""] = /name="writer" value="(\d+)"/.exec(page) ?? [];
    expect(writer).toBe(String(memberId));
    const first = await present.submit("/write/comment", { ...place, text: "换了账号以后发的", writer });
    expect(first.status).toBe(409);
    expect(first.text).toContain(`这是用另一个账号填的，现在登录的是“读者${members}”`);
    expect(first.text).toContain("换了账号以后发的</textarea>");
    expect((await stored()).map(({ text }) => text)).not.toContain("换了账号以后发的");
    const [, now = ""] = /name="writer" value="(\d+)"/.exec(first.text) ?? [];
    expect(now).not.toBe(writer);
    const second = await present.submit("/write/comment", { ...place, text: "换了账号以后发的", writer: now });
    expect(second.status).toBe(302);
    expect((await stored())[0]).toMatchObject({ text: "换了账号以后发的", author: { userId: Number(now) } });
    await present.submit("/actions/delete-comment", { id: /\d+$/.exec(second.location ?? "")?.[0] ?? "" });
    expect((await (await world.as(null)).get(place.next)).text).not.toContain('name="writer"');
  });

  test("a reply is written on a page of its own", async () => {
    const [first] = await stored();
    const query = new URLSearchParams({ ...place, reply: String(first?.id) });
    const page = await member.get(`/write/comment?${query}`);
    expect(page.text).toMatch(new RegExp(`name="reply" value="${first?.id}"`));
    // Shows what it replies to, also after a refusal.
    const action = /<form[^>]*action="(\/write\/comment[^"]*)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const refused = await member.submit(action, { ...place, reply: String(first?.id), text: "" });
    expect(refused.status).toBe(422);
    for (const { text } of [page, refused]) {
      expect(text).toContain(`回复 ${first?.author?.nickname}`);
      expect(text).toMatch(new RegExp(`<blockquote[^>]*>(?:(?!</blockquote>).)*${first?.text.split("\n")[0]}`, "s"));
    }
    expect((await member.get("/write/comment?on=article:999999")).status).toBe(404);
    await member.submit("/write/comment", { ...place, reply: String(first?.id), text: "回复一下" });
    expect((await stored())[0]?.children.map(({ text }) => text)).toEqual(["回复一下"]);
  });

  test("a comment written while older ones are shown is visible on the page that follows", async () => {
    const writer = await anotherMember();
    const older = `${place.next}?cursor=2&comment=1`;
    const comment = await writer.submit("/write/comment", { ...place, next: older, text: "写在旧评论旁边" });
    expect(comment.location).toMatch(new RegExp(`^${place.next}#comment-\\d+$`));
    const id = /\d+$/.exec(comment.location ?? "")?.[0] ?? "";
    const reply = { ...place, next: older, reply: id };
    for (let count = 1; count <= 5; count++) {
      const { location } = await writer.submit("/write/comment", { ...reply, text: `第${count}条回复` });
      const [path = "", anchor = ""] = location?.split("#") ?? [];
      const page = (await writer.get(path)).text;
      expect(page, `reply ${count}`).toContain(`id="${anchor}"`);
      expect(page, `reply ${count}`).toContain(`第${count}条回复`);
      expect(page).not.toContain("该评论已删除或未公开");
    }
    await writer.submit("/actions/delete-comment", { id });
  });

  test.each(["comment", "reply"])("a link to a deleted %s says so at its place", async (what) => {
    const writer = await anotherMember();
    const first = await writer.submit("/write/comment", { ...place, text: "留着的评论" });
    const parent = /\d+$/.exec(first.location ?? "")?.[0] ?? "";
    const fields: Record<string, string> = {
      ...place,
      text: "马上就删",
      ...(what === "reply" ? { reply: parent } : {}),
    };
    const { location } = await writer.submit("/write/comment", fields);
    const id = /\d+$/.exec(location ?? "")?.[0] ?? "";
    const page = (await writer.get(place.next)).text;
    const href = new RegExp(`href="([^"]*)#comment-${id}"[^>]*class="comment__time"`).exec(page)?.[1] ?? "";
    const link = href.replaceAll("&amp;", "&");
    expect((await writer.get(link)).text).toContain("马上就删");
    await writer.submit("/actions/delete-comment", { id });
    for (const reader of [writer, await world.as(null)]) {
      const { status, text } = await reader.get(link);
      expect(status).toBe(200);
      expect(text).toMatch(new RegExp(`id="comment-${id}"><p[^>]*>该评论已删除或未公开`));
    }
    for (const query of ["comment=junk", "cursor=9&comment=junk", `comment=${parent}`])
      expect((await writer.get(`${place.next}?${query}`)).text, query).not.toMatch(
        /该评论已删除或未公开|没有找到那条评论/,
      );
    const shortened = (await writer.get(`${place.next}?comment=${id}`)).text;
    expect(shortened).toMatch(new RegExp(`id="comment-${id}"><p[^>]*>这里没有找到那条评论`));
    expect(shortened).toContain("留着的评论");
    await writer.submit("/actions/delete-comment", { id: parent });
  });

  test("a link with just the comment's id finds it beyond the first page, or says that it did not", async () => {
    const target = { targetKind: "article" as const, targetId: world.seed.article };
    const ids: number[] = [];
    for (let count = 0; count < 22; count++)
      ids.push(await world.write.comment({ authorId: memberId, ...target, text: `第${count}条` }));
    const [oldest, gone] = ids;
    await world.upstream.call(commentApi.remove, { body: { id: gone ?? 0 } }, { as: memberId });
    const reader = await world.as(null);
    expect((await reader.get(place.next)).text).not.toContain(`id="comment-${oldest}"`);
    const found = (await reader.get(`${place.next}?comment=${oldest}`)).text;
    expect(found).toMatch(new RegExp(`id="comment-${oldest}"`));
    expect(found).not.toContain("没有找到那条评论");
    const lost = (await reader.get(`${place.next}?comment=${gone}`)).text;
    expect(lost).toMatch(new RegExp(`id="comment-${gone}"><p[^>]*>这里没有找到那条评论，可能已删除`));
    expect(lost).toContain(`id="comment-${ids.at(-1)}"`);
  });

  test("a link with just a reply's id opens its thread at it, on whichever page, and tells a reply elsewhere", async () => {
    const target = { targetKind: "article" as const, targetId: world.seed.article };
    const parent = await world.write.comment({ authorId: memberId, ...target, text: "有很多回复" });
    const replies: number[] = [];
    for (let count = 0; count < 6; count++) {
      const reply = { ...target, replyToId: parent, text: `第${count}条回复` };
      replies.push(await world.write.comment({ authorId: memberId, ...reply }));
    }
    const reader = await world.as(null);
    const [, , , fourth, , last] = replies;
    const shown = async (id: number | undefined) => {
      const { text } = await reader.get(`${place.next}?comment=${id}`);
      expect(text).toContain(`id="comment-${id}"`);
      expect(text).not.toMatch(/没有找到那条评论|已删除或未公开/);
      return text;
    };
    // On the newest page, which stays.
    const newest = await shown(last);
    expect(newest).toContain("有很多回复");
    for (let count = 0; count < 22; count++)
      await world.write.comment({ authorId: memberId, ...target, text: `后来的${count}` });
    const older = await shown(fourth);
    expect(older).toContain("有很多回复");
    expect(older).not.toContain("后来的21");
    const elsewhere = `/question/${encodeId(world.seed.question)}?comments=question&comment=${fourth}`;
    expect((await reader.get(elsewhere)).text).toContain("该评论已删除或未公开");
    await world.upstream.call(commentApi.remove, { body: { id: fourth ?? 0 } }, { as: memberId });
    expect((await reader.get(`${place.next}?comment=${fourth}`)).text).toContain("这里没有找到那条评论");
  });

  test.each([
    ["   ", "评论不能为空"],
    ["长".repeat(2001), "评论不能超过2000个字"],
  ])("a refused comment comes back with its text and the reason", async (text, reason) => {
    const { status, text: page } = await member.submit("/write/comment", { ...place, text });
    expect(status).toBe(422);
    expect(page).toContain(reason);
    expect(page).toMatch(new RegExp(`<textarea[^>]*>\\s*${text.trim()}\\s*</textarea>`));
    expect(page).toContain(`name="next" value="${place.next}"`);
  });

  test.each(["article", "question", "answer"] as const)(
    "an edit of a comment on an %s, opened by its URL, redirects to the comment",
    async (kind) => {
      const author = await anotherMember();
      const on = `${kind}:${world.seed[kind]}`;
      const idOf = ({ location }: { location: string | null }) => Number(/#comment-(\d+)$/.exec(location ?? "")?.[1]);
      const first = idOf(await author.submit("/write/comment", { on, text: `要改的${kind}` }));
      const reply = idOf(
        await author.submit("/write/comment", { on, text: `要改的${kind}的回复`, reply: String(first) }),
      );
      for (const id of [first, reply]) {
        const path = `/write/comment/${id}`;
        for (const referer of [`${ORIGIN}/login?next=${encodeURIComponent(path)}`, ORIGIN + path, ""]) {
          const { next = "" } = fieldsIn((await author.get(path, { headers: referer ? { referer } : {} })).text);
          expect(next).toMatch(new RegExp(`#comment-${id}$`));
          expect((await author.get(next)).text, next).toContain(`id="comment-${id}"`);
        }
        const from = `/u/${memberId}/comment/post`;
        const opened = await author.get(path, { headers: { referer: ORIGIN + from } });
        expect(fieldsIn(opened.text).next, "back to a list").toBe(`${from}#comment-${id}`);
      }
    },
  );

  test("somebody whose session ended keeps the text", async () => {
    const reader = await world.as(null);
    const { status, text } = await reader.submit("/write/comment", { ...place, text: "写了很久" });
    expect(status).toBe(401);
    expect(text).toContain("写了很久");
    expect(text).toContain("登录已失效");
  });

  test("a visitor who opens the page is asked to log in, and returns to it", async () => {
    const reader = await world.as(null);
    const path = `/write/comment?${new URLSearchParams(place)}`;
    expect((await reader.get(path)).location).toBe(`/login?next=${encodeURIComponent(path)}`);
  });

  test("the return path never leads to another site", async () => {
    const answer = await member.submit("/write/comment", { ...place, next: "//evil.example", text: "看看去哪" });
    expect(answer.location).toMatch(/^\/#comment-\d+$/);
  });

  test("one's own comment can be deleted, and nobody else's", async () => {
    const [first] = await stored();
    const fields = { id: String(first?.id) };
    const other = await world.as(await world.upstream.addUser("旁人"));
    const from = { headers: { referer: ORIGIN + place.next } };
    const refused = await other.submit("/actions/delete-comment", fields, from);
    expect(refused.location).toBe(`${place.next}#comments`);
    expect((await other.get(place.next)).text).toContain("你没有权限进行此操作");
    expect((await stored())[0]?.id).toBe(first?.id);
    await member.submit("/actions/delete-comment", fields, from);
    expect((await stored()).map(({ id }) => id)).not.toContain(first?.id);
  });
});

describe("with scripts", () => {
  test("the reply is data, with the new id or the reason", async () => {
    const { status } = await member.send("/write/comment", { ...place, text: "就地发表" });
    expect(status).toBe(200);
    expect((await stored())[0]?.text).toBe("就地发表");
    expect((await member.send("/write/comment", { ...place, text: "" })).status).toBe(422);
  });
});
