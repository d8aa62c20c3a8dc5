import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loginData } from "#app/contract/people/user";

const TOKEN = "abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE";
/** Tokens of our upstream and of others. */
const TOKENS = {
  ours: TOKEN,
  "a JWT": `${"eyJhbGciOiJIUzI1NiJ9".repeat(3)}.${"eyJzdWIiOiIxIn0".repeat(60)}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`,
  Base64: "b0+kR/7wKJ3vY2m5cA9xUQ==",
  "a number in hexadecimal": "3f9a0c5e7b1d2468",
};

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
    expect(session.setToken("+".repeat(3000)).length).toBeLessThan(4096);
  });

  test("a token is read back, among other cookies too", () => {
    expect(session.tokenOf(requestWith(`${name}=${TOKEN}`))).toBe(TOKEN);
    expect(session.tokenOf(requestWith(`a=b; ${name}=${TOKEN}; c="d"; e`))).toBe(TOKEN);
  });

  test.each(Object.entries(TOKENS))("%s is read back", (_, token) => {
    const [cookie = ""] = session.setToken(token).split(";");
    expect(session.tokenOf(requestWith(cookie))).toBe(token);
    expect(session.hasBrokenToken(requestWith(cookie))).toBe(false);
    expect(session.tokenOf(session.withToken({ request: requestWith() }, token).request)).toBe(token);
    expect(loginData.shape.token.safeParse(token).success).toBe(true);
  });

  test("what would not be read back is no token for a login either", () => {
    for (const value of [
      "",
      "short",
      "x".repeat(3001),
      `${TOKEN} `,
      `${TOKEN};`,
      `${TOKEN}%20`,
      `${TOKEN}"`,
      `=${TOKEN}`,
    ]) {
      const [cookie = ""] = session.setToken(value).split(";");
      expect(session.tokenOf(requestWith(cookie)), value).toBeNull();
      expect(session.hasBrokenToken(requestWith(cookie)), value).toBe(true);
      expect(loginData.shape.token.safeParse(value).success, value).toBe(false);
    }
    expect(session.hasBrokenToken(requestWith("a=b"))).toBe(false);
    expect(session.hasBrokenToken(requestWith())).toBe(false);
  });

  test("a malformed token is ignored", () => {
    for (const value of [
      "",
      "short",
      "x".repeat(3001),
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

test("what decides something on a page makes it one's own, and what forms and the web server read does not", async () => {
  const { hasOwnCookie, onlyTokenIn, hasToken } = await sessionAt("http://127.0.0.1:3000");
  const { COOKIES, ownCookie } = await import("#app/server/cookies/own-cookie.server");
  for (const [name, use] of Object.entries(COOKIES)) {
    expect(hasToken(`${name}=1`), name).toBe(use === "login");
    expect(hasOwnCookie(`${name}=1`), name).toBe(use === "login" || use === "page");
    expect(onlyTokenIn(`${name}=1; token=${TOKEN}`) === null, name).toBe(use === "page" || use === "login");
    expect(onlyTokenIn(`__Host-${name}=1; token=${TOKEN}`) === null, name).toBe(use === "page");
  }
  // @ts-expect-error: a cookie that the table does not list
  ownCookie("sixth");
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
