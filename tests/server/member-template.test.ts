import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { PAGE_DATA } from "#framework/server/whole-page";
import { createPlaceholders, type Identity, withPlaceholders } from "#server/pages/member-identity";
import { fill, templateOf } from "#server/pages/member-template";
import type { Page } from "#server/pages/page";

const placeholders = createPlaceholders();

/** A page as rendered by the app: markup, then the loaders' data. */
function pageOf(markup: string, data: string): Page {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return {
    status: 200,
    headers: [["content-security-policy", "script-src 'self' 'sha256-theme'"]],
    body: Buffer.from(`<html><script>theme()</script>${markup}</html>${PAGE_DATA}${json}</script>`),
    incomplete: false,
    unshared: false,
    cacheable: false,
    dependsOn: [],
    shown: true,
    counts: [],
  };
}

const somebody: Identity = { userId: "7", nickname: "A", headline: "B", phone: "138****0000", avatar: "a/b" };
const named = (nickname: string): Identity => ({ ...somebody, nickname });

describe("a template", () => {
  const page = pageOf(`<b title="${placeholders.nickname}">${placeholders.nickname}</b>`, placeholders.nickname);

  test.each([
    "沈知行",
    `<b>&"'`,
    "</script><script>alert(1)</script>",
    "反\\斜\\n杠",
    "\u2028\u2029",
    "$& $1 $$",
    "😀",
    "长".repeat(40_000),
  ])("filled with %s equals a fresh rendering", (nickname) => {
    const template = templateOf(page, placeholders);
    const filled = template && fill(template, named(nickname));
    const html = filled?.body().toString() ?? "";
    const data = html.slice(html.lastIndexOf(PAGE_DATA) + PAGE_DATA.length, html.lastIndexOf("</script>"));
    expect(JSON.parse(data)).toBe(nickname);
    expect(html.match(/<script/g)).toHaveLength(2);
    const escaped = html.slice(html.indexOf("<b"), html.indexOf("</b>"));
    expect(escaped.slice(3)).not.toMatch(/[<]|"[^>]*"[^>]*"/);
    expect(gunzipSync(filled?.gzip() ?? "").toString()).toBe(html);
  });

  test("keeps nothing of one reader for the next", () => {
    const template = templateOf(page, placeholders);
    const names = ["甲甲", "乙乙"].map((nickname) => template && fill(template, named(nickname)));
    const [first, second] = names.map((one) => gunzipSync(one?.gzip() ?? "").toString());
    expect(first).toContain("甲甲");
    expect(second).not.toContain("甲甲");
    expect(names[0]?.etag).not.toBe(names[1]?.etag);
    expect(fill(template as never, named("甲甲")).etag).toBe(names[0]?.etag);
  });

  test("does not compress personal data, so that its length reveals nothing", () => {
    const length = (nickname: string) => {
      const template = templateOf(page, placeholders);
      return template ? fill(template, named(nickname)).gzip().byteLength : 0;
    };
    expect(length("a".repeat(200))).toBe(length("bcdefghijk".repeat(20)));
  });

  test.each([
    ["the first letter of a name", pageOf(`<b>${placeholders.nickname[0]}</b>`, "")],
    ["a name in an address", pageOf(`<a href="/search?q=${encodeURIComponent(placeholders.nickname)}">`, "")],
    ["a name in lower-case code", pageOf(`<a href="${encodeURIComponent(placeholders.nickname).toLowerCase()}">`, "")],
    ["a name in a script of the page", pageOf(`<script>greet("${placeholders.nickname}")</script>`, "")],
    ["no data at all", { ...page, body: Buffer.from("<html></html>") }],
    [
      "a name in a header",
      { ...page, headers: [...page.headers, ["x-name", placeholders.nickname]] as [string, string][] },
    ],
  ])("is not made of a page with %s", (_, odd) => {
    expect(templateOf(odd, placeholders)).toBeNull();
  });
});

describe("a withPlaceholders", () => {
  const profile = {
    userId: 7,
    nickname: "沈知行",
    headline: "",
    phone: null,
    avatar: "",
    staff: true,
    hasPassword: false,
  };

  test("hides personal values, and leaves the rest", () => {
    const { profile: shown, identity } = withPlaceholders(profile, placeholders) ?? {};
    expect(shown).toEqual({ ...profile, userId: Number(placeholders.userId), nickname: placeholders.nickname });
    expect(identity).toMatchObject({ userId: "7", nickname: "沈知行" });
  });

  test.each([
    ["/oss/2026/11/a1b2.webp", "/oss/", ".webp"],
    ["https://thirdwx.qlogo.cn/mmopen/vi_32/abc-DEF_0/132", "https://thirdwx.qlogo.cn/mmopen/", ""],
  ])("keeps from %s what decides how it is displayed", (avatar, head, end) => {
    expect(withPlaceholders({ ...profile, avatar }, placeholders)?.profile.avatar).toBe(
      `${head}${placeholders.avatar}${end}`,
    );
  });

  test.each(['/oss/a".webp', "/oss/a.webp?x=1", "javascript:alert(1)", "/oss/图.webp"])(
    "is not made for a picture at %s",
    (avatar) => {
      expect(withPlaceholders({ ...profile, avatar }, placeholders)).toBeNull();
    },
  );
});
