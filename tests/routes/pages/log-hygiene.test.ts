import { format } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sentCode } from "#tests/routes/support/form-codes";
import { createWorld, type Reader, type World } from "#tests/world/world";

const PHONE = "13912345678";
const PASSWORD = "一个秘密的口令-7f3a";
const WORDS = "只说给收表的人听-7f3a";
let world: World;
let lines: string[];
/** Strings that must never appear in the app's output. */
let secrets: string[];
let fetch: World["upstream"]["program"]["fetch"];
let call: World["upstream"]["program"]["call"];

beforeAll(async () => {
  world = await createWorld();
  ({ fetch, call } = world.upstream.program);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.upstream.services.db.deleteFrom("rate_limits").execute();
  lines = [];
  secrets = [PHONE, PASSWORD, WORDS];
  for (const method of ["log", "info", "warn", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((...parts) => void lines.push(format(...parts)));
  }
  for (const stream of [process.stderr, process.stdout]) {
    vi.spyOn(stream, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(world.upstream.program, { fetch, call });
  const all = lines.join("\n");
  for (const secret of secrets) expect(all.includes(secret), `the app tells ${secret}`).toBe(false);
});

/** Private input and data of a member. */
async function useIt(member: Reader, code: string): Promise<void> {
  const weixin = "code-of-weixin-7f3a";
  secrets.push(weixin, code);
  await member.submit("/login", { phone: PHONE, intent: "login", agreed: "1", code });
  await member.submit("/login", { phone: PHONE, intent: "login", method: "password", password: PASSWORD });
  await member.get(`/wechat-author?code=${weixin}&state=state-of-thirty-two-characters-00`);
  await member.get(`/wxlogin?state=${code}&obj=${weixin}`);
  await member.submit("/account/secure", { intent: "change-password", proof: "password", oldPassword: PASSWORD });
  await member.submit("/account/secure", { intent: "change-phone", phone: PHONE, code, currentCode: code });
  await member.submit(`/form/${world.seed.form}`, { name: PHONE, note: WORDS });
  await member.submit("/write/article", { title: WORDS, content: WORDS, intent: "publish" });
  await member.get("/account/profile");
  await member.get("/notifications/comment");
}

async function newcomer(): Promise<{ member: Reader; code: string }> {
  const member = await world.as(world.seed.alice);
  secrets.push(...member.cookies.values());
  const code = await sentCode(world, await world.as(null), {
    path: "/login",
    fields: { phone: PHONE },
    purpose: "login",
  });
  return { member, code };
}

describe("the app writes nothing secret", () => {
  test("by members who do what they may, and what they may not", async () => {
    const { member, code } = await newcomer();
    await useIt(member, code);
    const other = await world.as(null);
    await useIt(other, code);
    secrets.push(...other.cookies.values());
  });

  const repeat = (what: string) => `it was about ${what}`;
  test.each<[string, (what: string) => Promise<never> | Promise<Response>]>([
    ["an error that repeats what was asked", (what) => Promise.reject(new Error(repeat(what)))],
    ["HTTP 500 that repeats it", async (what) => new Response(repeat(what), { status: 500 })],
    ["a page in between that repeats it", async (what) => new Response(`<p>${repeat(what)}</p>`)],
    [
      "an answer of another shape that repeats it",
      async (what) => Response.json({ code: "SUCCESS", message: "", data: { [what]: what, token: 7, list: what } }),
    ],
  ])("when the upstream replies with %s", async (_, broken) => {
    const { member, code } = await newcomer();
    Object.assign(world.upstream.program, {
      call: undefined,
      fetch: async (request: Request) => {
        const head = [...request.headers].map((pair) => pair.join(": ")).join("; ");
        return broken(`${request.url} ${head} ${await request.text()}`);
      },
    });
    await useIt(member, code);
    expect(lines.join("\n")).toContain("upstream_failed");
  });

  test("when the database fails during a request", async () => {
    const { member, code } = await newcomer();
    const { db } = world.upstream.services;
    await db.schema.alterTable("sessions").renameTo("sessions_away").execute();
    await useIt(member, code);
    await db.schema.alterTable("sessions_away").renameTo("sessions").execute();
    expect(lines.join("\n")).toContain("HTTP 500");
  });
});
