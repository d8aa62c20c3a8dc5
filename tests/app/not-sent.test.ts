import { expect, test } from "vitest";
import { DONE, NOT_SENT } from "#app/forms/form-result";
import { notSent } from "#app/forms/not-sent";

const sent = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const refused = { status: "refused", code: "INVALID_PARAMS", message: "请修改", fields: { title: "太短" } };

test("a form that could not be sent keeps what its previous result has made of it", () => {
  const values = { title: "短", rows: [{ label: "一" }], idempotencyKey: "a" };
  const fields = sent({ title: "长一点", idempotencyKey: "a" });
  expect(notSent(fields, { ...refused, values, detail: { captcha: 1 } })).toEqual({
    ...NOT_SENT,
    values,
    detail: { captcha: 1 },
  });
  expect(notSent(fields, { status: "step", step: { kind: "code" }, values })).toEqual({
    ...NOT_SENT,
    step: { kind: "code" },
    values,
  });
});

test("without a previous result it keeps the key under which it is stored once, and which form of its page it is", () => {
  const own = { intent: "ban", idempotencyKey: "a" };
  for (const before of [undefined, null, DONE]) {
    expect(notSent(sent({ ...own, reason: "广告" }), before)).toEqual({ ...NOT_SENT, values: own });
  }
  expect(notSent(undefined, undefined)).toEqual(NOT_SENT);
});

test("it takes nothing from another form of its page", () => {
  const values = { intent: "warn", reason: "第一次" };
  const detail = { captcha: 1 };
  expect(notSent(sent({ intent: "ban" }), { ...refused, values, detail })).toEqual({
    ...NOT_SENT,
    values: { intent: "ban" },
  });
});
