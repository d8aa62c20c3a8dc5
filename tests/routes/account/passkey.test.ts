import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passkeyApi } from "#app/contract/people/passkey";
import { forgetLimits, sentCode } from "#tests/routes/support/form-codes";
import { createAuthenticator, type SoftwareAuthenticator } from "#tests/upstream/support/software-authenticator";
import { hashToken } from "#upstream/db/token-hash";

process.env.PUBLIC_ORIGIN = "http://localhost:3000";
const { createWorld, ORIGIN } = await import("#tests/world/world");
type World = Awaited<ReturnType<typeof createWorld>>;
type Reader = Awaited<ReturnType<World["as"]>>;

let world: World;
let member: Reader;
let token: string;
let authenticator: SoftwareAuthenticator;

beforeAll(async () => {
  world = await createWorld();
  member = await world.as(world.seed.alice);
  token = member.cookies.get("token") ?? "";
  authenticator = createAuthenticator({ origin: ORIGIN, rpId: "localhost" });
});
afterAll(() => world.close());

async function optionsFor(reader: Reader, use: string) {
  const { text, status } = await reader.submit(
    "/login/passkey",
    { for: use },
    { headers: { "sec-fetch-mode": "cors" } },
  );
  return { status, result: JSON.parse(text) };
}
const prove = () =>
  world.upstream.services.db
    .updateTable("sessions")
    .set({ proven_until: "2999-01-01" })
    .where("token_hash", "=", hashToken(token))
    .execute();
const secure = () => member.get("/account/secure");

test("a passkey is offered after a login by code: once, and out of the way", async () => {
  const phone = "13811112222";
  const enter = async () => {
    const reader = await world.as(null);
    await forgetLimits(world);
    const code = await sentCode(world, reader, { path: "/login", fields: { phone, method: "sms" }, purpose: "login" });
    const fields = { phone, code, next: "/question", intent: "login", method: "sms", agreed: "1" };
    return { reader, location: (await reader.submit("/login", fields)).location };
  };
  const first = await enter();
  await first.reader.submit("/login/complete", { nickname: "没有密钥的人", next: "/about" });
  const offer = /<a[^>]*href="\/account\/secure"[^>]*>添加通行密钥<\/a>/;
  const second = await enter();
  expect(second.location).toBe("/question");
  expect((await second.reader.get("/question")).text).toMatch(offer);
  expect((await second.reader.get("/question")).text).not.toMatch(offer);
  const third = await enter();
  expect((await third.reader.get("/question")).text).not.toMatch(offer);
});

describe("passkeys on the account's page", () => {
  test("are offered after a proof, then created, named, renamed and removed", async () => {
    const first = (await secure()).text;
    expect(first).toContain("添加之前，请先确认是你本人");
    expect(first).not.toContain('value="add-passkey"');
    expect((await optionsFor(member, "add")).status).toBe(403);
    await prove();
    expect((await secure()).text).toContain('value="add-passkey"');

    const { result } = await optionsFor(member, "add");
    const credential = JSON.stringify(authenticator.create(result.data.options));
    const nameless = await member.submit("/account/secure", {
      intent: "add-passkey",
      part: "add",
      name: " ",
      credential,
    });
    expect(nameless.text).toContain("名称不能为空");
    const again = await optionsFor(member, "add");
    const fresh = JSON.stringify(authenticator.create(again.result.data.options));
    await member.submit("/account/secure", { intent: "add-passkey", part: "add", name: "旧手机", credential: fresh });
    const { passkeys } = await world.upstream.call(passkeyApi.list, {}, { token });
    expect(passkeys).toMatchObject([{ name: "旧手机" }]);
    const id = String(passkeys[0]?.id);
    const refused = await member.submit("/account/secure", {
      intent: "rename-passkey",
      part: `name-${id}`,
      passkey: id,
      name: "太".repeat(31),
    });
    expect(refused.text).toContain("名称不能超过30个字");
    expect(refused.text).toContain(`value="${"太".repeat(31)}"`);
    await member.submit("/account/secure", {
      intent: "rename-passkey",
      part: `name-${id}`,
      passkey: id,
      name: "新手机",
    });
    expect((await secure()).text).toContain("移除通行密钥「新手机」");
  });

  test("without scripts none can be created, and the page says why before asking for a proof", async () => {
    const folded = /<summary[^>]*>(?:(?!<\/summary>)[\s\S])*通行密钥[\s\S]*?<\/summary>/.exec(
      (await secure()).text,
    )?.[0];
    expect(folded).toMatch(/<noscript>[^<]*添加要用到 JavaScript/);
    const answer = await member.submit("/account/secure", { intent: "add-passkey", part: "add", name: "手机" });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain("通行密钥要用到浏览器的脚本，请打开后再试");
  });

  test("a typed name comes back when the session has ended", async () => {
    const stranger = await world.as(null);
    const answer = await stranger.submit("/account/secure", {
      intent: "rename-passkey",
      part: "name-1",
      passkey: "1",
      name: "打了一半的名字",
    });
    expect(answer.text).toContain('value="打了一半的名字"');
  });
});

describe("logging in by a passkey", () => {
  test("continues to the requested page, on this site only", async () => {
    for (const [next, location] of [
      ["/about", "/about"],
      ["//evil.example", "/"],
    ] as const) {
      const reader = await world.as(null);
      const { result } = await optionsFor(reader, "login");
      const credential = JSON.stringify(authenticator.get(result.data.options));
      const answer = await reader.submit("/login", { method: "passkey", credential, next });
      expect(answer.location).toBe(location);
      expect(reader.cookies.has("token")).toBe(true);
    }
  });

  test("refuses an invalid signature and malformed data", async () => {
    const reader = await world.as(null);
    for (const credential of ["", "{", "null", "[]", '"text"', JSON.stringify({ id: "x" })]) {
      const answer = await reader.submit("/login", { method: "passkey", credential, next: "/" });
      expect(answer.status, credential).toBe(422);
    }
    const stolen = createAuthenticator({ origin: ORIGIN, rpId: "localhost" });
    const { result } = await optionsFor(reader, "login");
    const credential = JSON.stringify(stolen.get(result.data.options));
    const answer = await reader.submit("/login", { method: "passkey", credential, next: "/" });
    expect(answer.text).toContain("通行密钥没有通过验证");
    expect(reader.cookies.has("token")).toBe(false);
  });
});
