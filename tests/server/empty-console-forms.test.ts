import { afterAll, beforeAll, expect, test } from "vitest";
import type { FormResult } from "#app/forms/form-result";
import { giveRole, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { CONSOLE_FORMS } from "./console-forms";

let world: World;
let owner: Reader;
beforeAll(async () => {
  world = await createWorld();
  await giveRole(world.upstream, world.seed.alice, "owner");
  owner = await world.as(world.seed.alice);
  await holdForConsole(world.upstream, owner.cookies.get("token") ?? "");
});
afterAll(() => world.close());

/** Fields that nobody types: button, target, version. */
const NOT_TYPED = /^(?:intent|item|version|present|queue|target|what|log|at|order|kind|to|place\.\d+)$/;

/** Other buttons of the console's forms, with their fields. */
const OTHER: readonly [path: string, fields: Record<string, string>][] = [
  ["/admin/submission/1", { intent: "remove" }],
  ["/admin/content/article?do=sort", { intent: "sort", item: "1" }],
  ["/admin/content/case?do=sort", { intent: "sort", item: "1" }],
  ["/admin/content/article", { intent: "try", item: "1" }],
  ["/admin/user/1", { intent: "reveal" }],
  ["/admin/user/1", { intent: "purge" }],
  ["/admin/user/1", { intent: "end-sessions" }],
  ["/admin/user/1/merge", { intent: "merge" }],
  ["/admin/words", { intent: "add" }],
  ["/admin/words", { intent: "import" }],
  ["/admin/announcement/new", { intent: "schedule" }],
  ["/admin/activity/new", { intent: "schedule" }],
  ["/admin/case/new", { intent: "schedule" }],
  ["/admin/right/import", { intent: "import" }],
  ["/admin/zhiku/content/new", { intent: "publish" }],
  ["/admin/message/new", { intent: "save", to: "members" }],
  ["/admin/message/new", { intent: "save", to: "entitled" }],
  ["/admin/agreement/privacy", { intent: "publish", version: "0" }],
  ["/admin/review/1", { intent: "refuse", item: "1:1" }],
  ["/admin/report/article/1", { intent: "remove", item: "article:1" }],
];

const forms: [name: string, path: string, fields: Record<string, string>][] = [
  ...Object.entries(CONSOLE_FORMS).map(([id, { path, fields }]): (typeof forms)[number] => [id, path, fields]),
  ...OTHER.map(([path, fields]): (typeof forms)[number] => [`${path} ${fields.intent}`, path, fields]),
];

/** A valid value for a field, if its form has none. */
const FILLED: Record<string, string> = {
  publishAt: "2199-01-01T08:00",
  startsAt: "2199-01-02T08:00",
  endsAt: "2199-01-02T10:00",
  day: "2026-01-01",
  kind: "mute",
  type: "article",
  state: "handled",
  rule: "spam",
  role: "editor",
  action: "review",
  accent: "teal",
  categoryId: "1",
  into: "2",
  days: "7",
  userId: "2",
  count: "3",
  offerId: "1",
  price: "19.9",
  memberIds: "1",
};

/** Submits a form. @returns its errors, by field */
async function refusal(path: string, fields: Record<string, string>): Promise<Record<string, string>> {
  await world.upstream.services.db.deleteFrom("rate_limits").execute();
  const { data } = (await owner.send(path, fields)).routes as unknown as { data?: FormResult };
  return data?.status === "refused" ? data.fields : {};
}

test("a rewrite form reports missing title, text and reason at once", async () => {
  const { article } = world.seed;
  const path = `/admin/content/article/${article}/edit`;
  expect(await refusal(path, { title: "", content: "", tags: "", reason: "", version: "1" })).toEqual({
    title: "标题不能为空",
    content: "正文不能为空",
    reason: "原因不能为空",
  });
});

test.each([
  ["announcement", ["title", "content"]],
  ["activity", ["title", "content", "city", "startsAt", "endsAt"]],
  ["case", ["title", "content"]],
])("a scheduled draft reports at once everything that it lacks: %s", async (kind, names) => {
  const told = await refusal(`/admin/${kind}/new`, { intent: "schedule", title: "", content: "", publishAt: "" });
  expect(Object.keys(told).sort()).toEqual(["publishAt", ...names].sort());
});

test.each(forms)("%s reports every missing field at once", async (_, path, fields) => {
  const sent = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, NOT_TYPED.test(name) ? value : ""]),
  );
  const told = await refusal(path, sent);
  const late: Record<string, string> = {};
  const filled: Record<string, string> = { ...sent };
  let wrong = told;
  // Once these are filled in, no error appears for a field that was empty all the time.
  for (let round = 0; round < 4 && Object.keys(wrong).length > 0; round += 1) {
    for (const name of Object.keys(wrong)) filled[name] = fields[name] || FILLED[name] || "一段合适的话，够长了";
    wrong = await refusal(path, filled);
    for (const [name, message] of Object.entries(wrong)) {
      if (!(name in told) && !filled[name]) late[name] = message;
    }
    if (Object.keys(wrong).every((name) => filled[name])) break;
  }
  expect(late).toEqual({});
});
