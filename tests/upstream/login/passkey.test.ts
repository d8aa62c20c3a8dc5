import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { consoleApi } from "#app/contract/admin/system/console";
import { PASSKEYS_MAX } from "#app/contract/limits";
import { notificationApi } from "#app/contract/notification/notification";
import { accountApi } from "#app/contract/people/account";
import { passkeyApi } from "#app/contract/people/passkey";
import { smsApi } from "#app/contract/people/sms";
import { userApi } from "#app/contract/people/user";
import { siteStateApi } from "#app/contract/site/site-state";
import { exportOf } from "#tests/upstream/support/export-of";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { sentCode } from "#tests/upstream/support/sms-codes";
import { createAuthenticator, type Deviation } from "#tests/upstream/support/software-authenticator";
import { addStaff } from "#tests/upstream/support/staff";
import { relyingPartyOf } from "#upstream/policy/relying-party";

const ORIGIN = "https://shequ.example";
const RP = { origin: ORIGIN, rpId: "shequ.example" };
const MINUTE = 60_000;

let upstream: TestUpstream;
let now = Date.parse("2026-03-01T08:00:00.000Z");
let people = 0;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => new Date(now), config: { publicOrigin: ORIGIN } });
});
afterAll(() => upstream.close());
beforeEach(() => upstream.services.db.deleteFrom("rate_limits").execute());

/** A member who has just logged in by a code. */
async function someone() {
  people += 1;
  const phone = `138000${String(10_000 + people)}`;
  const code = await sentCode(upstream, phone);
  const { token, userId } = await upstream.call(userApi.loginOrRegisterByPhone, { body: { phone, code } });
  return { phone, token, userId, as: { token } };
}
type Someone = Awaited<ReturnType<typeof someone>>;

async function addTo({ as }: Pick<Someone, "as">, name = "手机", deviation: Deviation = {}) {
  const authenticator = createAuthenticator(RP);
  const { options } = await upstream.call(passkeyApi.addOptions, {}, as);
  const credential = authenticator.create(options, deviation);
  const passkey = await upstream.call(passkeyApi.add, { body: { credential, name } }, as);
  return { authenticator, passkey };
}
type Authenticator = ReturnType<typeof createAuthenticator>;

async function logIn(authenticator: Authenticator, deviation: Deviation = {}) {
  const { options } = await upstream.call(passkeyApi.loginOptions, {});
  return upstream.call(passkeyApi.login, { body: { credential: authenticator.get(options, deviation) } });
}
const list = async (one: Pick<Someone, "as">) => upstream.call(passkeyApi.list, {}, one.as);
const told = async ({ userId }: Someone) => {
  const { list: messages } = await upstream.call(notificationApi.systemMessageList, { query: {} }, { as: userId });
  return messages.map(({ title }) => title);
};

describe("a passkey", () => {
  it("is added, logs in, is renamed and removed; its owner is notified when one is added or removed", async () => {
    const one = await someone();
    const { authenticator, passkey } = await addTo(one, "我的手机");
    expect(passkey).toMatchObject({ name: "我的手机", synced: true, lastUsedAt: null });
    const second = await addTo(one, "办公室电脑");
    const login = await logIn(authenticator);
    expect(login).toMatchObject({ userId: one.userId, isNew: true });
    expect((await list(one)).passkeys).toMatchObject([
      { name: "我的手机", lastUsedAt: new Date(now).toISOString() },
      { name: "办公室电脑", lastUsedAt: null },
    ]);
    await upstream.call(passkeyApi.rename, { body: { id: second.passkey.id, name: " 家里电脑 " } }, one.as);
    expect((await list(one)).passkeys.map(({ name }) => name)).toEqual(["我的手机", "家里电脑"]);
    await upstream.call(passkeyApi.remove, { body: { id: passkey.id } }, { token: login.token });
    expect((await list(one)).passkeys.map(({ name }) => name)).toEqual(["家里电脑"]);
    expect(await codeOf(logIn(authenticator))).toBe("LOGIN_FAILED");
    expect((await logIn(second.authenticator)).userId).toBe(one.userId);
    expect(await told(one)).toEqual([
      "你的账号移除了通行密钥「我的手机」",
      "你的账号添加了通行密钥「办公室电脑」",
      "你的账号添加了通行密钥「我的手机」",
    ]);
  });

  it("requires user verification by the device, and can't be added twice on one device", async () => {
    const one = await someone();
    const { authenticator } = await addTo(one);
    const { options } = await upstream.call(passkeyApi.addOptions, {}, one.as);
    expect(options).toMatchObject({
      rp: { id: "shequ.example" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      excludeCredentials: [{ id: authenticator.credentialId }],
    });
    expect((await upstream.call(passkeyApi.loginOptions, {})).options).toMatchObject({
      rpId: "shequ.example",
      userVerification: "required",
    });
    const again = authenticator.create(options);
    expect(await codeOf(upstream.call(passkeyApi.add, { body: { credential: again, name: "又" } }, one.as))).toBe(
      "CONFLICT",
    );
  });

  it(`is one of at most ${PASSKEYS_MAX}`, async () => {
    const one = await someone();
    const authenticator = createAuthenticator(RP);
    const { options } = await upstream.call(passkeyApi.addOptions, {}, one.as);
    for (let n = 0; n < PASSKEYS_MAX; n += 1) await addTo(one, `第 ${n}`);
    expect(await codeOf(upstream.call(passkeyApi.addOptions, {}, one.as))).toBe("CONFLICT");
    const body = { credential: authenticator.create(options), name: "多一个" };
    expect(await codeOf(upstream.call(passkeyApi.add, { body }, one.as))).toBe("CONFLICT");
  });

  it.each<[string, Deviation]>([
    ["of another site", { origin: "https://evil.example" }],
    ["for another domain", { rpId: "evil.example" }],
    ["whose owner was not checked", { unverified: true }],
    ["for a challenge of its own", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
  ])("can't be added and logs nobody in when signed %s", async (_, deviation) => {
    const one = await someone();
    expect(await codeOf(addTo(one, "手机", deviation))).toBe("FORBIDDEN");
    expect((await list(one)).passkeys).toEqual([]);
    const { authenticator } = await addTo(one);
    expect(await codeOf(logIn(authenticator, deviation))).toBe("LOGIN_FAILED");
    expect((await logIn(authenticator)).userId).toBe(one.userId);
  });

  it("logs nobody in with another key, another name, or a counter that does not increase", async () => {
    const one = await someone();
    const { authenticator } = await addTo(one);
    await logIn(authenticator, { counter: 7 });
    expect(await codeOf(logIn(authenticator, { otherKey: true, counter: 8 }))).toBe("LOGIN_FAILED");
    expect(await codeOf(logIn(authenticator, { userHandle: "AAAA", counter: 8 }))).toBe("LOGIN_FAILED");
    expect(await codeOf(logIn(authenticator, { counter: 7 }))).toBe("LOGIN_FAILED");
    expect(await codeOf(logIn(authenticator, { counter: 3 }))).toBe("LOGIN_FAILED");
    expect((await logIn(authenticator, { counter: 8 })).userId).toBe(one.userId);
    expect(await codeOf(logIn(createAuthenticator(RP)))).toBe("LOGIN_FAILED");
  });

  it("answers a challenge once, within five minutes, and only for its own ceremony", async () => {
    const one = await someone();
    const { authenticator } = await addTo(one);
    const { options } = await upstream.call(passkeyApi.loginOptions, {});
    const enter = () => upstream.call(passkeyApi.login, { body: { credential: authenticator.get(options) } });
    await enter();
    expect(await codeOf(enter())).toBe("LOGIN_FAILED");
    // Two concurrent uses of one challenge: one succeeds.
    const { options: shared } = await upstream.call(passkeyApi.loginOptions, {});
    const credential = authenticator.get(shared);
    const both = await Promise.all([1, 2].map(() => codeOf(upstream.call(passkeyApi.login, { body: { credential } }))));
    expect(both.sort()).toEqual(["LOGIN_FAILED", "SUCCESS"]);
    const { options: proof } = await upstream.call(passkeyApi.proofOptions, {}, one.as);
    expect(await codeOf(upstream.call(passkeyApi.login, { body: { credential: authenticator.get(proof) } }))).toBe(
      "LOGIN_FAILED",
    );
    const { options: late } = await upstream.call(passkeyApi.loginOptions, {});
    now += 5 * MINUTE;
    expect(await codeOf(upstream.call(passkeyApi.login, { body: { credential: authenticator.get(late) } }))).toBe(
      "LOGIN_FAILED",
    );
  });
});

describe("the list of one's passkeys", () => {
  it("can be changed only right after a login or with a proof, by code or passkey", async () => {
    const one = await someone();
    const { authenticator, passkey } = await addTo(one);
    expect((await list(one)).provenUntil).toBe(new Date(now + 10 * MINUTE).toISOString());
    now += 10 * MINUTE;
    expect((await list(one)).provenUntil).toBeNull();
    const remove = () => upstream.call(passkeyApi.remove, { body: { id: passkey.id } }, one.as);
    expect(await codeOf(upstream.call(passkeyApi.addOptions, {}, one.as))).toBe("FORBIDDEN");
    expect(await codeOf(remove())).toBe("FORBIDDEN");
    await upstream.call(passkeyApi.rename, { body: { id: passkey.id, name: "旧手机" } }, one.as);

    const { options } = await upstream.call(passkeyApi.proofOptions, {}, one.as);
    expect(options).toMatchObject({ allowCredentials: [{ id: authenticator.credentialId }] });
    const body = { credential: authenticator.get(options) };
    expect((await upstream.call(passkeyApi.prove, { body }, one.as)).until).toBe(
      new Date(now + 10 * MINUTE).toISOString(),
    );
    await addTo(one, "新手机");
    now += 10 * MINUTE;
    const code = await sentCode(upstream, one.phone, "change-passkey", { token: one.token });
    await upstream.call(passkeyApi.prove, { body: { code } }, one.as);
    await remove();
    expect((await list(one)).passkeys.map(({ name }) => name)).toEqual(["新手机"]);
  });

  it("belongs to its owner: somebody else's passkey proves nothing", async () => {
    const [one, other] = [await someone(), await someone()];
    const { passkey } = await addTo(one);
    const { authenticator: others } = await addTo(other);
    const renamed = { body: { id: passkey.id, name: "拿来" } };
    expect(await codeOf(upstream.call(passkeyApi.rename, renamed, other.as))).toBe("NOT_FOUND");
    expect(await codeOf(upstream.call(passkeyApi.remove, { body: { id: passkey.id } }, other.as))).toBe("NOT_FOUND");
    const { options } = await upstream.call(passkeyApi.proofOptions, {}, one.as);
    const body = { credential: others.get(options) };
    expect(await codeOf(upstream.call(passkeyApi.prove, { body }, one.as))).toBe("FORBIDDEN");
    const { options: begun } = await upstream.call(passkeyApi.addOptions, {}, one.as);
    const credential = createAuthenticator(RP).create(begun);
    expect(await codeOf(upstream.call(passkeyApi.add, { body: { credential, name: "替别人" } }, other.as))).toBe(
      "FORBIDDEN",
    );
  });

  it("limits the number of attempts", async () => {
    const { authenticator } = await addTo(await someone(), "试个没完的手机");
    const { options } = await upstream.call(passkeyApi.loginOptions, {});
    const body = { credential: { ...authenticator.get(options), id: "unknown" } };
    const codes: string[] = [];
    for (let n = 0; n < 121; n += 1) codes.push(await codeOf(upstream.call(passkeyApi.login, { body })));
    expect([codes.filter((code) => code === "LOGIN_FAILED").length, codes.at(-1)]).toEqual([120, "RATE_LIMITED"]);
    // Forms that offer passkeys, shown to a whole network, keep nobody from logging in.
    expect(await codeOf(upstream.call(passkeyApi.loginOptions, {}))).toBe("SUCCESS");
    await upstream.services.db.deleteFrom("rate_limits").execute();
    for (let n = 0; n < 200; n += 1) await upstream.call(passkeyApi.loginOptions, {});
    expect(await codeOf(logIn(authenticator))).toBe("SUCCESS");
  });

  it("is included in the export, and deleted with the account", async () => {
    const one = await someone();
    const { authenticator } = await addTo(one, "导出的手机");
    const { passkeys } = await exportOf(upstream, one.as);
    expect(passkeys).toMatchObject([{ name: "导出的手机", credential_id: authenticator.credentialId }]);
    const code = await sentCode(upstream, one.phone, "close-account", { token: one.token });
    await upstream.call(accountApi.close, { body: { code } }, one.as);
    expect(await codeOf(logIn(authenticator))).toBe("LOGIN_FAILED");
    const enter = await sentCode(upstream, one.phone);
    expect(
      (await upstream.call(userApi.loginOrRegisterByPhone, { body: { phone: one.phone, code: enter } })).isNew,
    ).toBe(true);
  });
});

describe("the offer of a passkey", () => {
  it("is made once, after a login by code, to members without one", async () => {
    const [without, withOne] = [await someone(), await someone()];
    for (const { userId } of [without, withOne]) {
      await upstream.services.db
        .updateTable("users")
        .set({ registration_pending: 0 })
        .where("id", "=", userId)
        .execute();
    }
    await addTo(withOne, "已有的手机");
    const byCode = async ({ phone }: { phone: string }) => {
      const body = { phone, code: await sentCode(upstream, phone) };
      return (await upstream.call(userApi.loginOrRegisterByPhone, { body })).offerPasskey;
    };
    expect(await byCode(withOne)).toBe(false);
    expect(await byCode(without)).toBe(true);
    await upstream.services.db.deleteFrom("rate_limits").execute();
    expect(await byCode(without)).toBe(false);
  });

  it("is not made to new members, whose first steps include it", async () => {
    const phone = "13900099887";
    const body = { phone, code: await sentCode(upstream, phone) };
    const login = await upstream.call(userApi.loginOrRegisterByPhone, { body });
    expect(login).toMatchObject({ isNew: true, offerPasskey: false });
  });
});

describe("staff", () => {
  it("can verify themselves again with a passkey", async () => {
    const userId = await addStaff(upstream, "owner");
    const token = await upstream.tokenOf(userId);
    await upstream.services.db
      .updateTable("sessions")
      .set({ proven_until: "2999-01-01", staff_until: "2999-01-01" })
      .where("user_id", "=", userId)
      .execute();
    const as = { token };
    expect((await upstream.call(consoleApi.me, {}, as)).hasPasskey).toBe(false);
    const { authenticator } = await addTo({ as });
    expect(await upstream.call(consoleApi.me, {}, as)).toMatchObject({ hasPasskey: true, sudoUntil: null });
    const { options } = await upstream.call(passkeyApi.proofOptions, {}, as);
    const credential = authenticator.get(options);
    await upstream.call(consoleApi.sudo, { body: { credential } }, as);
    expect((await upstream.call(consoleApi.me, {}, as)).sudoUntil).toBe(new Date(now + 15 * MINUTE).toISOString());
    expect(await codeOf(upstream.call(consoleApi.sudo, { body: { credential } }, as))).toBe("FORBIDDEN");
  });
});

describe("the site's address", () => {
  it.each([
    ["https://shequ.example", "shequ.example"],
    ["https://shequ.example:8443", "shequ.example"],
    ["http://localhost:3000", "localhost"],
    ["http://shequ.example", null],
    ["http://127.0.0.1:3000", null],
    ["https://[::1]", null],
  ])("%s is the relying party of %s", (publicOrigin, id) => {
    expect(relyingPartyOf({ publicOrigin })?.id ?? null).toBe(id);
  });

  it("that is no domain name supports no passkeys, and says so", async () => {
    const numbered = await createTestUpstream();
    const { capabilities } = await numbered.call(siteStateApi.capabilities, {});
    expect(capabilities).not.toContain("passkey");
    expect((await upstream.call(siteStateApi.capabilities, {})).capabilities).toContain("passkey");
    expect(await codeOf(numbered.call(passkeyApi.loginOptions, {}))).toBe("FORBIDDEN");
    expect(await codeOf(numbered.call(smsApi.codeTest, { query: { phone: "13800000001" } }))).toBe("SUCCESS");
    await numbered.close();
  });
});
