import { afterAll, beforeAll, expect, test } from "vitest";
import { adminPaths } from "#app/features/admin/admin-paths";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createShop, type Shop } from "#tests/upstream/zhiku/order-world";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let shop: Shop;
let year: number;
let finance: Reader;
let moderator: Reader;

beforeAll(async () => {
  world = await createWorld();
  shop = await createShop({}, world.upstream);
  year = await shop.addOffer({ name: "增长一年", categoryId: shop.categories.growth });
  finance = await world.as(await addStaff(world.upstream, "finance"));
  for (const token of finance.cookies.values()) await holdForConsole(world.upstream, token);
  moderator = await world.as(await addStaff(world.upstream, "moderator"));
});
afterAll(() => world.close());

const page = adminPaths.codes();
const CODE = /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/g;
const plain = (html: string) => html.replace(/<!-- -->/g, "");

test("codes are shown once to whoever created them, with a file to save; submitting again leads to the batch", async () => {
  const before = (await finance.get(page)).text;
  expect(before).toContain("还没有兑换码");
  const [, key = ""] = /name="idempotencyKey" value="([^"]+)"/.exec(before) ?? [];
  const form = { offerId: String(year), count: "3", note: "给讲师", idempotencyKey: key };
  const made = await finance.submit(page, form);
  expect(made.status).toBe(200);
  const codes = [...new Set(made.text.match(CODE))];
  expect(codes).toHaveLength(3);
  expect(decodeURIComponent(/href="data:text\/csv;charset=utf-8,([^"]+)"/.exec(made.text)?.[1] ?? "")).toBe(
    `\uFEFF序号,兑换码\r\n${codes.map((code, at) => `${at + 1},${code}\r\n`).join("")}`,
  );
  const again = await finance.submit(page, form);
  const [, batch = ""] = /\/admin\/code\/(\d+)/.exec(again.location ?? "") ?? [];
  for (const path of [page, adminPaths.codeBatch(Number(batch))]) {
    const { text } = await finance.get(path);
    expect(text.match(CODE)).toBeNull();
    expect(plain(text)).toContain("未使用 3");
  }
  // A new form has a new key.
  const [, next] = /name="idempotencyKey" value="([^"]+)"/.exec(made.text) ?? [];
  expect(next).not.toBe(key);
});

test("a refused batch has its messages beside the fields, and keeps its input", async () => {
  const refused = await finance.submit(page, {
    offerId: "",
    count: "很多",
    expiresAt: "2020-01-01T08:00",
    note: "备注在这",
  });
  expect(refused.status).toBe(422);
  for (const text of ["请选择兑换什么", "请填写个数", 'value="很多"', 'value="2020-01-01T08:00"', 'value="备注在这"'])
    expect(refused.text).toContain(text);
});

test("codes are voided and restored, one by one or all, with a reason", async () => {
  const { codes } = await make(4);
  const [, id = ""] = /\/admin\/code\/(\d+)/.exec((await finance.get(page)).text) ?? [];
  const batch = adminPaths.codeBatch(Number(id));
  const refused = await finance.submit(batch, { intent: "void", item: "2", reason: "" });
  expect(refused.text).toContain("原因不能为空");
  expect(refused.text).toMatch(/<input(?=[^>]*value="2")(?=[^>]*checked)/);
  const [notice] =
    /role="alert".*?请先选中兑换码/s.exec((await finance.submit(batch, { intent: "void", reason: "发错了" })).text) ??
    [];
  expect(notice ?? "<script", "shown, not only in the data of the page").not.toContain("<script");
  expect((await finance.submit(batch, { intent: "void", item: "2", reason: "发错了" })).location).toBe(batch);
  expect(plain((await finance.get(`${batch}?state=void`)).text)).toContain(`…${codes[1]?.slice(-4)}`);
  expect((await finance.submit(batch, { intent: "void-rest", reason: "不用了" })).location).toBe(batch);
  expect(plain((await finance.get(batch)).text)).toContain("已作废 4");
  expect((await finance.submit(batch, { intent: "restore", item: "1" })).location).toBe(batch);
  expect((await finance.submit(batch, { intent: "restore-all" })).location).toBe(batch);
  expect(plain((await finance.get(batch)).text)).toContain("未使用 4");
});

test("staff without the permission find nothing", async () => {
  for (const path of [page, adminPaths.codeBatch(1)]) expect((await moderator.get(path)).status).toBe(404);
});

async function make(count: number) {
  const made = await finance.submit(page, { offerId: String(year), count: String(count) });
  return { codes: [...new Set(made.text.match(CODE))] };
}
