import { afterEach, beforeEach, expect, test } from "vitest";
import { adminWordApi } from "#app/contract/admin/review/word";
import { MESSAGES } from "#app/contract/codes";
import { articleApi } from "#app/contract/content/article";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { refusalOf } from "#tests/upstream/support/outcome-of";

const MOVING = "本站正在搬家";

let upstream: TestUpstream;
let muted: number;

beforeEach(async () => {
  upstream = await createTestUpstream();
  muted = await upstream.addUser("刷屏的人");
  const at = upstream.services.clock().toISOString();
  const sanction = { user_id: muted, kind: "mute", reason: "到处发广告", from_at: at, until_at: null } as const;
  const row = { ...sanction, imposed_by: muted, lifted_at: null, lifted_by: null };
  await upstream.services.db.insertInto("sanctions").values(row).execute();
});
afterEach(() => upstream.close());

/** What becomes of an article without a title, so that input is what is wrong if nothing else is. */
const write = (as?: number) => refusalOf(upstream.call(articleApi.create, { body: { title: "" } as never }, { as }));

test("a call is refused for its caller before it is for its input", async () => {
  expect(await write()).toMatch(/^NOT_LOGIN/);
  expect(await write(muted)).toMatch(/^FORBIDDEN: .*到处发广告/);
  expect(await write(await upstream.addUser("别人"))).toMatch(/^INVALID_PARAMS/);
});

test("while the site is read-only, members learn of that before their sanction, and nobody without a login or a right", async () => {
  upstream.services.readOnly.set(MOVING);
  expect(await write()).toMatch(/^NOT_LOGIN/);
  expect(await write(muted)).toBe(`FORBIDDEN: ${MOVING}`);
  const put = upstream.call(adminWordApi.put, { body: {} as never }, { as: muted });
  expect(await refusalOf(put)).toBe(`FORBIDDEN: ${MESSAGES.FORBIDDEN}`);
});
