import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminAgreementApi } from "#app/contract/admin/agreement";
import { adminSiteApi } from "#app/contract/admin/site";
import { adminStartApi, START_CHECKS, type StartCheck } from "#app/contract/admin/start";
import { JOINING } from "#app/contract/agreements";
import { userApi } from "#app/contract/user";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";

let site: TestUpstream;
let owner: number;
let token: string;

async function open(config: Parameters<typeof createTestUpstream>[0] = {}): Promise<void> {
  site = await createTestUpstream(config);
  owner = await addStaff(site, "owner");
  token = await staffToken(site, owner);
}
beforeEach(() => open());
afterEach(() => site.close());

const states = async () => {
  const { checks } = await site.call(adminStartApi.get, {}, { token });
  return Object.fromEntries(checks.map(({ key, state }) => [key, state])) as Record<
    StartCheck["key"],
    StartCheck["state"]
  >;
};
const tried = (what: "sms" | "objects") =>
  site
    .call(adminStartApi.try, { body: { what } }, { token })
    .then(({ message }) => message)
    .catch((error: { code: string }) => error.code);

describe("the list that leads through setting a site up", () => {
  test("has every check once", async () => {
    const { checks } = await site.call(adminStartApi.get, {}, { token });
    expect(checks.map(({ key }) => key).toSorted()).toEqual([...START_CHECKS].toSorted());
    for (const { key, detail } of checks) expect(detail, key).not.toBe("");
  });

  test("says what is open on an empty site, and that it is done once it is", async () => {
    const before = await states();
    const open = ["name", "agreements", "filing", "classifications", "consents"] as const;
    for (const key of open) expect(before[key], key).toBe("open");
    const fields = { name: "试验社区", version: 0 };
    await site.call(adminSiteApi.putLogo, { body: fields }, { token });
    const footer = { links: [], icp: "浙ICP备00000000号", police: "", copyright: "", version: 0 };
    await site.call(adminSiteApi.putFooter, { body: footer }, { token });
    expect((await states()).filing).toBe("open");
    await site.call(adminSiteApi.putFooter, { body: { ...footer, police: "浙公网安备1号", version: 1 } }, { token });
    for (const key of JOINING) {
      const body = { key, version: 0, title: "协议的标题", content: "正文" };
      await site.call(adminAgreementApi.publish, { body }, { token });
    }
    const after = await states();
    for (const key of ["name", "agreements", "filing", "consents"] as const) expect(after[key], key).toBe("done");
  });

  test("names the settings that ways to log in lack", async () => {
    await site.close();
    const off = { kind: "off" } as const;
    await open({ config: { sms: off, wechat: off, officialAccount: off, pay: off } });
    const { checks } = await site.call(adminStartApi.get, {}, { token });
    const detail = (key: StartCheck["key"]) => checks.find((one) => one.key === key)?.detail;
    expect((await states()).sms).toBe("open");
    expect(detail("sms")).toContain("SMS_PROVIDER");
    expect(detail("wechat")).toContain("WECHAT_APP_ID");
    expect(await tried("sms")).toBe("SMS_FAILED");
  });
});

describe("a trial", () => {
  test("of the store writes, reads back and leaves nothing", async () => {
    expect(await tried("objects")).toBe("写入、读回、删除都成功了");
    expect(await site.services.objects.list("", 10)).toEqual([]);
  });

  test("of a store that loses what is written says so", async () => {
    const { put } = site.services.objects;
    site.services.objects.put = async () => {};
    expect(await tried("objects")).toBe("CONFLICT");
    site.services.objects.put = put;
  });

  test("of short messages sends one to whoever tries, within the limits of sending", async () => {
    expect(await tried("sms")).toBe("PHONE_REQUIRED");
    await site.services.db.updateTable("users").set({ phone: "8613812345678" }).where("id", "=", owner).execute();
    expect(await tried("sms")).toContain("5678");
    expect(site.services.fakes?.sms.inbox().map(({ phone }) => phone)).toEqual(["13812345678"]);
    expect(await tried("sms")).toBe("RATE_LIMITED");
  });
});

test("a member learns from their own account whether they are of the staff", async () => {
  const member = await site.addUser("成员");
  expect((await site.call(userApi.tokenQueryClientUser, {}, { as: member })).staff).toBe(false);
  expect((await site.call(userApi.tokenQueryClientUser, {}, { token })).staff).toBe(true);
});
