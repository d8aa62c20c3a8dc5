import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ConfigError } from "#runtime/config-error";
import { readUpstreamConfig } from "#upstream/config";
import { openResource, sealResource } from "#upstream/services/pay/pay-resource";
import {
  authorizationOf,
  isAuthorized,
  signatureHeaders,
  signatureProblem,
} from "#upstream/services/pay/pay-signature";
import { signPage } from "#upstream/services/wechat/js-sdk";

const NOW = new Date("2026-03-01T08:00:00Z");
const SECONDS = NOW.getTime() / 1000;
const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
const FIXTURE = "tests/fixtures/pay-platform.pem";

test("a page is signed for the JS-SDK as in WeChat's example", () => {
  const ticket = "sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg";
  const page = { nonceStr: "Wm3WZYTPz0wzccnW", timestamp: 1414587457 };
  const signature = "0f9de62fce790f9a083d5c99e95740ceb90c27ed";
  expect(signPage(ticket, { ...page, url: "http://mp.weixin.qq.com?params=value" }).signature).toBe(signature);
  expect(signPage(ticket, { ...page, url: "http://mp.weixin.qq.com?params=value#top#2" }).signature).toBe(signature);
  expect(signPage(ticket, { ...page, url: "http://mp.weixin.qq.com?params=other" }).signature).not.toBe(signature);
});

describe("a resource", () => {
  const KEY = "0123456789abcdef0123456789abcdef";
  const sealed = {
    ciphertext: "Eu6onfHUEIuHuUJ2U2443mIzhnIIlMg=",
    nonce: "abcdefghijkl",
    associated_data: "transaction",
  };

  test("is decrypted and encrypted as by other implementations", () => {
    expect(openResource(KEY, sealed)).toBe('{"a":1}');
    expect(sealResource(KEY, '{"a":1}', "abcdefghijkl", "transaction")).toEqual(sealed);
    expect(openResource(KEY, sealResource(KEY, "没有附加数据", "abcdefghijkl", ""))).toBe("没有附加数据");
  });

  test.each([
    ["another key", { key: KEY.replace("0", "x") }],
    ["other associated data", { associated_data: "refund" }],
    ["another nonce", { nonce: "abcdefghijkm" }],
    ["a changed byte", { ciphertext: `F${sealed.ciphertext.slice(1)}` }],
    ["a cut tag", { ciphertext: sealed.ciphertext.slice(0, 24) }],
    ["less than a tag", { ciphertext: "AAAA" }],
    ["a nonce of another length", { nonce: "abc" }],
  ] as [string, { key?: string }][])("can't be decrypted with %s", (_, { key = KEY, ...change }) => {
    expect(() => openResource(key, { ...sealed, ...change })).toThrow();
  });
});

describe("the signature of a request", () => {
  const signed = { method: "POST", path: "/v3/pay/x?mchid=1", body: '{"a":"中"}', timestamp: SECONDS, nonce: "n0nce" };
  const signer = { mchId: "1900", serial: "ABC", privateKey: pair.privateKey };
  const authority = { mchId: "1900", serial: "ABC", publicKey: pair.publicKey, now: NOW };
  const authorization = authorizationOf(signed, signer);

  test("identifies the signer, and covers method, path with query, time, nonce and body", () => {
    expect(authorization).toMatch(
      /^WECHATPAY2-SHA256-RSA2048 mchid="1900",serial_no="ABC",timestamp="\d+",nonce_str="n0nce",signature="[\w+/=]+"$/,
    );
    expect(isAuthorized(authorization, signed, authority)).toBe(true);
    for (const change of [{ method: "GET" }, { path: "/v3/pay/x?mchid=2" }, { body: '{"a":"文"}' }]) {
      expect(isAuthorized(authorization, { ...signed, ...change }, authority)).toBe(false);
    }
    expect(isAuthorized(authorization.replace("n0nce", "nonce"), signed, authority)).toBe(false);
    expect(isAuthorized(authorization, signed, { ...authority, publicKey: other.publicKey })).toBe(false);
    expect(isAuthorized(authorization, signed, { ...authority, serial: "ABD" })).toBe(false);
    expect(isAuthorized(authorization, signed, { ...authority, now: new Date(NOW.getTime() + 301_000) })).toBe(false);
    expect(isAuthorized("", signed, authority)).toBe(false);
  });
});

describe("a signature by WeChat Pay", () => {
  const body = '{"id":"EV-1","summary":"支付成功"}';
  const headers = (change: Partial<{ timestamp: number; serial: string; privateKey: typeof pair.privateKey }> = {}) => {
    const { timestamp = SECONDS, serial = "PUB_KEY_ID_1", privateKey = pair.privateKey } = change;
    return signatureHeaders({ body, timestamp, nonce: "abc" }, { serial, privateKey });
  };
  const keys = new Map([["PUB_KEY_ID_1", pair.publicKey]]);
  const problem = (given: Record<string, string>, bytes = Buffer.from(body)) =>
    signatureProblem(keys, (name) => given[name] ?? null, bytes, NOW);

  test("is accepted for exactly the signed bytes, even if there are none", () => {
    expect(problem(headers())).toBeNull();
    expect(problem(headers(), Buffer.from(`${body} `))).toBe("the signature is wrong");
    expect(problem(headers(), Buffer.from(JSON.stringify(JSON.parse(body), null, 1)))).toBe("the signature is wrong");
    const empty = signatureHeaders(
      { body: "", timestamp: SECONDS, nonce: "n" },
      { serial: "PUB_KEY_ID_1", privateKey: pair.privateKey },
    );
    expect(problem(empty, Buffer.alloc(0))).toBeNull();
  });

  test("is accepted for 300 seconds before and after", () => {
    for (const age of [-300, 300]) expect(problem(headers({ timestamp: SECONDS - age }))).toBeNull();
    for (const age of [-301, 301]) expect(problem(headers({ timestamp: SECONDS - age }))).toBe("signed too long ago");
    for (const timestamp of ["", "x", "1e9", "-5", "9".repeat(40)]) {
      expect(problem({ ...headers(), "wechatpay-timestamp": timestamp })).not.toBeNull();
    }
  });

  test("is refused without a header, with an unknown key, with somebody else's, and as a probe", () => {
    for (const name of ["timestamp", "nonce", "signature", "serial"]) {
      const { [`wechatpay-${name}`]: _, ...rest } = headers();
      expect(problem(rest)).toBe("not signed");
    }
    expect(problem(headers({ serial: "PUB_KEY_ID_2" }))).toMatch(/not known/);
    expect(problem(headers({ privateKey: other.privateKey }))).toBe("the signature is wrong");
    const probe = `WECHATPAY/SIGNTEST/${headers()["wechatpay-signature"]}`;
    expect(problem({ ...headers(), "wechatpay-signature": probe })).toMatch(/probe/);
    for (const signature of ["!", "AAAA", "中文"]) {
      expect(problem({ ...headers(), "wechatpay-signature": signature })).toBe("the signature is wrong");
    }
  });
});

describe("the settings", () => {
  const pem = (key: typeof pair.privateKey) => String(key.export({ type: "pkcs8", format: "pem" }));
  const publicPem = String(pair.publicKey.export({ type: "spki", format: "pem" }));
  const WHOLE = {
    APP_MODE: "production",
    PUBLIC_ORIGIN: "https://example.com",
    SECRET_KEY: "r7Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSa",
    WECHAT_MP_APP_ID: "wx1",
    WECHAT_MP_APP_SECRET: "s",
    WXPAY_MCH_ID: "1900",
    WXPAY_SERIAL: "ABC",
    WXPAY_PRIVATE_KEY: pem(pair.privateKey),
    WXPAY_API_V3_KEY: "k".repeat(32),
    WXPAY_PUBLIC_KEY: publicPem,
    WXPAY_PUBLIC_KEY_ID: "PUB_KEY_ID_1",
  };
  const read = (change: Record<string, string> = {}) => readUpstreamConfig({ ...WHOLE, ...change });
  const keysOf = (change?: Record<string, string>) => {
    const { pay } = read(change);
    return pay.kind === "wechat" ? pay.account.platformKeys : new Map();
  };
  const problems = (change: Record<string, string>): string => {
    try {
      read(change);
      return "";
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as ConfigError).message;
    }
  };

  test("none: a fake in the demo, no payments in production", () => {
    expect(readUpstreamConfig({})).toMatchObject({ pay: { kind: "fake" }, officialAccount: { kind: "fake" } });
    const bare = {
      APP_MODE: "production",
      PUBLIC_ORIGIN: "https://example.com",
      SECRET_KEY: "r7Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSa",
    };
    expect(readUpstreamConfig(bare)).toMatchObject({ pay: { kind: "off" }, officialAccount: { kind: "off" } });
  });

  test("the public key, platform certificates, or both; as PEM, as PEM without line ends, or as files", () => {
    expect([...keysOf().keys()]).toEqual(["PUB_KEY_ID_1"]);
    expect(keysOf({ WXPAY_PUBLIC_KEY: publicPem.replaceAll("\n", "\\n") }).size).toBe(1);
    const serial = new X509Certificate(readFileSync(FIXTURE)).serialNumber;
    expect([...keysOf({ WXPAY_CERTIFICATE: FIXTURE }).keys()]).toEqual([serial, "PUB_KEY_ID_1"]);
    expect([...keysOf({ WXPAY_CERTIFICATE: FIXTURE, WXPAY_PUBLIC_KEY: "", WXPAY_PUBLIC_KEY_ID: "" }).keys()]).toEqual([
      serial,
    ]);
  });

  test("a signature by a platform certificate's key is accepted by its serial number", () => {
    const body = "{}";
    const keys = keysOf({ WXPAY_CERTIFICATE: FIXTURE });
    const [serial = ""] = keys.keys();
    const privateKey = createPrivateKey(readFileSync(FIXTURE));
    const headers = signatureHeaders({ body, timestamp: SECONDS, nonce: "n" }, { serial, privateKey });
    expect(signatureProblem(keys, (name) => headers[name] ?? null, Buffer.from(body), NOW)).toBeNull();
  });

  test.each([
    [{ WECHAT_MP_APP_SECRET: "" }, "WECHAT_MP_APP_SECRET"],
    [{ WECHAT_MP_APP_ID: "", WECHAT_MP_APP_SECRET: "" }, "WECHAT_MP_APP_ID"],
    [{ WXPAY_SERIAL: "" }, "WXPAY_SERIAL"],
    [{ WXPAY_PRIVATE_KEY: "" }, "WXPAY_PRIVATE_KEY"],
    [{ WXPAY_PRIVATE_KEY: "/nowhere/key.pem" }, "WXPAY_PRIVATE_KEY: 读不出密钥（ENOENT）"],
    [{ WXPAY_PRIVATE_KEY: "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----" }, "WXPAY_PRIVATE_KEY"],
    [{ WXPAY_API_V3_KEY: "short" }, "WXPAY_API_V3_KEY: 应当正好是 32 个字符"],
    [{ WXPAY_PUBLIC_KEY_ID: "" }, "WXPAY_PUBLIC_KEY"],
    [{ WXPAY_PUBLIC_KEY: "", WXPAY_PUBLIC_KEY_ID: "" }, "WXPAY_PUBLIC_KEY"],
    [{ WXPAY_CERTIFICATE: publicPem }, "WXPAY_CERTIFICATE"],
    [{ WXPAY_BASE: "http://127.0.0.1:1" }, "WXPAY_BASE: 正式的站要用 https"],
  ] as [Record<string, string>, string][])(
    "%# are refused at start, without a secret in the message",
    (change, told) => {
      const message = problems(change);
      expect(message).toContain(told);
      expect(message).not.toContain("c2VjcmV0");
      expect(message.split("\n")).toHaveLength(1);
    },
  );
});
