import { afterEach, describe, expect, test } from "vitest";
import { proxyCheck } from "#app/features/admin/desk/proxy-check.server";
import { configureApp, readAppEnv } from "#app/server/env.server";
import type { ServerArgs } from "#app/server/server-args.server";

afterEach(() => configureApp(readAppEnv({})));

/** The check's state and words for the owner's request, which came with this header from this socket. */
function checked(trustProxy: number, header: string | null, clientIp: string) {
  configureApp(readAppEnv({ TRUST_PROXY: String(trustProxy) }));
  const headers: [string, string][] = header === null ? [] : [["x-forwarded-for", header]];
  const request = new Request("http://127.0.0.1:3000/admin/start", { headers });
  return proxyCheck({ request, context: { clientIp }, params: {} } as unknown as ServerArgs);
}

describe("the setup checklist on proxies", () => {
  test.each([
    ["no proxy", 0, null, "198.51.100.7"],
    ["one", 1, "198.51.100.7", "198.51.100.7"],
    ["two", 2, "198.51.100.7, 203.0.113.9", "198.51.100.7"],
    ["one on an intranet", 1, "10.0.0.7", "10.0.0.7"],
    ["one, of IPv6", 1, "2001:db8::7", "2001:db8::7"],
  ])("accepts %s with a matching setting", (_, trustProxy, header, clientIp) => {
    expect(checked(trustProxy, header, clientIp)).toMatchObject({
      state: "done",
      detail: `你的来访地址是 ${clientIp}`,
    });
  });

  test.each([
    [
      "a proxy that nobody set",
      0,
      "198.51.100.7",
      "127.0.0.1",
      /经过了 1 层代理，TRUST_PROXY 是 0.*127\.0\.0\.1.*设为 1/,
    ],
    [
      "a network of proxies with public addresses",
      1,
      "198.51.100.7, 203.0.113.9",
      "203.0.113.9",
      /2 层.*203\.0\.113\.9.*设为 2/,
    ],
    ["a setting with nothing in front", 1, null, "198.51.100.7", /0 层.*谁都能冒充.*设为 0/],
    ["a setting of too many", 2, "198.51.100.7", "127.0.0.1", /1 层.*谁都能冒充.*设为 1/],
    ["an address with a port", 1, "198.51.100.7:4711", "127.0.0.1", /198\.51\.100\.7:4711 认不出/],
  ])("reports %s", (_, trustProxy, header, clientIp, said) => {
    expect(checked(trustProxy, header, clientIp)).toMatchObject({ state: "open", detail: expect.stringMatching(said) });
  });
});
