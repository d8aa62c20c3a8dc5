import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ReportedPlace } from "#app/contract/admin/review/report";
import type { ReportReason } from "#app/contract/moderation/report";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { forgetLimits } from "#tests/routes/support/form-codes";
import { addStaff } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let write: Writer;
let bob: Reader;
let alice: Reader;
let moderatorId: number;
let moderator: Reader;
let auditor: Reader;

beforeAll(async () => {
  world = await createWorld();
  write = createWriter(world.upstream);
  alice = await world.as(world.seed.alice);
  bob = await world.as(world.seed.bob);
  moderatorId = await addStaff(world.upstream, "moderator");
  moderator = await world.as(moderatorId);
  auditor = await world.as(await addStaff(world.upstream, "auditor"));
});
afterAll(() => world.close());
beforeEach(async () => {
  await forgetLimits(world);
  await world.upstream.services.db.deleteFrom("reports").execute();
});

/** An article reported by bob with the site's form; by alice unless specified. */
async function reported(title: string, reason: ReportReason = "spam", authorId = world.seed.alice) {
  const place: ReportedPlace = { kind: "article", id: await write.article({ authorId, title }) };
  const page = paths.report(`article:${place.id}`, paths.article(encodeId(place.id)));
  await bob.submit(page, { reason, detail: `${title}哪里不对` });
  return place;
}
/** A form with an `item` for each place. */
function marked(places: readonly ReportedPlace[], fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const { kind, id } of places) form.append("item", `${kind}:${id}`);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
const statesOf = async (places: readonly ReportedPlace[]) => {
  const ids = places.map(({ id }) => id);
  const query = world.upstream.services.db.selectFrom("reports").select("state").where("target_id", "in", ids);
  return (await query.orderBy("target_id").execute()).map(({ state }) => state);
};

test("reports are handled without scripts: one thing removed by a rule, the next one kept", async () => {
  const [grave, light] = [await reported("一篇违法的文章", "illegal"), await reported("一篇没问题的文章")];
  const list = (await moderator.get(adminPaths.reports())).text;
  expect(list.indexOf("一篇违法的文章")).toBeGreaterThan(0);
  expect(list.indexOf("一篇违法的文章")).toBeLessThan(list.indexOf("一篇没问题的文章"));
  expect((await moderator.get(adminPaths.home())).text).toContain(`href="${adminPaths.reports()}"`);
  const page = (await moderator.get(adminPaths.report(grave))).text;
  for (const words of ["违法或有害内容", "一篇违法的文章哪里不对", "正文", "还没有处理过"])
    expect(page).toContain(words);

  const fields = { next: `article:${light.id}`, intent: "remove", rule: "", note: "请看第二段" };
  const unsaid = await moderator.submit(adminPaths.report(grave), marked([grave], fields));
  expect(unsaid.status).toBe(422);
  expect(unsaid.text).toContain("请选择移除的原因，作者会看到");
  expect(unsaid.text).toContain('value="请看第二段"');
  expect(await statesOf([grave])).toEqual(["open"]);

  const removed = await moderator.submit(adminPaths.report(grave), marked([grave], { ...fields, rule: "illegal" }));
  expect(removed.location).toBe(adminPaths.report(light));
  expect((await alice.get(paths.article(encodeId(grave.id)))).status).toBe(404);
  expect((await alice.get(paths.trash())).text).toContain("含有违反法律法规的内容。请看第二段");
  // Nobody is notified as long as it can be undone.
  expect((await bob.get("/notifications/system")).text).not.toContain("违反了规则，已被移除");
  await world.upstream.services.db
    .updateTable("news")
    .set((eb) => ({ visible_at: eb.ref("created_at") }))
    .execute();
  expect((await bob.get("/notifications/system")).text).toContain("违反了规则，已被移除");

  const kept = await moderator.submit(adminPaths.report(light), marked([light], { next: "", intent: "keep" }));
  expect(kept.location).toBe(adminPaths.reports());
  expect(await statesOf([grave, light])).toEqual(["upheld", "dismissed"]);
  const decided = (await moderator.get(adminPaths.report(light))).text;
  expect(decided).not.toContain('value="keep"');
  expect(decided).toContain("认为举报不成立");
  expect((await moderator.get(adminPaths.reports({ state: "upheld" }))).text).toContain("一篇违法的文章");
});

test("from a filtered list the next report is within the filter", async () => {
  const [first, second] = [await reported("先被举报的一篇"), await reported("后被举报的一篇")];
  const filter = { kind: "article", sort: "age" };
  const link = (path: string) => `href="${path.replace("&", "&amp;")}"`;
  expect((await moderator.get(adminPaths.reports(filter))).text).toContain(link(adminPaths.report(first, filter)));
  const page = (await moderator.get(adminPaths.report(first, filter))).text;
  for (const path of [adminPaths.report(second, filter), adminPaths.reports(filter)])
    expect(page).toContain(link(path));
  const sent = marked([first], { next: `article:${second.id}`, intent: "keep" });
  const { location } = await moderator.submit(adminPaths.report(first, filter), sent);
  expect(location).toBe(adminPaths.report(second, filter));
  const last = await moderator.submit(
    adminPaths.report(second, filter),
    marked([second], { next: "", intent: "keep" }),
  );
  expect(last.location).toBe(adminPaths.reports(filter));
});

test("several are decided on at once, and failures are reported one by one", async () => {
  const places = [
    await reported("第一篇要保留的"),
    await reported("第二篇要保留的"),
    await reported("审核员自己的", "spam", moderatorId),
  ];
  // A colleague could decide: one's own text is left to them.
  await addStaff(world.upstream, "moderator");
  const list = (await moderator.get(adminPaths.reports())).text;
  expect(list).toContain("由另一位同事处理");
  expect(list).not.toContain(`value="article:${places[2]?.id}:`);
  const done = await moderator.submit(adminPaths.reports(), marked(places, { intent: "keep", rule: "", note: "" }));
  expect(done.location).toBe(adminPaths.reports());
  expect((await moderator.get(adminPaths.reports())).text).toContain(
    `已保留 2 份，1 份没有处理：文章 #${places[2]?.id} 关于自己的举报要由另一位同事处理`,
  );
  expect(await statesOf(places)).toEqual(["dismissed", "dismissed", "open"]);
  const own = (await moderator.get(adminPaths.report(places[2] as ReportedPlace))).text;
  expect(own).not.toContain('name="intent"');
});

test("selected rows and input stay when a reason is missing", async () => {
  const place = await reported("一篇没有说原因的");
  const fields = { intent: "remove", rule: "", note: "再看看" };
  const page = await moderator.submit(adminPaths.reports(), marked([place], fields));
  expect(page.text).toContain("请选择移除的原因，作者会看到");
  const item = `article:${place.id}`;
  expect(page.text).toMatch(
    new RegExp(`<input[^>]*checked[^>]*value="${item}:[^"]+"|<input[^>]*value="${item}:[^"]+"[^>]*checked`),
  );
  expect(page.text).toContain('value="再看看"');
});

test("a reported person has a page without a text, and other actions", async () => {
  const user: ReportedPlace = { kind: "user", id: world.seed.alice };
  await bob.submit(paths.report(`user:${user.id}`, "/"), { reason: "abuse" });
  const page = (await moderator.get(adminPaths.report(user))).text;
  expect(page).toContain("已另行处理");
  expect(page).not.toContain('value="remove"');
  await moderator.submit(adminPaths.report(user), marked([user], { intent: "handled", next: "" }));
  expect(await statesOf([user])).toEqual(["upheld"]);
});

test("staff without the permission see the reports without buttons and are refused; members find nothing", async () => {
  const place = await reported("一篇只能看的文章");
  for (const path of [adminPaths.reports(), adminPaths.report(place)]) {
    const page = await auditor.get(path);
    expect(page.text).toContain("一篇只能看的文章");
    expect(page.text).not.toContain('value="keep"');
    expect((await auditor.submit(path, marked([place], { intent: "keep" }))).status).toBe(403);
    for (const ask of [alice.get(path), alice.data(path)]) expect((await ask).status).toBe(404);
  }
  for (const path of ["/admin/report/article/999999", "/admin/report/nothing/1", "/admin/report/article/x"]) {
    expect((await moderator.get(path)).status).toBe(404);
  }
  expect(await statesOf([place])).toEqual(["open"]);
});
