import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { forgetLimits } from "#tests/routes/support/form-codes";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

const BAD = "跟我兼职刷单";
const TITLE = "一篇改来改去的文章";
let world: World;
let alice: Reader;
let moderator: Reader;

beforeAll(async () => {
  world = await createWorld();
  moderator = await world.as(await addStaff(world.upstream, "moderator"));
});
afterAll(() => world.close());
beforeEach(async () => {
  await forgetLimits(world);
  alice = await world.as(world.seed.alice);
});

const fields = (content: string, more: Record<string, string> = {}) => ({
  title: TITLE,
  content,
  tags: "",
  intent: "publish",
  version: "1",
  ...more,
});
/** Value of a hidden field of a page, or in the reply to a script; empty if there is none. */
const valueIn = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"|"${name}":(\\d+)`).exec(text)?.slice(1).find(Boolean) ?? "";

/** An article whose held change is older than its public text: its path and the number of the change. */
async function outdated(state: "waiting" | "withdrawn"): Promise<{ path: string; held: number }> {
  const { db } = world.upstream.services;
  const article = await world.write.article({ authorId: world.seed.alice, title: TITLE });
  const editor = paths.write("article", encodeId(article));
  const { location } = await alice.submit(editor, fields(`${BAD}，旧的改法`));
  const held = Number(/^\/write\/held\/(\d+)$/.exec(location ?? "")?.[1]);
  await alice.submit(serverPaths.held(held), { intent: "withdraw" });
  await alice.submit(editor, fields("后来公开的文字"));
  await db.updateTable("reviews").set({ state }).where("id", "=", held).execute();
  return { path: paths.article(encodeId(article)), held };
}

describe("a held change of an article that was changed since", () => {
  test.each([
    ["without scripts", "/write/article", "navigate"],
    ["with scripts", "/write/article.json", "cors"],
  ])("is shown beside the public text, and merged with it, %s", async (_, form, mode) => {
    const { path, held } = await outdated("withdrawn");
    expect((await alice.get(serverPaths.held(held))).text).toContain("已公开的内容又改过");
    const editor = `${paths.write("article")}?held=${held}`;
    const page = (await alice.get(editor)).text;
    const versions = (text: string) => ({
      version: valueIn(text, "version"),
      baseVersion: valueIn(text, "baseVersion"),
    });
    expect(versions(page).baseVersion).toBe("1");

    const sent = fields("干净的旧改法", versions(page));
    const late = await alice.submit(`${form}?held=${held}`, sent, { headers: { "sec-fetch-mode": mode } });
    expect(late.status).toBe(409);
    for (const words of ["干净的旧改法", "后来公开的文字"]) expect(late.text).toContain(words);
    expect(late.text).toContain(path);
    if (mode === "navigate") expect(late.text).toContain("现在公开的版本");
    expect((await alice.get(path)).text).toContain("后来公开的文字");

    const merged = await alice.submit(editor, fields("合并好的文字", versions(late.text)));
    expect(merged.location).toBe(path);
    expect((await alice.get(path)).text).toContain("合并好的文字");
  });

  test("says so in the console, where it can be refused but not approved", async () => {
    const { path, held } = await outdated("waiting");
    const place = adminPaths.review(held);
    const page = (await moderator.get(place)).text;
    expect(page).toContain("原文后来又改过");
    const item = valueIn(page, "item");
    const approved = await moderator.submit(place, { item, next: "", intent: "approve", rule: "", note: "" });
    expect(approved.status).toBe(409);
    expect(approved.text).toContain("它要修改的原文后来又改过");

    const edited = { title: TITLE, content: "同事改的文字", tags: "", version: item.split(":")[1] ?? "", next: "" };
    const refused = await moderator.submit(adminPaths.reviewEdit(held), edited);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("原文后来又改过");
    expect(refused.text).toContain("同事改的文字");
    expect(refused.text).not.toContain("再次保存会以你的为准");
    expect((await alice.get(path)).text).toContain("后来公开的文字");

    const back = await moderator.submit(place, { item, next: "", intent: "refuse", rule: "other", note: "请合并" });
    expect(back.location).toBe(adminPaths.reviews());
    expect((await alice.get(serverPaths.held(held))).text).toContain("请合并");
  });
});

test("a held change of a comment that was changed since is submitted once more, after its author has seen that", async () => {
  const on = { on: `article:${world.seed.article}`, text: "一条普通的评论" };
  const { db } = world.upstream.services;
  await alice.submit(paths.writeComment(), on);
  const { id } = await db.selectFrom("comments").select("id").where("text", "=", on.text).executeTakeFirstOrThrow();
  const correct = (text: string) => alice.submit(`/write/comment/${id}`, { version: "1", text });
  await correct(`${BAD}，评论`);
  const { id: held } = await db
    .selectFrom("reviews")
    .select("id")
    .where("target_id", "=", id)
    .where("kind", "=", "comment")
    .executeTakeFirstOrThrow();
  await alice.submit(serverPaths.held(held), { intent: "withdraw" });
  await correct("后来公开的评论");

  const change = (text: string, page: string) => ({
    intent: "change",
    text,
    version: valueIn(page, "version"),
    baseVersion: valueIn(page, "baseVersion"),
  });
  const late = await alice.submit(
    serverPaths.held(held),
    change("干净的评论", (await alice.get(serverPaths.held(held))).text),
  );
  expect(late.status).toBe(409);
  expect(late.text).toContain("现在是：“后来公开的评论”");
  expect(late.text).toContain("干净的评论");
  await alice.submit(serverPaths.held(held), change("干净的评论", late.text));
  const { text } = await db.selectFrom("comments").select("text").where("id", "=", id).executeTakeFirstOrThrow();
  expect(text).toBe("干净的评论");
});

test("the reason of a held change is shown to its author and to operators, and its author can change it", async () => {
  const article = await world.write.article({ authorId: world.seed.alice, title: TITLE });
  const sent = fields("补好的正文", { reason: `顺便${BAD}` });
  const { location } = await alice.submit(paths.write("article", encodeId(article)), sent);
  const held = Number(/^\/write\/held\/(\d+)$/.exec(location ?? "")?.[1]);
  expect((await alice.get(serverPaths.held(held))).text.replaceAll("<!-- -->", "")).toContain(`修改说明：顺便${BAD}`);
  const queued = (await moderator.get(adminPaths.review(held))).text;
  expect(queued).toMatch(/<h2>修改说明<\/h2><p [^>]*>顺便跟我<mark>兼职刷单<\/mark>/);

  const editor = `${paths.write("article")}?held=${held}`;
  const reasonIn = (page: string) => /<input [^>]*name="reason"[^>]*value="([^"]*)"/.exec(page)?.[1];
  expect(reasonIn((await alice.get(editor)).text)).toBe(`顺便${BAD}`);
  const again = await alice.submit(editor, { ...sent, version: "1", baseVersion: "1" });
  expect(again.location).toBe(serverPaths.held(held));
  const changed = { ...sent, version: "2", baseVersion: "1", reason: "补上出处" };
  const late = await alice.submit(editor, { ...changed, version: "1" });
  expect([late.status, reasonIn(late.text)]).toEqual([409, "补上出处"]);
  const previewed = await alice.submit(editor, { ...changed, reason: "", intent: "preview" });
  expect([previewed.location, reasonIn(previewed.text)]).toEqual([null, ""]);
  // As stored, it is in the page that shows the draft; going back to the response to a POST would lose everything.
  const { location: shown } = await alice.submit(editor, { ...changed, reason: `顺便${BAD}`, intent: "preview" });
  expect(reasonIn((await alice.get(shown ?? "")).text)).toBe(`顺便${BAD}`);
  expect((await alice.submit(editor, changed)).location).toBe(paths.article(encodeId(article)));
});

test("the editor of a new held text asks for no reason", async () => {
  const { location } = await alice.submit(paths.write("article"), fields(BAD));
  const held = Number(/^\/write\/held\/(\d+)$/.exec(location ?? "")?.[1]);
  expect((await alice.get(`${paths.write("article")}?held=${held}`)).text).not.toContain('name="reason"');
});
