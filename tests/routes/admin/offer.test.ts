import { afterAll, beforeAll, expect, test } from "vitest";
import { adminOfferApi } from "#app/contract/admin/zhiku/offer";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { giveRole, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let finance: Reader;
let token: string;

beforeAll(async () => {
  world = await createWorld();
  await giveRole(world.upstream, world.seed.alice, "finance");
  finance = await world.as(world.seed.alice);
  token = finance.cookies.get("token") ?? "";
  await holdForConsole(world.upstream, token);
});
afterAll(() => world.close());

const NEW = "/admin/offer/new";
const offers = () => world.upstream.call(adminOfferApi.list, {}, { token });
const named = async (name: string) => (await offers()).find((one) => one.name === name);

test("an offer is created, changed, sorted and removed without scripts, in yuan, and readers see it at once", async () => {
  const reader = await world.as(null);
  const typed = {
    ...fieldsIn((await finance.get(NEW)).text),
    name: "短期权益",
    price: "9.90",
    days: "３０",
    onSale: "1",
  };
  expect(typed).toMatchObject({ categoryId: "" });
  const sent = { ...typed, intent: "save" };
  expect((await finance.submit(NEW, sent)).location).toBe("/admin/offer");
  expect((await finance.submit(NEW, sent)).location, "sent twice").toBe("/admin/offer");
  expect((await offers()).filter(({ name }) => name === "短期权益")).toHaveLength(1);
  const { id } = (await named("短期权益")) ?? { id: 0 };
  expect((await reader.get("/zhiku/rights")).text).toContain("¥9.90");

  const path = `/admin/offer/${id}`;
  const opened = fieldsIn((await finance.get(path)).text);
  expect(opened).toMatchObject({ name: "短期权益", price: "9.90", days: "30", onSale: "1", version: "1" });
  expect((await finance.submit(path, { ...opened, price: "¥1,980", intent: "save" })).location).toBe("/admin/offer");
  expect((await reader.get("/zhiku/rights")).text).toContain("¥1,980");
  const late = await finance.submit(path, { ...opened, price: "1", intent: "save" });
  expect(late.status).toBe(409);
  expect(late.text).toContain("别人刚才保存的内容");
  expect(fieldsIn(late.text)).toMatchObject({ price: "1", version: "2" });

  const ids = (await offers()).map((one) => one.id);
  expect((await finance.submit("/admin/offer", { order: [...ids].reverse().join(",") })).location).toBe("/admin/offer");
  expect((await offers()).map((one) => one.id)).toEqual([...ids].reverse());
  expect((await finance.submit("/admin/offer", { order: "1" })).status).toBe(ids.length > 1 ? 409 : 302);
  expect((await finance.submit(path, { intent: "remove", reason: "不卖了" })).location).toBe("/admin/offer");
  expect(await named("短期权益")).toBeUndefined();
});

test("a refused offer keeps its input, with the reason at its field", async () => {
  const typed = {
    ...fieldsIn((await finance.get(NEW)).text),
    name: "",
    description: "写了一句",
    price: "九块九",
    days: "",
  };
  const { status, text } = await finance.submit(NEW, { ...typed, intent: "save" });
  expect(status).toBe(422);
  for (const words of ["名称不能为空", "至少 0.01 元", "请填天数"]) expect(text).toContain(words);
  expect(fieldsIn(text)).toMatchObject({ description: "写了一句", price: "九块九", days: "" });
  const wrong = { ...typed, name: "写错了数的", price: "99999999999", days: "1e3", intent: "save" };
  const tooLarge = (await finance.submit(NEW, wrong)).text;
  for (const words of ["不能超过 100000 元", "请填天数"]) expect(tooLarge).toContain(words);
  // No category is all of them.
  const anywhere = { ...wrong, price: "1", days: "1", categoryId: "甲" };
  expect((await finance.submit(NEW, anywhere)).status).toBe(422);
});

test("staff without the permission have no such page", async () => {
  await giveRole(world.upstream, world.seed.bob, "zhiku-editor");
  const editor = await world.as(world.seed.bob);
  await holdForConsole(world.upstream, editor.cookies.get("token") ?? "");
  for (const path of ["/admin/offer", NEW]) expect((await editor.get(path)).status, path).toBe(404);
});
