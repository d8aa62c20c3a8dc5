import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "#tests/world";
import { EVERY_ACTION } from "./every-action";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const LONG = "9".repeat(30);
/** What programs send: nothing, what no form of ours asks for, and words where numbers and states belong. */
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

/** Shown as it is by a browser: what is wrong, in Chinese. */
const CHINESE = /[\u4e00-\u9fff]{4,}/;

describe.each(Object.entries(EVERY_ACTION))("%s", (_, { path, fields }) => {
  test.each(["a visitor", "a member"])(
    "says to %s what is wrong with junk, in Chinese, and never fails",
    async (who) => {
      const target = path(world.seed);
      for (const [name, junk] of Object.entries(JUNK)) {
        await world.test.services.db.deleteFrom("rate_limits").execute();
        const visitor = () => world.as(who === "a member" ? world.seed.alice : null);
        const form = junk(fields(world.seed));
        const sent = [
          ["document", await (await visitor()).submit(target, form)],
          ["fetcher", await (await visitor()).send(target, form)],
          ["files for texts", await (await visitor()).submit(target, asFiles(form))],
        ] as const;
        for (const [way, { status, text }] of sent) {
          const said = `${name}, ${way}: ${status} ${text.slice(0, 200)}`;
          expect(status, said).toBeLessThan(500);
          expect(text, said).not.toContain("Unexpected Server Error");
          if (status >= 400) expect(text, said).toMatch(CHINESE);
        }
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
])("a button asks for nothing like %j", async (reaction) => {
  for (const userId of [null, world.seed.alice]) {
    const visitor = await world.as(userId);
    const page = await visitor.submit("/actions/reaction", { reaction });
    expect([page.status, page.text]).toEqual([400, "请求无效\n"]);
    const told = await visitor.send("/actions/reaction", { reaction });
    expect([told.status, told.text]).toEqual([400, expect.stringMatching(/"data".*"status","refused".*"请求无效"/)]);
  }
});

/** The same form, with a file in each place of a text. */
function asFiles(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, new File([value], "a.txt"));
  return form;
}
