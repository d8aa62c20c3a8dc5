import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminFormApi } from "#app/contract/admin/content/form";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { giveRole, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let editor: Reader;

beforeAll(async () => {
  world = await createWorld();
  await giveRole(world.upstream, world.seed.alice, "editor");
  editor = await world.as(world.seed.alice);
  await holdForConsole(world.upstream, editor.cookies.get("token") ?? "");
});
afterAll(() => world.close());

const labels = (html: string) => {
  const fields = fieldsIn(html);
  return Object.keys(fields)
    .filter((name) => name.endsWith(".label"))
    .map((name) => fields[name]);
};
const NEW = "/admin/form/new";

describe("the builder of forms, without scripts", () => {
  test("adds, removes and moves questions, and keeps all input", async () => {
    const empty = fieldsIn((await editor.get(NEW)).text);
    const typed = {
      ...empty,
      title: "志愿者报名",
      description: "请**如实**填写",
      opensAt: "2026-03-01T09:00",
      oncePerPerson: "1",
      "fields.0.label": "姓名",
      "fields.0.required": "1",
      "fields.0.pattern": "^.{2,}$",
      "fields.0.patternMessage": "太短",
    };
    const two = await editor.submit(NEW, { ...typed, intent: "add" });
    expect(two.status).toBe(200);
    const kept = fieldsIn(two.text);
    expect(kept).toMatchObject(typed);
    expect(kept).toHaveProperty(["fields.1.label"], "");
    const more = { ...kept, "fields.1.label": "城市", "fields.1.type": "radio", "fields.1.options": "杭州\n上海" };
    const moved = await editor.submit(NEW, { ...more, intent: "up-1" });
    expect(labels(moved.text)).toEqual(["城市", "姓名"]);
    const back = fieldsIn(moved.text);
    expect(back["fields.0.options"]?.trim()).toBe("杭州\n上海");
    expect(back["fields.1.patternMessage"]).toBe("太短");
    const down = await editor.submit(NEW, { ...back, intent: "down-0" });
    expect(labels(down.text)).toEqual(["姓名", "城市"]);
    const fewer = await editor.submit(NEW, { ...fieldsIn(down.text), intent: "remove-0" });
    expect(labels(fewer.text)).toEqual(["城市"]);
    expect(fieldsIn(fewer.text)).toMatchObject({
      title: "志愿者报名",
      opensAt: "2026-03-01T09:00",
      oncePerPerson: "1",
    });
  });

  test("reports errors beside the input concerned, and keeps the rest", async () => {
    const empty = fieldsIn((await editor.get(NEW)).text);
    const typed = {
      ...empty,
      title: "坏表单",
      "fields.0.label": "号码",
      "fields.0.min": "很多",
      "fields.0.type": "select",
    };
    const refused = await editor.submit(NEW, { ...typed, intent: "save" });
    expect(refused.status).toBe(422);
    expect(fieldsIn(refused.text)).toMatchObject({ title: "坏表单", "fields.0.min": "很多" });
    expect(refused.text).toMatch(
      /name="fields\.0\.min"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="fields\.0\.min"/,
    );
    const slow = { ...typed, "fields.0.min": "", "fields.0.type": "text", "fields.0.pattern": "(a+)+$" };
    const answer = await editor.submit(NEW, { ...slow, intent: "save" });
    expect(answer.text).toContain("遇到长文字太慢");
    expect(answer.text).toMatch(/<details[^>]* open=""/);
  });

  test("saves a form that readers can fill in, and opens it again with the same rules", async () => {
    const empty = fieldsIn((await editor.get(NEW)).text);
    const typed = {
      ...empty,
      title: "读者调查",
      closesAt: "2199-03-01T09:00",
      "fields.0.label": "年龄",
      "fields.0.type": "number",
      "fields.0.required": "1",
      "fields.0.requiredMessage": "请写年龄",
      "fields.0.kind": "integer",
      "fields.0.min": "1",
      "fields.0.max": "150",
      "fields.0.sizeMessage": "年龄不对",
    };
    const saved = await editor.submit(NEW, { ...typed, intent: "save" });
    expect(saved.location).toMatch(/^\/admin\/form\/\d+$/);
    const path = saved.location ?? "";
    const id = Number(path.split("/").at(-1));
    const token = editor.cookies.get("token") ?? "";
    const stored = await world.upstream.call(adminFormApi.get, { params: { id } }, { token });
    expect(stored.fields[0]?.rules).toEqual([
      { required: true, message: "请写年龄" },
      { type: "integer" },
      { min: 1, max: 150, message: "年龄不对" },
    ]);
    expect(stored.closesAt).toBe("2199-03-01T01:00:00.000Z");
    const opened = fieldsIn((await editor.get(path)).text);
    expect(opened).toMatchObject({ ...typed, "fields.0.name": "f1", version: "1" });
    expect((await editor.submit(path, { ...opened, intent: "save" })).location).toBe(path);
    const again = await world.upstream.call(adminFormApi.get, { params: { id } }, { token });
    expect(again.fields).toEqual(stored.fields);
    const late = await editor.submit(path, { ...opened, title: "后来的", intent: "save" });
    expect(late.status).toBe(409);
    expect(late.text).toContain("别人刚才保存的内容");

    const reader = await world.as(world.seed.bob);
    const wrong = await reader.submit(`/form/${id}`, { f1: "200" });
    expect(wrong.text).toContain("年龄不对");
    expect((await reader.submit(`/form/${id}`, { f1: "30" })).location).toContain("state=sent");
    const answers = await editor.get(`/admin/form/${id}/submission`);
    expect(answers.text).toContain("30");
    const one = /\/admin\/submission\/(\d+)/.exec(answers.text)?.[1] ?? "";
    const marked = await editor.submit(`/admin/form/${id}/submission`, { item: one, state: "in" });
    expect(marked.location).toBe(`/admin/form/${id}/submission`);
    expect((await editor.get(`/admin/form/${id}/submission?state=in`)).text).toContain(`/admin/submission/${one}`);
    const file = await editor.submit(`/admin/form/${id}/export`, {});
    expect(file.headers.get("content-type")).toContain("text/csv");
    expect(file.headers.get("content-disposition")).toContain("attachment");
    expect(file.text).toContain('"年龄"');
    expect(file.text).toContain('"30"');
    const unsaid = await editor.submit(`/admin/submission/${one}`, {
      intent: "remove",
      reason: "",
      note: "想说的话",
      state: "in",
    });
    expect(unsaid.status).toBe(422);
    expect(unsaid.text).toContain("想说的话");
    await editor.submit(`/admin/submission/${one}`, { intent: "remove", reason: "误填" });
    expect((await editor.get(`/admin/form/${id}/submission`)).text).toContain("还没有人填写");
  });
});
