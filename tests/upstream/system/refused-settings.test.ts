import { expect, test } from "vitest";
import { readAppEnv } from "#app/server/env.server";
import { readUpstreamConfig } from "#upstream/config";

/** What the upstream, or the app, says of these settings; undefined if it takes them. */
function saidOf(read: (env: Record<string, string>) => unknown, env: Record<string, string>): string | undefined {
  try {
    read(env);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test.each([
  [{ S3_BUCKET: "b", S3_ACCESS_KEY: "a", S3_SECRET_KEY: "s" }, "S3_ENDPOINT: S3_BUCKET is set"],
  [{ BACKUP_S3_BUCKET: "b" }, "BACKUP_S3_ENDPOINT: BACKUP_S3_BUCKET is set"],
  [{ SMS_SECRET_KEY: "s", SMS_TEMPLATE: "SMS_1" }, "SMS_PROVIDER: SMS_SECRET_KEY is set"],
  [{ SMTP_USER: "u", SMTP_PASSWORD: "p" }, "SMTP_HOST: SMTP_USER is set"],
  [{ WECHAT_APP_SECRET: "s" }, "WECHAT_APP_ID: WECHAT_APP_SECRET is set"],
  [{ WECHAT_MP_APP_SECRET: "s" }, "WECHAT_MP_APP_ID: WECHAT_MP_APP_SECRET is set"],
  [{ WXPAY_API_V3_KEY: "k".repeat(32) }, "WXPAY_MCH_ID: WXPAY_API_V3_KEY is set"],
])("a service without its main setting is refused rather than silently disabled: %o", (settings, said) => {
  expect(saidOf(readUpstreamConfig, settings)).toBe(`${said}, and means nothing without it`);
});

test("a provider that is switched off may keep its keys", () => {
  expect(saidOf(readUpstreamConfig, { SMS_PROVIDER: "off", SMS_ACCESS_KEY: "a" })).toBeUndefined();
  expect(saidOf(readUpstreamConfig, { SMTP_PORT: "587", S3_REGION: "cn-hangzhou" })).toBeUndefined();
});

test("a password that can't be part of a URL is refused in one line", () => {
  const said = saidOf(readUpstreamConfig, { SMTP_URL: "smtps://u:p%ss@mail.example.com", SMTP_FROM: "a@example.com" });
  expect(said).toBe("SMTP_URL: write % as %25 in the user and the password, or use SMTP_USER and SMTP_PASSWORD");
});

test("picture hosts that would break every page's security policy are refused", () => {
  const hosts = "OBJECT_HOSTS: names of hosts, separated by commas, as img.example.com";
  for (const wrong of ["不是 host", "https://img.example.com", "img.example.com; script-src *", "a b"]) {
    expect(saidOf(readAppEnv, { OBJECT_HOSTS: wrong }), wrong).toBe(hosts);
  }
  expect(readAppEnv({ OBJECT_HOSTS: "img.example.com, cdn.example.com:8443" }).objectHosts).toHaveLength(2);
});
