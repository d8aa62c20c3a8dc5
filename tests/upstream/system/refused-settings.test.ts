import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { readAppEnv } from "#app/server/env.server";
import { readServerConfig } from "#server/config";
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
  [{ S3_BUCKET: "b", S3_ACCESS_KEY: "a", S3_SECRET_KEY: "s" }, "S3_ENDPOINT: 设置了 S3_BUCKET"],
  [{ BACKUP_S3_BUCKET: "b" }, "BACKUP_S3_ENDPOINT: 设置了 BACKUP_S3_BUCKET"],
  [{ SMS_SECRET_KEY: "s", SMS_TEMPLATE: "SMS_1" }, "SMS_PROVIDER: 设置了 SMS_SECRET_KEY"],
  [{ SMTP_USER: "u", SMTP_PASSWORD: "p" }, "SMTP_HOST: 设置了 SMTP_USER"],
  [{ WECHAT_APP_SECRET: "s" }, "WECHAT_APP_ID: 设置了 WECHAT_APP_SECRET"],
  [{ WECHAT_MP_APP_SECRET: "s" }, "WECHAT_MP_APP_ID: 设置了 WECHAT_MP_APP_SECRET"],
  [{ WXPAY_API_V3_KEY: "k".repeat(32) }, "WXPAY_MCH_ID: 设置了 WXPAY_API_V3_KEY"],
])("a service without its main setting is refused rather than silently disabled: %o", (settings, said) => {
  expect(saidOf(readUpstreamConfig, settings)).toBe(`${said}，也要设置它，否则不起作用`);
});

test("metrics on the port of the server itself are refused, which would seem to be taken by another program", () => {
  const said = (name: string, of: string, port: number) => `${name}: 与 ${of} 都是 ${port}，请换一个`;
  expect(saidOf(readServerConfig, { METRICS_PORT: "3000" })).toBe(said("METRICS_PORT", "PORT", 3000));
  expect(saidOf(readServerConfig, { METRICS_PORT: "9464", PORT: "9464" })).toBe(said("METRICS_PORT", "PORT", 9464));
  const upstream = { UPSTREAM_METRICS_PORT: "3100" };
  expect(saidOf(readUpstreamConfig, upstream)).toBe(said("UPSTREAM_METRICS_PORT", "UPSTREAM_PORT", 3100));
  expect(saidOf(readServerConfig, { METRICS_PORT: "9464" })).toBeUndefined();
  // On another address a port may be the same, unless one of the two is every address.
  expect(saidOf(readServerConfig, { METRICS_PORT: "3000", HOST: "10.0.0.5" })).toBeUndefined();
  expect(saidOf(readUpstreamConfig, { ...upstream, METRICS_HOST: "10.0.0.5" })).toBeUndefined();
  for (const every of ["0.0.0.0", "::"])
    expect(saidOf(readServerConfig, { METRICS_PORT: "3000", HOST: every })).toBe(said("METRICS_PORT", "PORT", 3000));
});

test("a provider that is switched off may keep its keys", () => {
  expect(saidOf(readUpstreamConfig, { SMS_PROVIDER: "off", SMS_ACCESS_KEY: "a" })).toBeUndefined();
  expect(saidOf(readUpstreamConfig, { SMTP_PORT: "587", S3_REGION: "cn-hangzhou" })).toBeUndefined();
});

test("a password that can't be part of a URL is refused in one line", () => {
  const said = saidOf(readUpstreamConfig, { SMTP_URL: "smtps://u:p%ss@mail.example.com", SMTP_FROM: "a@example.com" });
  expect(said).toBe("SMTP_URL: 用户名和密码中的 % 要写成 %25，或改用 SMTP_USER 和 SMTP_PASSWORD");
});

test("a database's password that breaks its URL, and folders in quotes, are refused by name", () => {
  const said = saidOf(readUpstreamConfig, { DATABASE_URL: "postgres://u:p#ss@127.0.0.1/d" });
  expect(said).toMatch(/^DATABASE_URL: 读不懂；密码里的 .*$/);
  expect(saidOf(readUpstreamConfig, { DATABASE_URL: "postgres://u:p%23ss@127.0.0.1/d" })).toBeUndefined();
  expect(saidOf(readUpstreamConfig, { DATABASE_URL: "postgres://u@/d?host=/run/postgresql" })).toBeUndefined();
  for (const wrong of ['"/srv/data"', "'/srv/data'", "/srv/data "]) {
    for (const name of ["DATA_DIR", "BACKUP_DIR"])
      expect(saidOf(readUpstreamConfig, { [name]: wrong }), wrong).toBe(`${name}: 前后不能有引号或空格`);
    expect(saidOf(readServerConfig, { ASSETS_DIR: wrong })).toBe("ASSETS_DIR: 前后不能有引号或空格");
  }
});

test("picture hosts that would break every page's security policy are refused", () => {
  const hosts = "OBJECT_HOSTS: 要写域名，用英文逗号隔开，如 img.example.com";
  for (const wrong of ["不是 host", "https://img.example.com", "img.example.com; script-src *", "a b"]) {
    expect(saidOf(readAppEnv, { OBJECT_HOSTS: wrong }), wrong).toBe(hosts);
  }
  expect(readAppEnv({ OBJECT_HOSTS: "img.example.com, cdn.example.com:8443" }).objectHosts).toHaveLength(2);
});

const SETTINGS = Object.keys(parseEnv(readFileSync(".env.example", "utf8")));
const SLIPS = [
  "-1",
  "1e400",
  "9".repeat(30),
  "abc",
  "1.5",
  '"1"',
  "'https://a.test'",
  "https://",
  "\u0000",
  "是",
  "1;2",
];

test.each(SETTINGS)("%s is either taken or refused by name, in one line of Chinese, whatever is in it", (name) => {
  for (const read of [readServerConfig, readAppEnv, readUpstreamConfig]) {
    for (const value of SLIPS) {
      const said = saidOf(read, { [name]: value });
      const lines = said?.split("\n") ?? [];
      for (const line of lines) expect(line, value).toMatch(/^[A-Z][A-Z0-9_]+: .*[\u4e00-\u9fff].*$/);
      const names = lines.map((line) => line.split(":")[0]);
      expect(names, value).toHaveLength(new Set(names).size);
    }
    expect(read({ [name]: "  " })).toEqual(read({}));
  }
});
