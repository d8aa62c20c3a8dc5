import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminContentApi, type Place } from "#app/contract/admin/content";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/short-id.server";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { createWorld, type Visitor, type World } from "#tests/world";
import { forgetLimits } from "./form-codes";

let world: World;
let write: Writer;
let stranger: Visitor;
let alice: Visitor;
let bob: Visitor;
let token: string;

beforeAll(async () => {
  world = await createWorld();
  write = createWriter(world.test);
  stranger = await world.as(null);
  alice = await world.as(world.seed.alice);
  bob = await world.as(world.seed.bob);
  token = await staffToken(world.test, await addStaff(world.test, "moderator"));
});
afterAll(() => world.close());
beforeEach(() => forgetLimits(world));

const decide = (call: "remove" | "restore", items: Place[]) =>
  world.test.call(adminContentApi[call], { body: { items, rule: "spam", note: "" } as never }, { token });

test("what staff remove leaves every page at once, is shown to its author with the rule, and comes back everywhere", async () => {
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
    paths.answer(answerId),
    paths.case(caseId),
    `/u/${authorId}/article`,
    `/u/${authorId}/qna/answer`,
    `/u/${authorId}/comment/post`,
    paths.search("all", "紫貂"),
    "/feed.xml",
    `/u/${authorId}/feed.xml`,
  ];
  const showing = async (visitor: Visitor) => {
    const pages = await Promise.all(shown.map(async (path) => [path, (await visitor.get(path)).text] as const));
    return pages.filter(([, text]) => /紫貂(?:<\/mark>)?(?:问题|文章|回答|评论|正文)/.test(text)).map(([path]) => path);
  };
  const places: Place[] = [
    { kind: "question", id: questionId },
    { kind: "article", id: articleId },
    { kind: "answer", id: answerId },
    { kind: "comment", id: commentId },
  ];
  const before = await showing(stranger);
  expect(before).toEqual(shown);
  const map = (await stranger.get("/sitemap.xml")).text;

  expect(await decide("remove", places)).toMatchObject({ failed: [] });
  for (const visitor of [stranger, bob, alice]) expect(await showing(visitor)).toEqual([]);
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
