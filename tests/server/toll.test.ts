import { createHash } from "node:crypto";
import { Script } from "node:vm";
import { decode } from "turbo-stream";
import { describe, expect, test } from "vitest";
import { reloadData } from "#framework/server/reload-data";
import { createTolls } from "#server/admission/toll";
import { TOLL_PAGE_POLICY, tollPage } from "#server/admission/toll-page";
import { solve } from "./solve-toll";

const KEY = Buffer.alloc(32, 7);
const setUp = (key = KEY) => {
  const clock = { now: Date.parse("2026-11-24T08:00:00Z") };
  return { clock, tolls: createTolls(key, () => clock.now) };
};
const header = (setCookie: string | null) => setCookie?.split(";")[0] ?? "";
const MINUTE = 60_000;

describe("a toll", () => {
  test("is paid with the requested solution, and valid for an hour in every process with that key", () => {
    const { tolls, clock } = setUp();
    const challenge = tolls.challenge();
    const number = solve(challenge);
    expect(tolls.pay(challenge.salt, `${number + 1}`)).toBeNull();
    const cookie = tolls.pay(challenge.salt, `${number}`);
    expect(cookie).toMatch(/^toll=w.*HttpOnly/);
    const toll = tolls.read(header(cookie), 0);
    expect(toll).toMatchObject({ paidBy: "work" });
    const elsewhere = createTolls(KEY, () => clock.now);
    expect(elsewhere.read(`a=b; ${header(cookie)}`, 0)).toEqual(toll);
    expect(setUp(Buffer.alloc(32, 8)).tolls.read(header(cookie), 0)).toBeNull();
    clock.now += 59 * MINUTE;
    expect(tolls.read(header(cookie), 0)).toEqual(toll);
    clock.now += 2 * MINUTE;
    expect(tolls.read(header(cookie), 0)).toBeNull();
  });

  test("counts once, however often its solution is sent", () => {
    const { tolls, clock } = setUp();
    const challenge = tolls.challenge();
    const paid = [0, 1, 2].map((minutes) => {
      clock.now += minutes * MINUTE;
      return tolls.read(header(tolls.pay(challenge.salt, `${solve(challenge)}`)), 0);
    });
    expect(paid[1]).toEqual(paid[0]);
    expect(paid[2]).toEqual(paid[0]);
    expect(tolls.challenge().salt).not.toBe(challenge.salt);
  });

  test("is not paid with an old solution, with another's salt, or with none", () => {
    const { tolls, clock } = setUp();
    const challenge = tolls.challenge();
    const number = `${solve(challenge)}`;
    expect(setUp(Buffer.alloc(32, 8)).tolls.pay(challenge.salt, number)).toBeNull();
    for (const salt of ["", "x", `${challenge.salt}x`, "zzzzzzzzzzzz.AAAAAAAAAAAAAAAA"])
      expect(tolls.pay(salt, number)).toBeNull();
    for (const given of ["", "x", "-1", "1e9"]) expect(tolls.pay(challenge.salt, given)).toBeNull();
    clock.now += 11 * MINUTE;
    expect(tolls.pay(challenge.salt, number)).toBeNull();
  });

  test("can be paid by waiting for some time", () => {
    const { tolls, clock } = setUp();
    const cookie = header(tolls.wait());
    expect(tolls.read(cookie, 4_000)).toBe("waits");
    clock.now += 5_000;
    expect(tolls.read(cookie, 4_000)).toMatchObject({ paidBy: "waiting" });
    // A clock that was set back: waiting times are not negative.
    clock.now -= 30_000;
    expect(tolls.read(cookie, 4_000)).toBe("waits");
    clock.now -= 60 * MINUTE;
    expect(tolls.read(cookie, 4_000)).toBeNull();
  });

  test("can't be forged or backdated", () => {
    const { tolls, clock } = setUp();
    const cookie = header(tolls.wait());
    clock.now += 5_000;
    expect(tolls.read(cookie.replace("=t", "=w"), 0)).toBeNull();
    for (const made of ["toll=", "toll=w", "toll=wabc.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA", "token=x", undefined]) {
      expect(tolls.read(made, 0)).toBeNull();
    }
  });
});

describe("its page", () => {
  const asked = { heading: "现在访问的人太多了", seconds: 5, address: '/search/all?q="><script>alert(1)</script>' };

  test("runs only its own script, and uses nothing of the URL as markup", () => {
    const html = tollPage(asked, setUp().tolls.challenge());
    const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? "");
    expect(scripts).toHaveLength(1);
    const hash = createHash("sha256")
      .update(scripts[0] ?? "")
      .digest("base64");
    expect(TOLL_PAGE_POLICY).toContain(`script-src 'sha256-${hash}'`);
    expect(TOLL_PAGE_POLICY).toContain("form-action 'self'");
    expect(() => new Script(scripts[0] ?? "")).not.toThrow();
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript>');
  });

  test("redirects nowhere else", () => {
    const html = tollPage({ ...asked, address: "//evil.example/" }, setUp().tolls.challenge());
    expect(html).toContain('name="to" value="/"');
  });
});

describe("data of a page", () => {
  const read = async (address: string) => {
    const answer = reloadData(address);
    if (!answer) return null;
    const body = new Blob([answer.body]).stream() as ReadableStream<Uint8Array>;
    const plugin = (type: string, value: unknown) =>
      type === "SingleFetchRedirect" ? ({ value } as { value: unknown }) : undefined;
    return (await decode(body, { plugins: [plugin as never] })).value;
  };

  test.each([
    ["/question.data?page=2", "/question?page=2"],
    ["/_root.data", "/"],
    ["/search/all.data?q=%E6%95%B0", "/search/all?q=%E6%95%B0"],
  ])("%s leads to %s, as a document", async (address, redirect) => {
    expect(await read(address)).toEqual({ redirect, status: 302, revalidate: false, reload: true, replace: false });
  });

  test.each(["/question", "/question.data?_routes=root", "/a.database"])("%s is answered as it is", async (address) => {
    expect(await read(address)).toBeNull();
  });
});
