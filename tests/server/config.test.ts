import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { availableParallelism } from "node:os";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { readAppEnv } from "#app/server/env.server";
import { readServerConfig } from "#server/config";
import { clientIp } from "#server/request/client-ip";
import { readUpstreamConfig } from "#upstream/config";
import { POSTGRES_LIMITS } from "#upstream/db/postgres";

const READERS = [readServerConfig, readAppEnv, readUpstreamConfig];
const message = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    expect((error as Error).name).toBe("ConfigError");
    return (error as Error).message;
  }
  return "";
};

describe("an empty environment", () => {
  test("is the demo on this machine", () => {
    expect(readServerConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      publicOrigin: "http://127.0.0.1:3000",
      secure: false,
      embedded: true,
      trustProxy: 0,
      development: false,
    });
    expect(readAppEnv({})).toMatchObject({ mode: "demo", upstreamUrl: null, upstreamTimeout: 10_000 });
    expect(readUpstreamConfig({})).toMatchObject({
      mode: "demo",
      database: { kind: "sqlite", file: "./data/shequ.db" },
      objects: { kind: "local" },
    });
  });

  test("also means variables that are set to nothing", () => {
    const names = ["PORT", "HOST", "PUBLIC_ORIGIN", "UPSTREAM_PORT", "ALLOW_INSECURE_ORIGIN", "UPSTREAM_TIMEOUT_MS"];
    const empty = Object.fromEntries(names.map((name) => [name, ""]));
    for (const read of READERS) expect(read(empty)).toEqual(read({}));
  });

  test("has the defaults of .env.example, variable by variable", () => {
    const example = Object.fromEntries(
      readFileSync(".env.example", "utf8")
        .split("\n")
        .filter((line) => /^[A-Z]/.test(line))
        .map((line): [string, string] => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
    for (const read of READERS) expect(read(example)).toEqual(read({}));
    const known = new Set(Object.keys(example));
    for (const file of ["server/config.ts", "app/server/env.server.ts", "upstream/config/environment.ts"]) {
      const names = [...readFileSync(file, "utf8").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
      expect(names.length).toBeGreaterThan(3);
      for (const name of names) if (name !== "NODE_ENV") expect(known, `${file}: ${name}`).toContain(name);
    }
  });
});

/** Read, but set by our scripts and by npm. */
const NO_SETTINGS = ["NODE_ENV", "INIT_CWD"];

describe("every setting", () => {
  const example = readFileSync(".env.example", "utf8");
  const listed = [...example.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name ?? "");
  const files = ["server/config.ts", "app/server/env.server.ts", "upstream/config/environment.ts"];
  const sources = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const read = new Set([...sources.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? ""));

  test("of .env.example is read somewhere, and listed once", () => {
    expect(listed.filter((name) => !read.has(name))).toEqual([]);
    expect(listed).toHaveLength(new Set(listed).size);
  });

  test("that the handbook or the readme names exists", () => {
    const named = ["docs/operations.md", "README.md"].flatMap((file) => [
      ...readFileSync(file, "utf8").matchAll(/(?:`|\s)([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?=[`=])/g),
    ]);
    expect(named.length).toBeGreaterThan(20);
    for (const [, name] of named) expect(listed).toContain(name);
  });

  test("of the sample for systemd exists, and those left empty are what production asks for", () => {
    const sample = parseEnv(readFileSync("deploy/systemd/env", "utf8")) as Record<string, string>;
    for (const name of Object.keys(sample)) expect(listed).toContain(name);
    const asked = [readAppEnv, readUpstreamConfig].map((read) => message(() => read(sample))).join("\n");
    for (const name of ["PUBLIC_ORIGIN", "SECRET_KEY", "HASHID_SALT"])
      expect(asked).toMatch(new RegExp(`^${name}: `, "m"));
    expect(asked).not.toContain("APP_MODE");
  });

  test("that is read anywhere is in .env.example", () => {
    const beside = ["app", "server", "upstream"]
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
      )
      .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/process\.env\.([A-Z][A-Z0-9_]*)/g)])
      .map(([, name]) => name ?? "");
    expect(beside).not.toEqual([]);
    for (const name of beside) expect([...listed, ...NO_SETTINGS]).toContain(name);
  });
});

describe("the web server's settings", () => {
  test("links lead to this machine and port unless an origin is given", () => {
    expect(readServerConfig({ PORT: "4000" }).publicOrigin).toBe("http://127.0.0.1:4000");
    expect(readServerConfig({ PUBLIC_ORIGIN: "https://shequ.test/" })).toMatchObject({
      publicOrigin: "https://shequ.test",
      secure: true,
    });
    expect(readServerConfig({ UPSTREAM_API_URL: "http://upstream:3100" }).embedded).toBe(false);
    expect(readServerConfig({ PAGE_CACHE_MB: "0.5" }).pageCacheBytes).toBe(512 * 1024);
  });

  test.each([
    { PORT: "65536" },
    { PORT: "-1" },
    { PORT: "80.5" },
    { PORT: "http" },
    { PUBLIC_ORIGIN: "shequ.test" },
    { PUBLIC_ORIGIN: "javascript:alert(1)" },
    { PUBLIC_ORIGIN: "ftp://shequ.test" },
    { PUBLIC_ORIGIN: "https://shequ.test/forum" },
    { PUBLIC_ORIGIN: "https://shequ.test/?a=b" },
    { PUBLIC_ORIGIN: "https://somebody:secret@shequ.test" },
    { TRUST_PROXY: "true" },
    { TRUST_PROXY: "-1" },
    { PAGE_CACHE_MB: "lots" },
    { WORKERS: "0" },
    { WORKERS: "two" },
    { WORKERS: "65" },
  ])("%o is refused by name", (env) => {
    expect(message(() => readServerConfig(env))).toMatch(new RegExp(`^${Object.keys(env)[0]}: `));
  });

  test("set the number of processes; several need a shared secret, and the demo has one process", () => {
    const production = { APP_MODE: "production", SECRET_KEY: "of all of them" };
    expect(readServerConfig({ ...production, WORKERS: "2" }).workers).toBe(2);
    expect(readServerConfig({ ...production, WORKERS: "auto" }).workers).toBe(Math.min(4, availableParallelism()));
    expect(readServerConfig({ NODE_ENV: "development", WORKERS: "2" }).workers).toBe(1);
    expect(message(() => readServerConfig({ WORKERS: "2" }))).toMatch(/^WORKERS: 演示只能用一个进程/);
    expect(message(() => readServerConfig({ APP_MODE: "production", WORKERS: "2" }))).toMatch(
      /^WORKERS: 几个进程要有同一个/,
    );
    expect(message(() => readServerConfig({ WORKERS: "no" }))).toMatch(/^WORKERS: 写一个 1 到 64 的整数/);
  });

  test("every problem is reported, one per line", () => {
    expect(message(() => readServerConfig({ PORT: "x", TRUST_PROXY: "y" })).split("\n")).toHaveLength(2);
  });
});

describe("the app's settings", () => {
  test("hosts are a list", () => {
    expect(readAppEnv({ OBJECT_HOSTS: " a.test, b.test ,," }).objectHosts).toEqual(["a.test", "b.test"]);
  });

  test.each([
    ["https://s3.test", "", ["https://s3.test"]],
    ["http://127.0.0.1:9000/", "", ["http://127.0.0.1:9000"]],
    ["https://oss-cn-hangzhou.aliyuncs.com", "", ["https://files.oss-cn-hangzhou.aliyuncs.com"]],
    ["https://s3.test", "https://cdn.test/files", ["https://s3.test", "https://cdn.test"]],
  ])("a bucket at %s, read at %j, is where browsers read and send files", (S3_ENDPOINT, S3_PUBLIC_URL, origins) => {
    const settings = { S3_ENDPOINT, S3_PUBLIC_URL, S3_BUCKET: "files" };
    expect(readAppEnv(settings).objectOrigins).toEqual(origins);
    const keys = { S3_ACCESS_KEY: "a", S3_SECRET_KEY: "s" };
    const { objects } = readUpstreamConfig({ ...settings, ...keys });
    const address = new URL(objects.kind === "s3" ? objects.publicUrl : "http://none.test");
    expect(origins).toContain(address.origin);
  });

  test("production requires its own salt, and icons over https", () => {
    const production = { APP_MODE: "production", PUBLIC_ORIGIN: "https://shequ.test", HASHID_SALT: "盐:7f3a" };
    expect(readAppEnv(production).hashidSalt).toBe("盐:7f3a");
    for (const HASHID_SALT of ["", "shequ", "changeme", "…"]) {
      expect(message(() => readAppEnv({ ...production, HASHID_SALT }))).toMatch(/^HASHID_SALT: /);
    }
    expect(message(() => readAppEnv({ ...production, ICON_FALLBACK_URL: "http://icons.test" }))).toMatch(/^ICON_F/);
  });

  test.each([readAppEnv, readUpstreamConfig])("a public origin needs a mode that is written out: %o", (read) => {
    expect(message(() => read({ PUBLIC_ORIGIN: "https://shequ.test" }))).toMatch(/^APP_MODE: .*APP_MODE=production/);
    expect(read({ PUBLIC_ORIGIN: "https://shequ.test", APP_MODE: "demo" }).mode).toBe("demo");
    expect(read({ PUBLIC_ORIGIN: "http://192.168.1.2:3000" }).mode).toBe("demo");
  });

  test.each([
    { APP_MODE: "prod" },
    { UPSTREAM_API_URL: "upstream:3100" },
    { UPSTREAM_TIMEOUT_MS: "0" },
    { ICON_FALLBACK_URL: "//icons.test" },
  ])("%o is refused by name", (env) => {
    expect(message(() => readAppEnv(env))).toMatch(new RegExp(`^${Object.keys(env)[0]}: `));
  });
});

describe("the upstream's settings", () => {
  const production = {
    APP_MODE: "production",
    SECRET_KEY: "r7Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSa",
    PUBLIC_ORIGIN: "https://shequ.test",
  };

  test("production requires a secret and https", () => {
    expect(readUpstreamConfig(production).mode).toBe("production");
    expect(message(() => readUpstreamConfig({ ...production, SECRET_KEY: "short" }))).toMatch(/^SECRET_KEY: /);
    for (const weak of ["a".repeat(64), "abc1".repeat(16), "please-change-me-please-change-me-0"]) {
      expect(
        message(() => readUpstreamConfig({ ...production, SECRET_KEY: weak })),
        weak,
      ).toMatch(/^SECRET_KEY: /);
    }
    for (const name of ["S3_ENDPOINT", "S3_PUBLIC_URL"]) {
      const bucket = { S3_ENDPOINT: "https://s3.test", S3_BUCKET: "b", S3_ACCESS_KEY: "a", S3_SECRET_KEY: "s" };
      const problems = message(() => readUpstreamConfig({ ...production, ...bucket, [name]: "http://s3.test" }));
      expect(problems).toMatch(new RegExp(`^${name}: `));
    }
    expect(message(() => readUpstreamConfig({ ...production, PUBLIC_ORIGIN: "http://shequ.test" }))).toMatch(
      /^PUBLIC_ORIGIN: /,
    );
    expect(
      readUpstreamConfig({ ...production, PUBLIC_ORIGIN: "http://127.0.0.1", ALLOW_INSECURE_ORIGIN: "1" }).mode,
    ).toBe("production");
  });

  test("external services are fakes in the demo and off in production, unless configured", () => {
    expect(readUpstreamConfig({})).toMatchObject({ sms: { kind: "fake" }, wechat: { kind: "fake" } });
    expect(readUpstreamConfig(production)).toMatchObject({ sms: { kind: "off" }, wechat: { kind: "off" } });
    const keys = { SMS_ACCESS_KEY: "a", SMS_SECRET_KEY: "s", SMS_SIGN_NAME: "社区", SMS_TEMPLATE: "t" };
    const aliyun = { ...production, ...keys, SMS_PROVIDER: "aliyun" };
    expect(readUpstreamConfig(aliyun).sms).toMatchObject({
      kind: "aliyun",
      endpoint: "https://dysmsapi.aliyuncs.com",
      accessKeyId: "a",
    });
    const tencent = { ...production, ...keys, SMS_PROVIDER: "tencent", SMS_APP_ID: "1400" };
    expect(readUpstreamConfig(tencent).sms).toMatchObject({ kind: "tencent", sdkAppId: "1400" });
    const wechat = { ...production, WECHAT_APP_ID: "wx1", WECHAT_APP_SECRET: "s" };
    expect(readUpstreamConfig(wechat).wechat).toMatchObject({ apiBase: "https://api.weixin.qq.com", appId: "wx1" });
    const loopback = { ...aliyun, SMS_ENDPOINT: "http://127.0.0.1:1", ALLOW_INSECURE_ORIGIN: "1" };
    expect(readUpstreamConfig(loopback).sms).toMatchObject({ endpoint: "http://127.0.0.1:1" });
    for (const [name, env] of [
      ["SMS_PROVIDER", { ...production, SMS_PROVIDER: "fake" }],
      ["SMS_PROVIDER", { SMS_PROVIDER: "pigeon" }],
      ["SMS_SECRET_KEY", { ...aliyun, SMS_SECRET_KEY: "" }],
      ["SMS_TEMPLATE", { ...aliyun, SMS_TEMPLATE: "" }],
      ["SMS_APP_ID", { ...tencent, SMS_APP_ID: "" }],
      ["SMS_ENDPOINT", { ...aliyun, SMS_ENDPOINT: "http://sms.test" }],
      ["SMS_DAILY_BUDGET", { SMS_DAILY_BUDGET: "0" }],
      ["SMS_PRICE", { SMS_PRICE: "-1" }],
      ["WECHAT_APP_SECRET", { ...wechat, WECHAT_APP_SECRET: "" }],
      ["WECHAT_API_BASE", { ...wechat, WECHAT_API_BASE: "http://api.test" }],
      ["WECHAT_OPEN_BASE", { ...wechat, WECHAT_OPEN_BASE: "javascript:0" }],
    ] as const) {
      expect(message(() => readUpstreamConfig(env))).toMatch(new RegExp(`^${name}: `));
    }
  });

  test("PostgreSQL and object storage are configured by URL", () => {
    expect(readUpstreamConfig({ DATABASE_URL: "postgres://u@h/d" }).database).toEqual({
      kind: "postgres",
      url: "postgres://u@h/d",
      limits: POSTGRES_LIMITS,
    });
    const few = readUpstreamConfig({ DATABASE_URL: "postgres://u@h/d", DATABASE_POOL_MAX: "3" }).database;
    expect(few).toMatchObject({ limits: { poolMax: 3 } });
    expect(message(() => readUpstreamConfig({ DATABASE_LOCK_TIMEOUT_MS: "0" }))).toMatch(/^DATABASE_LOCK_TIMEOUT_MS: /);
    const s3 = { S3_ENDPOINT: "https://s3.test", S3_BUCKET: "b", S3_ACCESS_KEY: "a", S3_SECRET_KEY: "s" };
    expect(readUpstreamConfig(s3).objects).toMatchObject({ kind: "s3", bucket: "b" });
    expect(message(() => readUpstreamConfig({ ...s3, S3_BUCKET: "" }))).toMatch(/^S3_ENDPOINT: /);
    expect(message(() => readUpstreamConfig({ DATABASE_URL: "sqlite:x" }))).toMatch(/^DATABASE_URL: /);
  });
});

describe("the address of a reader", () => {
  const from = (address: string, forwarded?: string | string[]) =>
    ({
      socket: { remoteAddress: address },
      headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
    }) as unknown as IncomingMessage;

  test.each([
    [0, undefined, "10.0.0.1"],
    [0, "192.0.2.1", "10.0.0.1"],
    [1, undefined, "10.0.0.1"],
    [1, "192.0.2.1", "192.0.2.1"],
    [1, "203.0.113.9, 192.0.2.1", "192.0.2.1"],
    [2, "203.0.113.9, 192.0.2.1, 10.0.0.2", "192.0.2.1"],
    [2, "192.0.2.1", "10.0.0.1"],
    [1, " 2001:db8::1 ", "2001:db8::1"],
    [1, "junk", "10.0.0.1"],
    [1, "192.0.2.1:4711", "10.0.0.1"],
    [1, "'; drop table users", "10.0.0.1"],
    [1, "", "10.0.0.1"],
    [3, ",,", "10.0.0.1"],
  ] as [number, string | undefined, string][])("behind %i proxies, told %s: %s", (proxies, forwarded, address) => {
    expect(clientIp(from("10.0.0.1", forwarded), proxies)).toBe(address);
  });
});
