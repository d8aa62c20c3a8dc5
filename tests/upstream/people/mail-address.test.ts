import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminUserApi } from "#app/contract/admin/user/user";
import { isMailAddress, mailAddressApi } from "#app/contract/notification/mail-address";
import { notificationApi } from "#app/contract/notification/notification";
import { devApi } from "#app/contract/site/dev";
import { exportOf } from "#tests/upstream/support/export-of";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";

let upstream: TestUpstream;
let now = new Date("2026-03-01T08:00:00Z");
let alice: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
});
beforeEach(async () => {
  alice = await upstream.addUser(`林致远${now.getTime()}`);
  now = new Date(now.getTime() + 2 * 24 * 3600_000);
  (inbox() as unknown[]).length = 0;
});
afterAll(() => upstream.close());

const inbox = () => upstream.services.fakes?.mail.inbox() ?? [];
const ask = (address: string, as = alice) => upstream.call(mailAddressApi.ask, { body: { address } }, { as });
const confirm = (code: string, as = alice) => upstream.call(mailAddressApi.confirm, { body: { code } }, { as });
const sentCode = () => /验证码是 (\d{6})/.exec(inbox()[0]?.text ?? "")?.[1] ?? "";
const fault = (kind: string | null) =>
  upstream.call(devApi.setFault, { body: { service: "mail", fault: kind } }, { as: alice });
async function add(address: string) {
  await ask(address);
  return confirm(sentCode());
}

describe("an address", () => {
  test("belongs to a member once the code sent there is entered, and they are notified on the site", async () => {
    expect(await ask("Lin.Zhi@Example.COM")).toEqual({ expiresIn: 900 });
    const [letter] = inbox();
    expect(letter).toMatchObject({ to: "Lin.Zhi@example.com", from: "notice@shequ.invalid" });
    expect(letter?.subject).toContain(sentCode());
    expect(letter?.headers["auto-submitted"]).toBe("auto-generated");
    expect(letter?.headers["list-unsubscribe"]).toBeUndefined();
    const waiting = await upstream.call(mailAddressApi.get, {}, { as: alice });
    expect(waiting).toMatchObject({ address: null, waiting: { address: "Lin.Zhi@example.com" } });
    expect(await confirm(sentCode())).toEqual({ address: "Lin.Zhi@example.com", stoppedAt: null, waiting: null });
    expect(await codeOf(confirm(sentCode())), "a code works once").toBe("MAIL_CODE_WRONG");
    const { list } = await upstream.call(notificationApi.systemMessageList, { query: {} as never }, { as: alice });
    expect(list[0]?.title).toBe("你的通知邮箱现在是 L***@example.com");
  });

  test("that replaces another one is announced to the old one, and a removal as well", async () => {
    await add("old@example.com");
    now = new Date(now.getTime() + 61_000);
    await add("new@example.com");
    expect(inbox().map(({ to, subject }) => [to, subject])).toMatchObject([
      ["old@example.com", "社区：通知邮箱已更换"],
      ["new@example.com", expect.stringContaining("验证码")],
      ["old@example.com", expect.stringContaining("验证码")],
    ]);
    expect(inbox()[0]?.text).toContain("n***@example.com");
    expect(await upstream.call(mailAddressApi.remove, {}, { as: alice })).toMatchObject({ address: null });
    expect(inbox()[0]).toMatchObject({ to: "new@example.com", subject: "社区：通知邮箱已移除" });
  });

  test("allows five guesses of its code, for a quarter of an hour", async () => {
    await ask("lin@example.com");
    const code = sentCode();
    const wrong = code === "000000" ? "111111" : "000000";
    for (let tried = 0; tried < 5; tried += 1) expect(await codeOf(confirm(wrong))).toBe("MAIL_CODE_WRONG");
    expect(await codeOf(confirm(code))).toBe("MAIL_CODE_WRONG");
    now = new Date(now.getTime() + 61_000);
    await ask("lin@example.com");
    now = new Date(now.getTime() + 15 * 60_000);
    expect(await codeOf(confirm(sentCode()))).toBe("MAIL_CODE_WRONG");
  });

  test("gets a limited number of codes, of which one person and one network get a share", async () => {
    const person = (name: string) => upstream.addUser(`${name}${now.getTime()}`);
    const send = async (as: number, ip: string, address = "owner@example.com") => {
      const outcome = await codeOf(upstream.call(mailAddressApi.ask, { body: { address } }, { as, ip }));
      now = new Date(now.getTime() + 61_000);
      return outcome;
    };
    const stranger = await person("某人");
    expect(await codeOf(ask("owner@example.com", stranger))).toBe("SUCCESS");
    expect(await codeOf(ask("owner@example.com", stranger))).toBe("RATE_LIMITED");
    now = new Date(now.getTime() + 61_000);
    expect([await send(stranger, "192.0.2.1"), await send(stranger, "192.0.2.2")]).toEqual(["SUCCESS", "SUCCESS"]);
    expect(await send(stranger, "192.0.2.3"), "a person's share").toBe("RATE_LIMITED");
    const network = "192.0.2.4";
    for (let each = 0; each < 3; each += 1) expect(await send(await person(`一人${each}`), network)).toBe("SUCCESS");
    expect(await send(await person("又一人"), network), "a network's share").toBe("RATE_LIMITED");
    expect(await send(alice, "198.51.100.1", "Owner@Example.com")).toBe("SUCCESS");
    expect((await confirm(sentCode())).address).toBe("Owner@example.com");
    for (let each = 0; each < 2; each += 1)
      expect(await send(await person("多人"), `192.0.2.1${each}`)).toBe("SUCCESS");
    expect(await send(await person("人人"), "192.0.2.20"), "all together").toBe("RATE_LIMITED");
    expect(await send(alice, "198.51.100.1", "Owner@Example.com"), "to one's own").toBe("SUCCESS");
  });

  test("of another account can't be confirmed with its code", async () => {
    await ask("lin@example.com");
    const bob = await upstream.addUser("周小雨");
    expect(await codeOf(confirm(sentCode(), bob))).toBe("MAIL_CODE_WRONG");
  });

  test.each([
    "",
    "lin",
    "lin@",
    "lin@example",
    "a@b.cn,c@d.cn",
    "a@b.cn\r\nBcc: c@d.cn",
    "<a@b.cn>",
    `${"a".repeat(65)}@b.cn`,
    "林@b.cn",
  ])("%j is refused", async (address) => {
    expect(isMailAddress(address)).toBe(false);
    expect(await codeOf(ask(address))).toBe("INVALID_PARAMS");
    expect(inbox()).toEqual([]);
  });

  test("that does not exist is reported beside its field, and can be corrected at once", async () => {
    const refused = await ask("nobody@example.com").catch((error: { data: unknown }) => error.data);
    expect(refused).toEqual({ fields: { address: "邮件无法送到这个地址，请检查有没有写错" } });
    expect((await add("lin@example.com")).address).toBe("lin@example.com");
  });

  test.each(["error", "garbage", "lost", "451", "550", "550 5.7.1", "552 5.2.2", "554"])(
    "is not confirmed if the mail server has a %s",
    async (kind) => {
      await fault(kind);
      const code = await codeOf(ask("lin@example.com"));
      await fault(null);
      expect(code).toBe(kind === "550" ? "INVALID_PARAMS" : "MAIL_FAILED");
      expect((await upstream.call(mailAddressApi.get, {}, { as: alice })).waiting).toBeNull();
    },
  );

  test("is included in the export, and masked for staff", async () => {
    await add("lin@example.com");
    const exported = await exportOf(upstream, { as: alice });
    expect(exported.mailAddress).toMatchObject([{ address: "lin@example.com" }]);
    const token = await staffToken(upstream, await addStaff(upstream, "owner"));
    const seen = await upstream.call(adminUserApi.get, { params: { id: alice } }, { token });
    expect(seen.mail).toBe("l***@example.com");
  });
});
