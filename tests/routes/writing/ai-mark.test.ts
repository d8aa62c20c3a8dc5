import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let reader: Reader;
let places: Record<string, string>;
const MARK = "含 AI 生成内容";
const marks = async (path: string) => (await reader.get(path)).text.split(MARK).length - 1;

beforeAll(async () => {
  world = await createWorld();
  reader = await world.as(null);
  const authorId = await world.upstream.addUser("用机器的人");
  places = {
    home: "/?tab=latest",
    questions: "/question",
    answers: "/question/answer",
    articles: "/search/article",
    "what is found": "/search/all?q=机器写成的",
    "an author's answers": paths.writtenBy("answer", authorId),
    "an author's questions": paths.writtenBy("question", authorId),
    "an author's articles": paths.writtenBy("article", authorId),
  };
});
afterAll(() => world.close());

test("texts without the mark are not marked", async () => {
  for (const path of Object.values(places)) expect(await marks(path), path).toBe(0);
  expect(await marks("/feed.xml")).toBe(0);
});

test("texts with AI content are marked wherever they are shown", async () => {
  const [authorId = 0] = /\d+/.exec(places["an author's answers"] ?? "")?.map(Number) ?? [];
  const words = { authorId, content: "机器写成的字。", aiGenerated: true };
  const asked = await world.write.question({ ...words, title: "机器写成的问题" });
  const answer = await world.write.answer({ ...words, questionId: world.seed.lonelyQuestion });
  const article = await world.write.article({ ...words, title: "机器写成的文章" });
  for (const [name, path] of Object.entries(places)) expect(await marks(path), name).toBeGreaterThan(0);
  for (const path of [paths.question(encodeId(asked)), paths.article(encodeId(article)), serverPaths.answer(answer)]) {
    expect(await marks(path), path).toBeGreaterThan(0);
  }
  const feed = await reader.get("/feed.xml");
  expect(feed.text.match(/<category term="ai-generated" label="含 AI 生成内容"\/>/g)).toHaveLength(2);
  expect(feed.text).toContain("&#60;p&#62;&#60;em&#62;含 AI 生成内容&#60;/em&#62;&#60;/p&#62;");
});
