import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { UNSURE_MESSAGE } from "#app/contract/codes";
import { flashOf } from "#app/server/cookies/flash.server";
import { giveRole, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, ORIGIN, type World } from "#tests/world/world";
import { CONSOLE_FORMS } from "./console-forms";
import { EVERY_ACTION } from "./every-action";

/** Milliseconds that a read takes. */
const READ_TAKES = 5;

let world: World;
/** Writes without a response since the form was submitted. */
let hung: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  await giveRole(world.upstream, world.seed.alice, "owner");
  const { program } = world.upstream;
  const ask = program.call.bind(program);
  program.call = async (name, request) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (name.startsWith("GET ")) {
      vi.advanceTimersByTime(READ_TAKES);
      return ask(name, request);
    }
    hung.push(name);
    // The clock goes on to the end of what the call may take.
    setImmediate(() => vi.advanceTimersToNextTimer());
    return new Promise(() => {});
  };
});
afterAll(async () => {
  vi.useRealTimers();
  await world.close();
});

/** In the format of a form's key. */
const KEY = "5f0c2f0e-6d3a-4c55-9b7e-0d7a3a4f3c12";
/** What must be returned besides a console form's input: what was typed, and what tells that it was sent again. */
const KEPT: Record<string, readonly string[]> = {
  "routes/form": ["名字", KEY],
  "routes/write/article": ["一个足够长的标题", KEY],
  "routes/write/question": ["一个足够长的标题", KEY],
  "routes/write/answer": ["正文", KEY],
  "routes/write/comment": ["说得好", KEY],
  "routes/write/correction": ["没有外键。"],
  "routes/write/proposal": ["先加可空的列。", "说得短一些"],
  "routes/account/profile": ["改了的名字"],
  "routes/favorite/folder": ["先放这里"],
  "routes/appeal": ["这不是广告，请再看一次"],
  "routes/appeal-ban": ["这不是广告，请再看一次"],
  "routes/zhiku/rights": ["5f0c2f0e-6d3a-4c55-9b7e-0d7a3a4f3c11"],
  // Our scripts are answered, which still have what they sent.
  "routes/write/draft": [],
  "routes/write/preview": [],
  "routes/write/upload": [],
  "routes/actions/wechat-page": [],
  "routes/passkey-options": [],
  "routes/zhiku/journey": [],
};
/** What is returned: what is typed in a console form, and of others, if nothing else is said, the longest input. */
function keptOf(id: string, input: Record<string, string>): readonly string[] {
  const form = CONSOLE_FORMS[id as keyof typeof CONSOLE_FORMS];
  if (form) return form.typed === null ? [] : [form.typed];
  const longest = Object.values(input).sort((a, b) => b.length - a.length)[0];
  return KEPT[id] ?? (longest === undefined ? [] : [longest]);
}
/** Forms of the seed that write nothing, and files, which are streamed past what hangs here. */
const WITHOUT_WRITE = new Set([
  // No such login, no such order.
  "routes/wxlogin",
  "routes/zhiku/order",
  // Streamed.
  "routes/zhiku/original",
  "routes/admin/desk/figures-export",
  "routes/admin/content/submissions-export",
  "routes/admin/site/consents-export",
  "routes/admin/system/log-export",
  "routes/admin/zhiku/orders-export",
]);
/** Forms that say something else, and why. */
const OTHERWISE = new Set([
  // Their page leads on: somebody is logged in, has agreed, has a second factor.
  "routes/login",
  "routes/policy/agree",
  "routes/admin/system/new-factor",
  // They change nothing.
  "routes/actions/captcha",
  "routes/actions/sms-code",
  "routes/admin/zhiku/zhiku-preview",
  // This device is logged out in any case.
  "routes/actions/logout",
  // The page needs a write itself.
  "routes/admin/system/verify",
  // A page of the seed without this form, because there is no file, no member, no case to decide, or no factor.
  "routes/case/detail",
  "routes/admin/content/submissions",
  "routes/admin/review/report",
  "routes/admin/review/reports",
  "routes/admin/system/sudo",
  "routes/admin/system/factor",
  "routes/admin/system/setup",
  "routes/admin/user/user",
]);

const forms = Object.entries(EVERY_ACTION).filter(([id]) => !OTHERWISE.has(id));

describe("if nobody answers a write in time, while reads are answered", () => {
  test.each(forms)("%s returns its form, and says that it may be done", async (id, { path, fields }) => {
    vi.useRealTimers();
    const member = await world.as(world.seed.alice);
    await holdForConsole(world.upstream, member.cookies.get("token") ?? "");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    hung = [];
    const input = fields(world.seed);
    const { status, text, location } = await member.submit(path(world.seed), { idempotencyKey: KEY, ...input });
    expect(hung.length > 0, "a write hangs").toBe(!WITHOUT_WRITE.has(id));
    if (hung.length === 0) return;
    if (location !== null) {
      const cookie = `flash=${member.cookies.get("flash")}`;
      expect(flashOf(new Request(ORIGIN, { headers: { cookie } }))?.message).toContain(UNSURE_MESSAGE);
      return;
    }
    expect(status).toBe(503);
    // Without what our scripts get, which contains the result of the action in any case.
    const shown = text.replace(/<script.*?<\/script>/gs, "");
    expect(shown).not.toContain("服务暂时不可用</h1>");
    expect(shown).toContain(UNSURE_MESSAGE);
    for (const kept of keptOf(id, input)) expect(shown).toContain(kept);
  });
});
