import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "#tests/world/world";
import { CONSOLE_FORMS } from "./console-forms";
import { EVERY_ACTION } from "./every-action";

/** Fields that are refused or lead to the next step, and the typed input. */
type Row = { fields: Record<string, string>; back: string };

const TYPED = "写了很久的一段话";
const LONG = "长".repeat(2001);
/** A button, or a request by scripts, which stay on the page. */
const NOTHING_TYPED = null;

/** Input for each route's form. */
const FORMS: Record<string, Row | null> = {
  "routes/login": { fields: { method: "password", phone: "13800000002", password: "不是这个" }, back: "13800000002" },
  "routes/complete-registration": { fields: { nickname: LONG }, back: LONG },
  "routes/form": { fields: { name: "", note: TYPED }, back: TYPED },
  "routes/account/profile": { fields: { intent: "save", nickname: "", bio: TYPED }, back: TYPED },
  "routes/account/secure": {
    fields: { intent: "change-phone", phone: "13800009999", currentCode: "909091", code: "909092" },
    back: "13800009999",
  },
  "routes/write/article": { fields: { title: "短", content: TYPED, intent: "publish" }, back: TYPED },
  "routes/write/question": { fields: { title: "短", content: TYPED, intent: "publish" }, back: TYPED },
  "routes/write/answer": { fields: { content: TYPED, intent: "pictures" }, back: TYPED },
  "routes/write/comment": { fields: { on: "article:1", text: LONG }, back: LONG },
  "routes/write/correction": { fields: { text: LONG, version: "1" }, back: LONG },
  "routes/write/held": { fields: { intent: "change", text: TYPED, version: "3" }, back: TYPED },
  "routes/report": { fields: { reason: "", detail: TYPED }, back: TYPED },
  "routes/write/proposal": { fields: { content: TYPED, reason: "", version: "1" }, back: TYPED },
  "routes/proposal": { fields: { intent: "decline", answer: LONG }, back: LONG },
  "routes/favorite/folder": { fields: { intent: "save", name: LONG }, back: LONG },
  "routes/appeal": { fields: { words: TYPED.slice(0, 2) }, back: TYPED.slice(0, 2) },
  "routes/appeal-ban": { fields: { words: TYPED.slice(0, 2), ticket: "x" }, back: TYPED.slice(0, 2) },
  "routes/admin/system/handover": { fields: { intent: "look", token: "short" }, back: "short" },
  "routes/zhiku/profile": { fields: { name: "林知远", company: TYPED }, back: TYPED },
  "routes/zhiku/orders": { fields: { code: "none such" }, back: "none such" },
  // Its form asks for a number only after WeChat's redirect; it is the login's.
  "routes/wxlogin": NOTHING_TYPED,
  "routes/case/detail": NOTHING_TYPED,
  "routes/policy/agree": NOTHING_TYPED,
  "routes/welcome": NOTHING_TYPED,
  "routes/account/notifications": NOTHING_TYPED,
  "routes/history": NOTHING_TYPED,
  "routes/favorite/put": NOTHING_TYPED,
  "routes/write/delete": NOTHING_TYPED,
  "routes/write/drafts": NOTHING_TYPED,
  "routes/write/trash": NOTHING_TYPED,
  "routes/write/submit": NOTHING_TYPED,
  "routes/write/draft": NOTHING_TYPED,
  "routes/write/preview": NOTHING_TYPED,
  "routes/write/upload": NOTHING_TYPED,
  "routes/zhiku/rights": NOTHING_TYPED,
  "routes/zhiku/order": NOTHING_TYPED,
  "routes/zhiku/search": NOTHING_TYPED,
  "routes/zhiku/article": NOTHING_TYPED,
  "routes/zhiku/original": NOTHING_TYPED,
  "routes/zhiku/journey": NOTHING_TYPED,
  "routes/zhiku/history": NOTHING_TYPED,
  "routes/dev/pay": NOTHING_TYPED,
  "routes/dev/inbox": NOTHING_TYPED,
  "routes/actions/mark-read": NOTHING_TYPED,
  "routes/actions/captcha": NOTHING_TYPED,
  "routes/actions/sms-code": NOTHING_TYPED,
  "routes/actions/wechat-page": NOTHING_TYPED,
  "routes/passkey-options": NOTHING_TYPED,
  "routes/actions/delete-comment": NOTHING_TYPED,
  "routes/actions/reaction": NOTHING_TYPED,
  "routes/actions/accept": NOTHING_TYPED,
  "routes/actions/logout": NOTHING_TYPED,
  // Before there is anyone with a profile.
  "routes/admin/system/setup": NOTHING_TYPED,
};

let world: World;
/** Calls without a response. */
let silent: RegExp;
beforeAll(async () => {
  world = await createWorld();
  const { program } = world.upstream;
  const ask = program.call.bind(program);
  program.call = async (name, request) => {
    if (silent.test(name)) throw new Error("nobody answers");
    return ask(name, request);
  };
});
afterAll(() => world.close());

test("every action has its row", () => {
  expect([...Object.keys(FORMS), ...Object.keys(CONSOLE_FORMS)].sort()).toEqual(Object.keys(EVERY_ACTION).sort());
});

const forms = Object.entries(FORMS).flatMap(([id, row]) => (row ? [[id, row] as const] : []));

describe.each([
  ["nobody can tell whose login it is", /user\/tokenQueryClientUser/],
  ["no profile can be had", /user\/(?:tokenQueryClientUser|editor)|GET \/api\/pro\/user/],
  ["the upstream does not answer at all", /./],
])("when %s", (_, broken) => {
  // Only the upstream knows the fields of an operator's form.
  const answered = forms.filter(([id]) => id !== "routes/form" || broken.source !== ".");

  test.each(answered)("%s returns the input, and says so in the header", async (id, { fields, back }) => {
    silent = /^$/;
    const member = await world.as(world.seed.alice);
    const path = EVERY_ACTION[id]?.path(world.seed) ?? "";
    silent = broken;
    const { status, text, location } = await member.submit(path, fields);
    expect([status, location]).toEqual([expect.toBeOneOf([200, 401, 404, 422, 503]), null]);
    expect(text).toContain(back);
    expect(text).toContain("账号没能读取");
    expect(text).not.toContain("服务暂时不可用</h1>");
    expect(member.cookies.has("token")).toBe(true);
  });
});
