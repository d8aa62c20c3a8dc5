import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { forgetLimits } from "#tests/routes/support/form-codes";
import { addStaff } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let write: Writer;
let reporters: Reader[];
let moderator: Reader;
let colleague: Reader;

beforeAll(async () => {
  world = await createWorld();
  write = createWriter(world.upstream);
  reporters = [await world.as(world.seed.bob), await world.as(await world.upstream.addUser("后来举报的人"))];
  moderator = await world.as(await addStaff(world.upstream, "moderator"));
  colleague = await world.as(await addStaff(world.upstream, "moderator"));
});
afterAll(() => world.close());
beforeEach(async () => {
  await forgetLimits(world);
  await world.upstream.services.db.deleteFrom("reports").execute();
});

const article = async (title: string) => {
  const id = await write.article({ authorId: world.seed.alice, title, content: "原来写的一段话，足够长" });
  return { kind: "article" as const, id };
};
type Place = Awaited<ReturnType<typeof article>>;
const report = (by: number, { id }: Place) =>
  reporters[by]?.submit(paths.report(`article:${id}`, paths.article(encodeId(id))), { reason: "spam" });
/** Changes a text by the console's form, so that it keeps both versions. */
async function rewrite(place: Place): Promise<void> {
  const path = adminPaths.rewrite(place);
  const fields = fieldsIn((await colleague.get(path)).text, "content");
  const changed = { ...fields, content: "后来改成的另一段话，足够长，至少要有这么多字才能公开", reason: "错字" };
  expect((await colleague.submit(path, changed)).status).toBe(302);
}
/** Whether an article is on the site. */
const isShown = async ({ id }: Place) => (await (await world.as(null)).get(paths.article(encodeId(id)))).status === 200;
/** The checkboxes or the hidden field of the items, as in a page. */
const itemsIn = (html: string) =>
  [...html.matchAll(/<input[^>]*name="item"[^>]*>/g)].map(([tag]) => ({
    value: / value="([^"]*)"/.exec(tag)?.[1] ?? "",
    checked: tag.includes("checked"),
  }));
const REASON = { intent: "remove", rule: "spam", note: "写了很久的原因" };
const chosenRule = 'value="spam" selected';

describe.each([
  ["a report", (place: Place) => adminPaths.report(place), true],
  ["all content", (place: Place) => adminPaths.content(place), false],
] as const)("without scripts, on the page of %s", (_, pageOf, isReport) => {
  test("a text that was changed is not removed: the page shows what changed, and keeps the reason", async () => {
    const place = await article("一篇看过之后改了的文章");
    await report(0, place);
    const path = pageOf(place);
    const seen = fieldsIn((await moderator.get(path)).text, "item");
    await rewrite(place);
    const late = await moderator.submit(path, { ...seen, ...REASON });
    expect([late.status, late.location]).toEqual([409, null]);
    expect(late.text).toContain("它刚才又改过，请看过再处理");
    const [changes = ""] = /你看过之后改了什么.*?<\/details>/s.exec(late.text) ?? [];
    expect(changes).toMatch(/<del[^>]*>.*<ins[^>]*>/s);
    expect(late.text).toContain(`value="${REASON.note}"`);
    expect(late.text).toContain(chosenRule);
    expect(await isShown(place)).toBe(true);
    const again = await moderator.submit(path, { ...fieldsIn(late.text, "item"), intent: "remove" });
    expect(again.status).toBe(302);
    expect(await isShown(place)).toBe(false);
  });

  test("a text that was changed before the form came back for its rule is not removed by the next press", async () => {
    const place = await article("一篇漏选了原因时改了的文章");
    await report(0, place);
    const path = pageOf(place);
    const seen = fieldsIn((await moderator.get(path)).text, "item");
    await rewrite(place);
    const unruled = await moderator.submit(path, { ...seen, intent: "remove" });
    expect([unruled.status, fieldsIn(unruled.text, "item").item]).toEqual([422, seen.item]);
    const late = await moderator.submit(path, { ...fieldsIn(unruled.text, "item"), ...REASON });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("它刚才又改过，请看过再处理")]);
    expect(await isShown(place)).toBe(true);
    const again = await moderator.submit(path, { ...fieldsIn(late.text, "item"), ...REASON });
    expect([again.status, await isShown(place)]).toEqual([302, false]);
  });

  test("if a colleague was faster, the typed reason is still there", async () => {
    const place = await article("一篇同事先处理了的文章");
    await report(0, place);
    const path = pageOf(place);
    const seen = fieldsIn((await moderator.get(path)).text, "item");
    const asSeen = fieldsIn((await colleague.get(path)).text, "item");
    expect((await colleague.submit(path, { ...asSeen, ...REASON })).status).toBe(302);
    const late = await moderator.submit(path, { ...seen, ...REASON, note: "我写的原因" });
    expect(late.status).toBe(409);
    expect(late.text).toMatch(isReport ? /已经有人处理过了|同事刚才移除了它/ : /同事刚才移除了它/);
    expect(late.text.replaceAll("<!-- -->", "")).toMatch(/你写的原因：[^<]*我写的原因/);
  });
});

test("without scripts, a report that came since is named on the page, and closed by deciding again", async () => {
  const place = await article("一篇又被举报的文章");
  await report(0, place);
  const path = adminPaths.report(place);
  const seen = fieldsIn((await moderator.get(path)).text, "item");
  await report(1, place);
  const late = await moderator.submit(path, { ...seen, intent: "keep", note: "没有问题" });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("刚才后来举报的人又举报了它")]);
  expect(late.text).toContain('value="没有问题"');
  const again = await moderator.submit(path, { ...fieldsIn(late.text, "item"), intent: "keep" });
  expect(again.status).toBe(302);
  const open = world.upstream.services.db.selectFrom("reports").select("id").where("state", "=", "open");
  expect(await open.execute()).toEqual([]);
});

describe.each([
  ["the reports", () => adminPaths.reports()],
  ["all content", () => adminPaths.contents("article", { q: "几篇一起" })],
] as const)("without scripts, in the list of %s", (_, pathOf) => {
  test("a changed text is left and stays selected, the others are removed, and that can be undone", async () => {
    const places = [await article("几篇一起处理的甲"), await article("几篇一起处理的乙")];
    for (const place of places) await report(0, place);
    const path = pathOf();
    const seen = itemsIn((await moderator.get(path)).text).map(({ value }) => value);
    const [changed, other] = places as [Place, Place];
    await rewrite(changed);
    const form = new FormData();
    for (const value of seen.filter((one) => places.some(({ id }) => one.includes(`${id}:`))))
      form.append("item", value);
    for (const [name, value] of Object.entries(REASON)) form.append(name, value);
    const late = await moderator.submit(path, form);
    expect(late.status).toBe(409);
    expect(late.text).toContain(`文章 #${changed.id} 它刚才又改过，请看过再处理`);
    expect(late.text).toContain(`value="${REASON.note}"`);
    expect(late.text).toContain(chosenRule);
    expect([await isShown(changed), await isShown(other)]).toEqual([true, false]);
    const left = itemsIn(late.text).filter(({ checked }) => checked);
    expect(left).toHaveLength(1);
    expect(seen).not.toContain(left[0]?.value);
    expect(late.text).toContain("已移除 1 份");
    const undo = fieldsIn(late.text, "log");
    expect((await moderator.submit("/admin/undo", undo)).status).toBe(302);
    expect(await isShown(other)).toBe(true);
  });

  test("a text that was changed before the form came back for its rule stays selected as it was seen", async () => {
    const place = await article("几篇一起处理的丙");
    await report(0, place);
    const path = pathOf();
    const seen = itemsIn((await moderator.get(path)).text).find(({ value }) => value.includes(`${place.id}:`));
    await rewrite(place);
    const unruled = await moderator.submit(path, { item: seen?.value ?? "", intent: "remove" });
    expect(unruled.status).toBe(422);
    const [left] = itemsIn(unruled.text).filter(({ checked }) => checked);
    expect(left?.value).toBe(seen?.value);
    const late = await moderator.submit(path, { item: left?.value ?? "", ...REASON });
    expect([late.status, await isShown(place)]).toEqual([409, true]);
    const [shown] = itemsIn(late.text).filter(({ checked }) => checked);
    expect((await moderator.submit(path, { item: shown?.value ?? "", ...REASON })).status).toBe(302);
    expect(await isShown(place)).toBe(false);
  });
});

test("without scripts, the reason for a refusal stays if the author has changed the held text", async () => {
  const alice = await world.as(world.seed.alice);
  const fields = { title: "一个等待审核的好问题", content: "正文里有兼职刷单", tags: "" };
  const sent = { ...fields, similarShown: "1", intent: "publish" };
  const { location } = await alice.submit(paths.write("question"), sent);
  const id = Number(/^\/write\/held\/(\d+)$/.exec(location ?? "")?.[1]);
  const path = adminPaths.review(id);
  const seen = fieldsIn((await moderator.get(path)).text, "rule");
  await world.upstream.services.db.updateTable("reviews").set({ version: 2 }).where("id", "=", id).execute();
  const late = await moderator.submit(path, { ...seen, ...REASON, intent: "refuse" });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("作者刚才又改过，请看过再处理")]);
  expect(late.text).toContain(`value="${REASON.note}"`);
  expect(fieldsIn(late.text, "rule")).toMatchObject({ item: `${id}:2`, rule: "spam" });
});

test("without scripts, a sanction that came since is shown before it is replaced, singly and in bulk", async () => {
  const userId = await world.upstream.addUser("要处罚的人");
  const path = adminPaths.user(userId);
  const list = adminPaths.users(undefined, "要处罚的人");
  const page = async (reader: Reader) => fieldsIn((await reader.get(path)).text, "inForce");
  const seen = { ...(await page(moderator)), sanction: "mute", days: "1", reason: "我写的原因" };
  const [item] = itemsIn((await moderator.get(list)).text);
  const longer = { ...(await page(colleague)), sanction: "mute", days: "30", reason: "同事的原因" };
  expect((await colleague.submit(path, longer)).status).toBe(302);
  const late = await moderator.submit(path, seen);
  expect(late.status).toBe(409);
  for (const words of ["同事刚才处罚过此人（禁言）", "同事的原因", 'value="我写的原因"'])
    expect(late.text).toContain(words);
  const bulk = { item: item?.value ?? "", sanction: "lift", days: "1", reason: "误会一场", intent: "impose" };
  const kept = await moderator.submit(list, bulk);
  expect([kept.status, kept.text]).toEqual([409, expect.stringContaining("同事刚才处罚过此人（禁言）")]);
  expect(kept.text).toContain('value="误会一场"');
  const again = await moderator.submit(path, { ...seen, inForce: fieldsIn(late.text, "inForce").inForce ?? "" });
  expect(again.status).toBe(302);
});

test("without scripts, a sanction that came before the form came back for its reason is shown by the next press", async () => {
  const path = adminPaths.user(await world.upstream.addUser("漏写了原因时要处罚的人"));
  const page = async (reader: Reader) => fieldsIn((await reader.get(path)).text, "inForce");
  const seen = { ...(await page(moderator)), sanction: "mute", days: "1", reason: "" };
  const longer = { ...(await page(colleague)), sanction: "mute", days: "30", reason: "同事的原因" };
  expect((await colleague.submit(path, longer)).status).toBe(302);
  const unsaid = await moderator.submit(path, seen);
  expect(unsaid.status).toBe(422);
  const mended = { ...fieldsIn(unsaid.text, "inForce"), sanction: "mute", days: "1", reason: "我写的原因" };
  const late = await moderator.submit(path, mended);
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("同事刚才处罚过此人（禁言）")]);
  const again = { ...mended, inForce: fieldsIn(late.text, "inForce").inForce ?? "" };
  expect((await moderator.submit(path, again)).status).toBe(302);
});

test("without scripts, the reason for members is still there if a colleague was faster and the list is empty", async () => {
  const userId = await world.upstream.addUser("已经解除处罚的人");
  const impose = { sanction: "mute", days: "30", reason: "同事的原因", intent: "impose" };
  expect((await colleague.submit(adminPaths.user(userId), impose)).status).toBe(302);
  const list = adminPaths.users("sanctioned", "已经解除处罚的人");
  const [item] = itemsIn((await moderator.get(list)).text);
  const lift = { item: item?.value ?? "", sanction: "lift", days: "1", intent: "impose" };
  expect((await colleague.submit(list, { ...lift, reason: "" })).status).toBe(302);
  const late = await moderator.submit(list, { ...lift, reason: "误会一场" });
  expect(late.status).toBe(409);
  expect(late.text).toContain("没有找到这样的用户");
  expect(late.text.replaceAll("<!-- -->", "")).toContain("你写的原因：误会一场");
});
