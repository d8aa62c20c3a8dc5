import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mailAddressApi } from "#app/contract/notification/mail-address";
import { notificationApi } from "#app/contract/notification/notification";
import { notificationSettingsApi } from "#app/contract/notification/settings";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { readUpstreamConfig } from "#upstream/config";
import { takeBounce } from "#upstream/modules/outside/take-bounce";
import { tellOutside } from "#upstream/modules/outside/tell";

const FOLDER = "tests/fixtures/bounces";
/** Expected result of each sample mail. */
const LETTERS: Record<string, { outcome: string; status: string }> = {
  "postfix.eml": { outcome: "stopped", status: "5.1.1" },
  "postfix-delayed.eml": { outcome: "temporary", status: "4.4.1" },
  "postfix-expired.eml": { outcome: "temporary", status: "4.2.2" },
  "postfix-full.eml": { outcome: "temporary", status: "5.2.2" },
  "exchange.eml": { outcome: "stopped", status: "5.1.10" },
  "exchange-policy.eml": { outcome: "about-us", status: "5.7.1" },
  "postfix-content.eml": { outcome: "about-us", status: "5.0.0" },
  "postfix-frequency.eml": { outcome: "about-us", status: "5.0.0" },
  "qq-frequency.eml": { outcome: "about-us", status: "5.0.0" },
  "qq.eml": { outcome: "stopped", status: "5.0.0" },
  "163.eml": { outcome: "stopped", status: "5.1.1" },
  "out-of-office.eml": { outcome: "none", status: "" },
};

let upstream: TestUpstream;
let write: Writer;
let now = new Date("2026-03-01T08:00:00Z");
let people = 0;
let alice: number;
/** Return path of a mail to her. */
let returnPath: string;
const address = () => `alice${people}@example.com`;
const letters = () => upstream.services.fakes?.mail.inbox() ?? [];

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
});
beforeEach(async () => {
  now = new Date(now.getTime() + 26 * 60 * 60_000);
  people += 1;
  alice = await upstream.addUser(`林致远${people}`, `1381000${String(people).padStart(4, "0")}`);
  await confirm(address());
  const body = { wanted: ["answer" as const], outside: { mail: ["answer" as const] } };
  await upstream.call(notificationSettingsApi.put, { body }, { as: alice });
  await letter();
  returnPath = letters()[0]?.returnPath ?? "";
});
afterAll(() => upstream.close());

async function confirm(to: string) {
  now = new Date(now.getTime() + 2 * 60_000);
  await upstream.call(mailAddressApi.ask, { body: { address: to } }, { as: alice });
  const code = /验证码是 (\d{6})/.exec(letters()[0]?.text ?? "")?.[1] ?? "";
  await upstream.call(mailAddressApi.confirm, { body: { code } }, { as: alice });
}
async function letter() {
  const bob = await upstream.addUser(`周小雨${people}-${now.getTime()}`);
  const question = await write.question({ authorId: alice, title: "数据库迁移怎样做到不停机？" });
  await upstream.call(notificationApi.readAll, { body: {} }, { as: alice });
  now = new Date(now.getTime() + 60_000);
  await write.answer({ authorId: bob, questionId: question });
  now = new Date(now.getTime() + 65 * 60_000);
  await tellOutside(upstream.services);
}
const stored = (file: string, to = returnPath) =>
  Buffer.from(readFileSync(`${FOLDER}/${file}`, "utf8").replaceAll("RETURN_PATH", to).replaceAll("ADDRESS", address()));
const take = (file: string, to?: string) => takeBounce(upstream.services, stored(file, to));
const stoppedAt = async () => (await upstream.call(mailAddressApi.get, {}, { as: alice })).stoppedAt;

test("each letter to a member has its own return path, within the length limit of a mailbox name", () => {
  const [local = "", domain] = returnPath.split("@");
  expect(domain).toBe("shequ.invalid");
  expect(local).toMatch(/^bounces\+[0-9a-z]+-[0-9a-f]{24}$/);
  expect(local.length).toBeLessThanOrEqual(64);
  expect(letters()[0]?.from).toBe("notice@shequ.invalid");
});

test("a code is sent with the plain sender, since nobody has that address yet", async () => {
  await upstream.call(mailAddressApi.ask, { body: { address: "b@example.com" } }, { as: alice });
  expect(letters()[0]?.returnPath).toBe("notice@shequ.invalid");
});

describe("a letter that comes back", () => {
  test("is listed below with every sample file", () => {
    expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(LETTERS).sort());
  });

  test.each(Object.entries(LETTERS))("%s", async (file, said) => {
    expect(await take(file)).toEqual(said);
    expect(await stoppedAt()).toBe(said.outcome === "stopped" ? now.toISOString() : null);
    const sent = letters().length;
    await letter();
    expect(letters().length).toBe(said.outcome === "stopped" ? sent : sent + 1);
    if (said.outcome !== "stopped") return;
    const { list } = await upstream.call(notificationApi.systemMessageList, { query: {} as never }, { as: alice });
    expect(list[0]?.title).toBe("寄到你邮箱的通知被退回，已停止寄信");
    expect(await take(file), "twice").toMatchObject({ outcome: "known" });
  });

  test("changes nothing if it is forged, for another member, or for an address no longer used", async () => {
    const [, token = ""] = /\+(.*)@/.exec(returnPath) ?? [];
    const [who = "", signature = ""] = token.split("-");
    const other = (alice + 1).toString(36);
    for (const forged of [
      `bounces+${other}-${signature}@shequ.invalid`,
      `bounces+${who}-${"0".repeat(24)}@shequ.invalid`,
      `bounces+${token}@elsewhere.example`,
      `other+${token}@shequ.invalid`,
      "bounces@shequ.invalid",
      "bounces+@shequ.invalid",
    ]) {
      expect(await take("postfix.eml", forged), forged).toMatchObject({ outcome: "unknown" });
    }
    const former = returnPath;
    await confirm("new@example.com");
    expect(await take("postfix.eml", former)).toMatchObject({ outcome: "unknown" });
    expect(await stoppedAt()).toBeNull();
  });

  test("is recognized in capitals, and in the header of the receiving server", async () => {
    const raw = stored("postfix.eml", returnPath.toUpperCase()).toString();
    expect(await takeBounce(upstream.services, Buffer.from(raw.replace(/^To: .*$/m, "To: undisclosed")))).toMatchObject(
      {
        outcome: "stopped",
      },
    );
  });

  test.each(["", "no letter", `To: x\n\n${"a".repeat(10_000)}`, "Content-Type: multipart/report; boundary=x\n\n--x\n"])(
    "sample %# is no bounce and changes nothing",
    async (raw) => {
      expect(await takeBounce(upstream.services, Buffer.from(raw))).toMatchObject({ outcome: "none" });
    },
  );
});

test("a sender address with a + or too long a name is refused at start", () => {
  const read = (bounces: string) => readUpstreamConfig({ SMTP_HOST: "h", SMTP_FROM: "n@a.cn", MAIL_BOUNCES: bounces });
  expect(read("bounces@a.cn").mail).toMatchObject({ bounces: "bounces@a.cn" });
  for (const wrong of ["a+b@a.cn", "not an address", `${"a".repeat(21)}@a.cn`])
    expect(() => read(wrong), wrong).toThrow("MAIL_BOUNCES");
});
