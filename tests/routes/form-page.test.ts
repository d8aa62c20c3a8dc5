import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FormField, formField } from "#app/contract/form";
import { fieldAttributes } from "#app/features/form/field-attributes.server";
import { createWorld, type World } from "#tests/world";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("fields carry what browsers can check, and a refusal keeps all that was filled in", async () => {
  const reader = await world.as(null);
  const path = `/form/${world.seed.form}`;
  const page = await reader.get(path);
  expect(page.text).toMatch(/<input[^>]* name="name"[^>]* required=""/);
  expect(page.text).toMatch(/<input[^>]* type="number"[^>]* step="1" min="1" max="150"/);

  const refused = await reader.submit(path, { name: "王小明", age: "0", city: "sh", note: "第一行\n第二行 <b>" });
  expect(refused.status).toBe(422);
  expect(refused.text).toMatch(/role="alert"/);
  expect(refused.text).toMatch(/<input[^>]* name="name"[^>]* value="王小明"/);
  expect(refused.text).toMatch(/<option value="sh" selected="">/);
  expect(refused.text).toContain("第二行 &lt;b&gt;");
});

describe("rules as attributes", () => {
  const attributes = (type: FormField["type"], ...rules: FormField["rules"]) =>
    fieldAttributes(formField.parse({ name: "x", label: "x", type, rules }));

  test.each([
    ["length of text", attributes("text", { type: "string", min: 2, max: 20 }), { minLength: 2, maxLength: 20 }],
    ["exact length", attributes("text", { len: 11 }), { minLength: 11, maxLength: 11 }],
    ["any number", attributes("number", { type: "number", min: 0.5 }), { step: "any", min: 0.5 }],
    ["whole pattern", attributes("text", { pattern: "^1[3-9]\\d{9}$", message: "手机号" }), { title: "手机号" }],
    ["required text", attributes("textarea", { required: true }), { required: true }],
    ["required checkboxes, which HTML can't say", attributes("checkbox", { required: true }), {}],
    ["a pattern that is none", attributes("text", { pattern: "([" }), {}],
  ])("%s", (_, given, wanted) => expect(given).toMatchObject(wanted));

  test.each([
    ["^1[3-9]\\d{9}$", "13800000000", "138"],
    ["^ab", "abc", "cab"],
    ["b", "abc", "ac"],
    ["c\\$$", "abc$", "abc"],
  ])("the pattern %s takes %s and not %s", (pattern, good, bad) => {
    const source = attributes("text", { pattern }).pattern ?? "";
    // What browsers make of the attribute.
    const whole = new RegExp(`^(?:${source})$`, "v");
    expect(whole.test(good)).toBe(true);
    expect(whole.test(bad)).toBe(false);
  });
});
