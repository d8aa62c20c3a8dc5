import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { encodeId } from "#app/server/urls/short-id.server";
import { createWorld, ORIGIN, type PageResponse, type Reader, type World } from "#tests/world/world";

let world: World;
let reader: Reader;
let question: string;

beforeAll(async () => {
  world = await createWorld();
  reader = await world.as(null);
  question = `/question/${encodeId(world.seed.question)}`;
});
afterAll(() => world.close());

const seen = ({ text }: PageResponse) => text.replace(/<script[\s\S]*?<\/script>|<!-- -->/g, "");
const answersIn = (page: PageResponse) => [...seen(page).matchAll(/id="answer-(\w+)"/g)].map(([, shortId]) => shortId);
const canonicalOf = (page: PageResponse) => /<link rel="canonical" href="([^"]*)"/.exec(page.text)?.[1];
const jsonLdOf = (page: PageResponse) =>
  JSON.parse(/<script type="application\/ld\+json">([^<]*)</.exec(page.text)?.[1] ?? "null");

test("a question without answers asks readers for one, and the asker for more details", async () => {
  const { seed, as } = world;
  const path = `/question/${encodeId(seed.lonelyQuestion)}`;
  expect((await reader.get(path)).text).toContain("你的经验也许正是提问者需要的");
  const own = (await (await as(seed.bob)).get(path)).text;
  expect(own).not.toContain("你的经验也许正是提问者需要的");
  expect(own).toContain("补充问题");
});

test("zero participants are not shown, and answers are counted once", async () => {
  const { seed } = world;
  const textOf = (page: PageResponse) => seen(page).replace(/<aside[\s\S]*<\/aside>|<[^>]*>/g, "");
  const lonely = textOf(await reader.get(`/question/${encodeId(seed.lonelyQuestion)}`));
  expect(lonely).not.toMatch(/(?<!\d)0 (?:人关注|个回答)/);
  expect(textOf(await reader.get(question)).match(/\d 个回答/g)).toHaveLength(1);
});

test("the main button is to answer, for the asker to edit", async () => {
  const firstOf = (page: PageResponse) =>
    /<div class="actions">[\s\S]*?<a [^>]*button--primary[^>]*>([\s\S]*?)<\/a>/.exec(page.text);
  expect(firstOf(await reader.get(question))?.[1]).toContain("写回答");
  const asker = await world.as(world.seed.alice);
  const own = await asker.get(question);
  expect(firstOf(own)?.[0]).toContain(`href="/write/question?id=`);
  expect(firstOf(own)?.[1]).toContain("补充问题");
});

describe("numbers become short ids", () => {
  test("of a question with `aid`; the rest of the query is kept", async () => {
    const { seed } = world;
    const { status, location } = await reader.get(`/question/${seed.question}?aid=${seed.answer}&sort=time`);
    expect(status).toBe(301);
    expect(location).toBe(`${question}?aid=${encodeId(seed.answer)}&sort=time`);
  });

  test("in `aid` alone as well", async () => {
    const { location } = await reader.get(`${question}?aid=${world.seed.answer}`);
    expect(location).toBe(`${question}?aid=${encodeId(world.seed.answer)}`);
  });

  test("the browser keeps the previous page in its history, and does not see its own `_routes`", async () => {
    const { redirect } = await reader.data(`/question/${world.seed.question}`, { routes: ["routes/question/detail"] });
    expect(redirect).toMatchObject({ redirect: question, replace: false });
  });
});

describe("a path with `undefined` in it leads home, whichever loader is asked", () => {
  test.each([
    ["/question/undefined", "routes/question/detail"],
    ["/article/undefined", "routes/article/detail"],
    ["/case/undefined", "routes/case/detail"],
    ["/zhiku/article/undefined", "root"],
  ])("%s", async (path, route) => {
    expect((await reader.get(path)).location).toBe("/");
    expect((await reader.data(path)).redirect).toMatchObject({ redirect: "/" });
    expect((await reader.data(path, { routes: [route] })).redirect).toMatchObject({ redirect: "/" });
  });
});

describe("answers", () => {
  test("are listed with the accepted one first and marked, in both orders", async () => {
    const { seed } = world;
    const inOrder = [encodeId(seed.answer), encodeId(seed.otherAnswer)];
    for (const path of [question, `${question}?sort=time`]) {
      const page = await reader.get(path);
      expect(answersIn(page)).toEqual(inOrder);
      expect(seen(page)).toContain("已被提问者采纳");
    }
  });

  test("a permalink shows its answer first, once, with a link to all answers", async () => {
    const shortId = encodeId(world.seed.otherAnswer);
    const page = await reader.get(`${question}?aid=${shortId}`);
    expect(answersIn(page)).toEqual([shortId, encodeId(world.seed.answer)]);
    expect(seen(page)).toMatch(new RegExp(`<a[^>]* href="${question}#answers"`));
    expect(canonicalOf(page)).toBe(`${ORIGIN}${question}?aid=${shortId}`);
  });

  test("a permalink under the wrong question redirects to the right one; a deleted answer is reported", async () => {
    const { seed } = world;
    const shortId = encodeId(seed.answer);
    const elsewhere = await reader.get(`/question/${encodeId(seed.lonelyQuestion)}?aid=${shortId}`);
    expect(elsewhere.location).toBe(`${question}?aid=${shortId}`);
    const gone = await reader.get(`${question}?aid=${encodeId(99_999)}`);
    expect(gone.status).toBe(200);
    expect(seen(gone)).toContain("你要找的回答不存在或已被删除");
    expect(answersIn(gone)).toHaveLength(2);
  });

  test("a linked answer that could not be loaded is not called deleted", async () => {
    const { program } = world.upstream;
    const call = program.call.bind(program);
    const busy = { status: 200, code: "RATE_LIMITED", message: "", data: null, dependsOn: [], cacheScope: null };
    const spy = vi.spyOn(program, "call");
    spy.mockImplementation(async (name, asked) => (name === "GET /api/answer/:id" ? busy : call(name, asked)));
    const page = seen(await reader.get(`${question}?aid=${encodeId(world.seed.answer)}`));
    spy.mockRestore();
    expect(page).toContain("你要找的回答暂时没能加载");
    expect(page).not.toContain("已被删除");
  });

  test("an answer's own page has its permalink as canonical URL", async () => {
    const page = await reader.get(`/question/answer/${world.seed.answer}`);
    expect(canonicalOf(page)).toBe(`${ORIGIN}${question}?aid=${encodeId(world.seed.answer)}`);
  });

  test("the accepted and the other answers are in the structured data", async () => {
    const [qa] = jsonLdOf(await reader.get(question))["@graph"];
    expect(qa["@type"]).toBe("QAPage");
    expect(qa.mainEntity.answerCount).toBe(2);
    expect(qa.mainEntity.acceptedAnswer.url).toBe(`${ORIGIN}${question}?aid=${encodeId(world.seed.answer)}`);
    expect(qa.mainEntity.suggestedAnswer).toHaveLength(1);
  });
});

describe("comments open by a plain link", () => {
  test("of the question, with replies below", async () => {
    expect(seen(await reader.get(question))).not.toContain("表有外键吗？");
    const page = seen(await reader.get(`${question}?comments=question`));
    expect(page).toContain("表有外键吗？");
    expect(page.indexOf("没有。")).toBeGreaterThan(page.indexOf("表有外键吗？"));
  });

  test("of one answer", async () => {
    const page = seen(await reader.get(`${question}?comments=answer-${encodeId(world.seed.answer)}`));
    expect(page).toContain("试过了，可行。");
    expect(page).not.toContain("表有外键吗？");
  });

  test("with one that a link names by its number alone, wherever it is", async () => {
    const { seed, write } = world;
    const from = async (path: string) => seen(await reader.get((await reader.get(path)).location ?? path));
    const asked = await write.comment({
      authorId: seed.bob,
      targetKind: "question",
      targetId: seed.question,
      text: "在问题下",
    });
    const said = await write.comment({
      authorId: seed.bob,
      targetKind: "answer",
      targetId: seed.answer,
      text: "在回答下",
    });
    expect(await from(`/question/${seed.question}?comment=${asked}`)).toContain(`id="comment-${asked}"`);
    const under = await from(`/question/${seed.question}?aid=${seed.answer}&comment=${said}`);
    expect(under).toContain(`id="comment-${said}"`);
    expect(under).not.toContain("在问题下");
    expect(await from(`${question}?comment=x`)).not.toContain("在问题下");
    // A list that is named as well is the one to open.
    expect(await from(`${question}?comments=question&aid=${encodeId(seed.answer)}&comment=1`)).toContain("在问题下");
    for (let n = 1; n <= 21; n += 1)
      await write.comment({ authorId: seed.bob, targetKind: "answer", targetId: seed.answer, text: `第${n}条` });
    expect(await from(`/question/${seed.question}?aid=${seed.answer}&comment=${said}`)).toContain("在回答下");
  });

  test("older ones by cursor, all replies of a thread, each once", async () => {
    const place = { targetKind: "question", targetId: world.seed.lonelyQuestion } as const;
    const { alice, bob } = world.seed;
    const parent = await world.write.comment({ authorId: alice, ...place, text: "第零条" });
    for (let i = 1; i <= 6; i++) {
      await world.write.comment({ authorId: bob, ...place, replyToId: parent, text: `回复${i}号` });
    }
    for (let i = 1; i <= 25; i++) await world.write.comment({ authorId: alice, ...place, text: `评论${i}号` });

    const first = await reader.get(`/question/${encodeId(world.seed.lonelyQuestion)}?comments=question`);
    const older = hrefOf(first, "查看更早的评论");
    const second = await reader.get(older);
    const texts = [first, second].flatMap((page) => [...seen(page).matchAll(/>(评论\d+号)</g)].map(([, text]) => text));
    expect(texts).toEqual(Array.from({ length: 25 }, (_, i) => `评论${25 - i}号`));

    const replies = (page: PageResponse) => [...seen(page).matchAll(/(回复\d号)</g)].map(([, text]) => text);
    expect(replies(second).length).toBeLessThan(6);
    const opened = await reader.get(hrefOf(second, "查看全部 6 条回复"));
    expect(replies(opened)).toEqual([1, 2, 3, 4, 5, 6].map((i) => `回复${i}号`));
    expect(seen(opened)).toContain("回到最新评论");
  });

  test("an invalid cursor breaks the comments, not the page", async () => {
    const page = await reader.get(`${question}?comments=question&cursor=zzz`);
    expect(page.status).toBe(200);
    expect(seen(page)).toContain("评论暂时没能加载");
  });
});

/** Target of the link with this text, without the hash. */
function hrefOf(page: PageResponse, words: string): string {
  const link = [...seen(page).matchAll(/<a [^>]*href="([^"]*)"[^>]*>((?:(?!<\/a>)[\s\S])*)<\/a>/g)].find(
    ([, , content]) => content?.replace(/<[^>]*>/g, "").includes(words),
  );
  return (link?.[1] ?? `no link “${words}”`).replaceAll("&amp;", "&").replace(/#.*$/, "");
}
