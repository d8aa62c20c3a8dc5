import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { serverPaths } from "#app/server/urls/server-paths";
import { forgetLimits } from "#tests/routes/support/form-codes";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let alice: Reader;
let moderator: Reader;
let auditor: Reader;

beforeAll(async () => {
  world = await createWorld();
  alice = await world.as(world.seed.alice);
  moderator = await world.as(await addStaff(world.upstream, "moderator"));
  auditor = await world.as(await addStaff(world.upstream, "auditor"));
});
afterAll(() => world.close());
beforeEach(async () => {
  await forgetLimits(world);
  await world.upstream.services.db.updateTable("reviews").set({ state: "withdrawn" }).execute();
});

/** Submits a question that is held; returns its id in the queue. */
async function held(title: string, content = "正文里有兼职刷单"): Promise<number> {
  const fields = { title, content, tags: "", similarShown: "1", intent: "publish" };
  const { location } = await alice.submit(paths.write("question"), fields);
  return Number(/^\/write\/held\/(\d+)$/.exec(location ?? "")?.[1]);
}
/** A form with as many `item`s as there are ids. */
function marked(ids: readonly number[], fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const id of ids) form.append("item", `${id}:1`);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
const stateOf = async (id: number) =>
  (
    await world.upstream.services.db.selectFrom("reviews").select(["state", "reason"]).where("id", "=", id).execute()
  )[0];

test("the queue is handled without scripts: one text refused with a reason, the next one released", async () => {
  const [first, second] = [await held("一个要退回的提问"), await held("一个要通过的提问")];
  const list = await moderator.get(adminPaths.reviews());
  expect(list.text.indexOf("一个要退回的提问")).toBeLessThan(list.text.indexOf("一个要通过的提问"));
  const page = await moderator.get(adminPaths.review(first));
  expect(page.text).toContain("<mark>兼职刷单</mark>");

  const fields = { next: String(second), intent: "refuse", rule: "other", note: "" };
  const unsaid = await moderator.submit(adminPaths.review(first), marked([first], fields));
  expect(unsaid.status).toBe(422);
  expect(unsaid.text).toContain("请写明原因，作者会看到");
  expect(await stateOf(first)).toMatchObject({ state: "waiting" });

  const refused = await moderator.submit(adminPaths.review(first), marked([first], { ...fields, note: "与本站无关" }));
  expect(refused.location).toBe(adminPaths.review(second));
  expect(await stateOf(first)).toEqual({ state: "refused", reason: "与本站无关" });
  expect((await alice.get(serverPaths.held(first))).text).toContain("与本站无关");

  const last = await moderator.submit(adminPaths.review(second), marked([second], { next: "", intent: "approve" }));
  expect(last.location).toBe(adminPaths.reviews());
  expect(await stateOf(second)).toMatchObject({ state: "approved" });
  expect((await moderator.get(adminPaths.review(second))).text).not.toContain('name="rule"');
});

test.each(["1e3", "0x10", "7.0", " 7", "-7", "9".repeat(16)])("the next text is not one of the id %j", async (next) => {
  const id = await held("一个要通过的提问");
  const { location } = await moderator.submit(adminPaths.review(id), marked([id], { next, intent: "approve" }));
  expect(location).toBe(adminPaths.reviews());
});

test("from a filtered list the next text is within the filter", async () => {
  const [first, second] = [await held("等得最久的提问"), await held("后来的提问")];
  const filter = { kind: "question", sort: "age" };
  const list = (await moderator.get(adminPaths.reviews(filter))).text;
  const link = (path: string) => `href="${path.replace("&", "&amp;")}"`;
  expect(list).toContain(link(adminPaths.review(first, filter)));
  const page = (await moderator.get(adminPaths.review(first, filter))).text;
  for (const path of [
    adminPaths.review(second, filter),
    adminPaths.reviews(filter),
    adminPaths.reviewEdit(first, filter),
  ])
    expect(page).toContain(link(path));
  expect(page).toContain(`name="next" value="${second}"`);
  const sent = marked([first], { next: String(second), intent: "approve" });
  const { location } = await moderator.submit(adminPaths.review(first, filter), sent);
  expect(location).toBe(adminPaths.review(second, filter));
  const edited = { title: "后来的提问", content: "改过的正文", tags: "", version: "1", next: "" };
  const done = await moderator.submit(adminPaths.reviewEdit(second, filter), edited);
  expect(done.location).toBe(adminPaths.reviews(filter));
  expect((await moderator.get(`${adminPaths.review(second)}?kind=junk&sort=junk`)).status).toBe(200);
});

test("a text is claimed without scripts, and one stays at the same place", async () => {
  const id = await held("一个要认领的提问");
  const place = adminPaths.review(id, { kind: "question", sort: "age" });
  const next = /name="next" value="(\/admin[^"]*)"/
    .exec((await moderator.get(place)).text)?.[1]
    ?.replaceAll("&amp;", "&");
  expect(next).toBe(place);
  const fields = { queue: "review", target: String(id), takeOver: "" };
  expect((await moderator.submit(adminPaths.claim(), { ...fields, next: place })).location).toBe(place);
  expect((await moderator.submit(adminPaths.claim(), fields)).location).toBe(adminPaths.review(id));
});

test("several are decided on at once, and failures are reported one by one", async () => {
  const ids = [
    await held("第一个一起通过的提问"),
    await held("第二个一起通过的提问"),
    await held("已经撤回的一个提问"),
  ];
  await alice.submit(serverPaths.held(ids[2] ?? 0), { intent: "withdraw" });
  const done = await moderator.submit(adminPaths.reviews(), marked(ids, { intent: "approve", rule: "", note: "" }));
  expect(done.location).toBe(adminPaths.reviews());
  expect((await moderator.get(adminPaths.reviews())).text).toContain(`已通过 2 份，1 份没有处理：#${ids[2]}`);
  for (const id of ids.slice(0, 2)) expect(await stateOf(id)).toMatchObject({ state: "approved" });
});

test("a decision just made is undone by the button beside its message, for one text or several", async () => {
  const ids = [await held("第一个点错了的提问"), await held("第二个点错了的提问")];
  const sent = marked(ids, { intent: "refuse", rule: "spam", note: "" });
  const { location } = await moderator.submit(adminPaths.reviews(), sent);
  const page = await moderator.get(location ?? "");
  expect(page.text).toContain("已退回 2 份");
  const form = /<form[^>]*action="\/admin\/undo"[\s\S]*?<\/form>/.exec(page.text)?.[0] ?? "";
  const [, log = ""] = /name="log" value="([\d,]+)"/.exec(form) ?? [];
  expect(log.split(",")).toHaveLength(2);
  // The undo is offered once, with the message.
  expect((await moderator.get(location ?? "")).text).not.toContain('action="/admin/undo"');

  expect((await auditor.submit("/admin/undo", { what: "review", log })).location).not.toBe(adminPaths.reviews());
  expect(await stateOf(ids[0] ?? 0)).toMatchObject({ state: "refused" });
  expect((await moderator.submit("/admin/undo", { what: "review", log })).location).toBe(adminPaths.reviews());
  expect((await moderator.get(adminPaths.reviews())).text).toContain("已撤销，没有告诉任何人");
  for (const id of ids) expect(await stateOf(id)).toEqual({ state: "waiting", reason: "" });
  await moderator.submit("/admin/undo", { what: "review", log });
  expect((await moderator.get(adminPaths.reviews())).text).toContain("已经撤销过了");

  const [id = 0] = ids;
  await moderator.submit(adminPaths.review(id), marked([id], { next: "", intent: "approve" }));
  const [, one = ""] = /name="log" value="(\d+)"/.exec((await moderator.get(adminPaths.reviews())).text) ?? [];
  expect((await moderator.submit("/admin/undo", { what: "review", log: one })).location).toBe(adminPaths.review(id));
  for (const junk of [
    { what: "order", log: one },
    { what: "toString", log: one },
  ])
    expect((await moderator.submit("/admin/undo", junk)).status).toBe(404);
  for (const strange of ["", "x", "1,,2"]) {
    const refused = await moderator.submit("/admin/undo", { what: "review", log: strange });
    expect([refused.status, refused.location]).toEqual([302, adminPaths.home()]);
  }
});

test("selected rows and input stay when a reason is missing", async () => {
  const id = await held("一个没有原因的提问");
  const page = await moderator.submit(
    adminPaths.reviews(),
    marked([id], { intent: "refuse", rule: "", note: "再看看" }),
  );
  expect(page.text).toContain("请选择退回的原因，作者会看到");
  expect(page.text).toMatch(
    new RegExp(`<input[^>]*checked[^>]*value="${id}:1"|<input[^>]*value="${id}:1"[^>]*checked`),
  );
  expect(page.text).toContain('value="再看看"');
});

test("staff without the permission see the texts without buttons and are refused; members find nothing", async () => {
  const id = await held("一个只能看的提问");
  for (const path of [adminPaths.reviews(), adminPaths.review(id)]) {
    const page = await auditor.get(path);
    expect(page.text).toContain("一个只能看的提问");
    expect(page.text).not.toContain('value="approve"');
    const tried = await auditor.submit(path, marked([id], { intent: "approve" }));
    expect(tried.status).toBe(403);
    for (const ask of [alice.get(path), alice.data(path)]) expect((await ask).status).toBe(404);
  }
  expect(await stateOf(id)).toMatchObject({ state: "waiting" });
});
