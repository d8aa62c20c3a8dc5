import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { giveRole, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type PageResponse, type Reader, type World } from "#tests/world/world";
import { CONSOLE_FORMS } from "./console-forms";
import { EVERY_ACTION } from "./every-action";

let world: World;
/** The site's owner: to others the console's forms only say that they have no permission. */
let owner: Reader;
beforeAll(async () => {
  world = await createWorld();
  await giveRole(world.upstream, world.seed.bob, "owner");
  owner = await world.as(world.seed.bob);
  await holdForConsole(world.upstream, owner.cookies.get("token") ?? "");
});
afterAll(() => world.close());

const LONG = "9".repeat(30);
/** Input of bots: nothing, unknown fields, and text in place of numbers and states. */
const JUNK: Record<string, (fields: Record<string, string>) => Record<string, string>> = {
  "no fields": () => ({}),
  "an unknown intent": (fields) => ({ ...fields, intent: "none-such", use: "none-such", act: "none-such" }),
  "words for numbers": (fields) => each(fields, "abc"),
  "nothing in every field": (fields) => each(fields, ""),
  "numbers beyond all bounds": (fields) => each(fields, LONG),
  "names of what every object has": (fields) => ({ ...each(fields, "__proto__"), toString: "constructor" }),
  "reactions that there are not": () => ({ reaction: "like:article:abc:on" }),
  "a reaction to nothing": () => ({ reaction: `follow:toString:${LONG}:up` }),
};
const each = (fields: Record<string, string>, value: string) =>
  Object.fromEntries([...Object.keys(fields), "id", "on", "version", "reply"].map((name) => [name, value]));

/** Displayed text of an error, in Chinese. */
const CHINESE = /[\u4e00-\u9fff]{4,}/;

/** Ways to submit a form: without scripts, by our scripts, or with a file in place of each text. */
const WAYS: ((reader: Reader, path: string, fields: Record<string, string>) => Promise<PageResponse>)[] = [
  (reader, path, fields) => reader.submit(path, fields),
  (reader, path, fields) => reader.send(path, fields),
  (reader, path, fields) => reader.submit(path, asFiles(fields)),
];

const rows = Object.entries(EVERY_ACTION).map(([id, row], turn) => ({ id, turn, ...row }));
describe.each(rows)("$id", ({ id, turn, path, fields }) => {
  test.each(id in CONSOLE_FORMS ? ["the owner"] : ["a visitor", "a member"])(
    "tells %s in Chinese what is wrong with junk, and never fails",
    async (who) => {
      const target = path(world.seed);
      for (const [at, [name, junk]] of Object.entries(JUNK).entries()) {
        // An anonymous reader is mostly told to log in, so only every other form is tried.
        if (who === "a visitor" && (turn + at) % 2) continue;
        await world.upstream.services.db.deleteFrom("rate_limits").execute();
        const reader = who === "the owner" ? owner : await world.as(who === "a member" ? world.seed.alice : null);
        const send = WAYS[(turn + at) % WAYS.length] as (typeof WAYS)[number];
        const { status, text } = await send(reader, target, junk(fields(world.seed)));
        const said = `${name}, ${send}: ${status} ${text.slice(0, 200)}`;
        expect(status, said).toBeLessThan(500);
        expect(text, said).not.toContain("Unexpected Server Error");
        if (status >= 400) expect(text, said).toMatch(CHINESE);
      }
    },
  );
});

test.each([
  "",
  "like:article:abc:on",
  "none:article:1:on",
  "like:question:1:on",
  "vote:answer:1:on",
  "like:article:1:up",
])("a button never sends %j", async (reaction) => {
  for (const userId of [null, world.seed.alice]) {
    const reader = await world.as(userId);
    const page = await reader.submit("/actions/reaction", { reaction });
    expect([page.status, page.text]).toEqual([400, "请求无效\n"]);
    const told = await reader.send("/actions/reaction", { reaction });
    expect([told.status, told.text]).toEqual([400, expect.stringMatching(/"data".*"status","refused".*"请求无效"/)]);
  }
});

/** The same form, with a file in place of each text. */
function asFiles(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, new File([value], "a.txt"));
  return form;
}
