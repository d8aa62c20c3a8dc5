import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const TOKEN = "abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE";

type Session = typeof import("#app/server/cookies/session.server");

/** The module with this public origin. */
async function sessionAt(origin: string): Promise<Session> {
  vi.resetModules();
  vi.stubEnv("APP_MODE", "demo");
  vi.stubEnv("PUBLIC_ORIGIN", origin);
  return import("#app/server/cookies/session.server");
}
afterEach(() => vi.unstubAllEnvs());

const requestWith = (cookie?: string) => new Request("http://site.test/", cookie ? { headers: { cookie } } : {});

describe.each([
  ["https", "https://shequ.test", "__Host-token"],
  ["http", "http://127.0.0.1:3000", "token"],
])("over %s", (scheme, origin, name) => {
  let session: Session;
  beforeEach(async () => {
    session = await sessionAt(origin);
  });

  test("the cookie is sent to this site's server only", () => {
    const secure = scheme === "https" ? " Secure;" : "";
    expect(session.setToken(TOKEN)).toBe(`${name}=${TOKEN}; Max-Age=7776000; Path=/; HttpOnly;${secure} SameSite=Lax`);
    expect(session.clearToken()).toBe(`${name}=; Max-Age=0; Path=/; HttpOnly;${secure} SameSite=Lax`);
    expect(session.setToken("t".repeat(200)).length).toBeLessThan(4096);
  });

  test("a token is read back, among other cookies too", () => {
    expect(session.tokenOf(requestWith(`${name}=${TOKEN}`))).toBe(TOKEN);
    expect(session.tokenOf(requestWith(`a=b; ${name}=${TOKEN}; c="d"; e`))).toBe(TOKEN);
  });

  test("a malformed token is ignored", () => {
    for (const value of [
      "",
      "short",
      "x".repeat(201),
      `${TOKEN} `,
      "a b c d e f g h i j k l",
      "%zz",
      `${TOKEN}\r\nX: y`,
      "中".repeat(30),
    ]) {
      const cookie = `${name}=${encodeURI(value).replace("%25zz", "%zz")}`;
      expect(session.tokenOf(requestWith(cookie)), value).toSatisfy((token) => token === null || token === TOKEN);
    }
    expect(session.tokenOf(requestWith())).toBeNull();
    expect(session.tokenOf(requestWith(`${name}=x y`))).toBeNull();
  });

  test("the first of two cookies counts, and another site's name for it does not", () => {
    const other = scheme === "https" ? "token" : "__Host-token";
    expect(session.tokenOf(requestWith(`${other}=${TOKEN}`))).toBeNull();
    expect(session.tokenOf(requestWith(`${name}=${TOKEN}; ${name}=${"z".repeat(43)}`))).toBe(TOKEN);
  });
});

test("a page is shared unless one of our cookies came with the request", async () => {
  const { hasOwnCookie } = await sessionAt("http://127.0.0.1:3000");
  for (const header of ["token=", "a=b; token=c", "a=b;token=c", "__Host-token=x", "flash=1", "x=token; flash="]) {
    expect(hasOwnCookie(header), header).toBe(true);
  }
  for (const header of [undefined, "", "mytoken=1", "token2=1", "a=token=1", "acw_tc=1; SERVERID=2"]) {
    expect(hasOwnCookie(header), String(header)).toBe(false);
  }
});
