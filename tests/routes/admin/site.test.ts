import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { giveRole, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { findSetting } from "#upstream/modules/config/settings";

let world: World;
let editor: Reader;

beforeAll(async () => {
  world = await createWorld();
  await giveRole(world.upstream, world.seed.alice, "editor");
  editor = await world.as(world.seed.alice);
  await holdForConsole(world.upstream, editor.cookies.get("token") ?? "");
});
afterAll(() => world.close());

const versionIn = (html: string) => /name="version" value="(\d+)"/.exec(html)?.[1] ?? "none";
const valuesIn = (html: string, list: string, field: string) =>
  [...html.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => new RegExp(`name="${list}\\.\\d+\\.${field}"`).test(tag))
    .map((tag) => /value="([^"]*)"/.exec(tag)?.[1] ?? "");
const linksIn = (html: string, field: string) => valuesIn(html, "links", field);
const link = (at: number, [order, group, label, href]: readonly [string, string, string, string]) => ({
  [`links.${at}.order`]: order,
  [`links.${at}.group`]: group,
  [`links.${at}.label`]: label,
  [`links.${at}.href`]: href,
});
const FOOTER = "/admin/site/footer";

describe("the footer's form, without scripts", () => {
  const ROWS = {
    ...link(0, ["2", "关于", "关于我们", "/about"]),
    ...link(1, ["1", "关于", "加入我们", "/join"]),
    ...link(2, ["3", "朋友", "友站", "https://a.example"]),
  };

  test("comes back with a row added or removed, and all input in the order of the numbers", async () => {
    const version = versionIn((await editor.get(FOOTER)).text);
    const more = await editor.submit(FOOTER, { ...ROWS, version, icp: "京ICP备9号", intent: "add" });
    expect(more.status).toBe(200);
    expect(linksIn(more.text, "label")).toEqual(["加入我们", "关于我们", "友站", ""]);
    expect(more.text).toContain('value="京ICP备9号"');
    const less = await editor.submit(FOOTER, { ...ROWS, version, icp: "京ICP备9号", intent: "remove-1" });
    expect(linksIn(less.text, "label")).toEqual(["关于我们", "友站"]);
    expect(less.text).toContain('value="京ICP备9号"');
    expect((await findSetting(world.upstream.services.db, "footer")).value.icp).not.toBe("京ICP备9号");
  });

  test("reports errors at their row, and keeps its input", async () => {
    const version = versionIn((await editor.get(FOOTER)).text);
    const bad = { ...ROWS, ...link(2, ["3", "朋友", "友站", "javascript:alert(1)"]) };
    const answer = await editor.submit(FOOTER, { ...bad, version, intent: "save" });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain("链接要以 / 开头");
    expect(linksIn(answer.text, "href")).toEqual(["/join", "/about", "javascript:alert(1)"]);
  });

  test("is saved; the second of two gets a conflict, loses nothing, and may overwrite", async () => {
    const version = versionIn((await editor.get(FOOTER)).text);
    const saved = await editor.submit(FOOTER, { ...ROWS, version, icp: "京ICP备1号", intent: "save" });
    expect(saved.location).toBe(FOOTER);
    const home = await editor.get("/");
    expect(home.text).toContain("京ICP备1号");
    const late = await editor.submit(FOOTER, { ...ROWS, version, icp: "京ICP备2号", intent: "save" });
    expect(late.status).toBe(409);
    expect(late.text).toContain('value="京ICP备2号"');
    expect(late.text).toContain("别人刚才保存的内容");
    const again = { ...ROWS, version: versionIn(late.text), icp: "京ICP备2号", intent: "save" };
    expect((await editor.submit(FOOTER, again)).location).toBe(FOOTER);
    expect((await findSetting(world.upstream.services.db, "footer")).value.icp).toBe("京ICP备2号");
  });
});

describe("codes of search engines", () => {
  const VERIFICATION = "/admin/site/verification";

  test("are on the home page only; of a pasted tag the code is taken, and an invalid one is reported at its field", async () => {
    const version = versionIn((await editor.get(VERIFICATION)).text);
    const tag = '<meta name="baidu-site-verification" content="codeva-AbC123" />';
    const wrong = await editor.submit(VERIFICATION, { version, baidu: tag, bing: "一串<script>", intent: "save" });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain("只要 content 里的那一串字母和数字");
    const codes = { baidu: tag, bing: "0123ABCD", google: "a_b-c=" };
    expect((await editor.submit(VERIFICATION, { ...codes, version, intent: "save" })).location).toBe(VERIFICATION);
    const home = (await (await world.as(null)).get("/")).text;
    expect(home).toContain('<meta name="baidu-site-verification" content="codeva-AbC123"/>');
    expect(home).toContain('<meta name="msvalidate.01" content="0123ABCD"/>');
    expect(home).toContain('<meta name="google-site-verification" content="a_b-c="/>');
    expect(home).not.toContain("sogou_site_verification");
    expect((await (await world.as(null)).get("/question")).text).not.toContain("site-verification");
  });
});

describe("a picture chosen in a form without scripts", () => {
  const BANNER = "/admin/site/banner";
  const form = (version: string, intent: string, picture?: File) => {
    const sent = new FormData();
    const fields = { "rows.0.order": "1", "rows.0.title": "征文", "rows.0.href": "/question", version, intent };
    for (const [name, value] of Object.entries(fields)) sent.set(name, value);
    if (picture) sent.set("rows.0.picture.file", picture);
    return sent;
  };
  const picture = async () => {
    const drawn = sharp({ create: { width: 80, height: 40, channels: 3, background: "#7aa" } });
    return new File([new Uint8Array(await drawn.png().toBuffer())], "a.png", { type: "image/png" });
  };

  test("is kept when another row is added, and shown on the home page once saved", async () => {
    const version = versionIn((await editor.get(BANNER)).text);
    const more = await editor.submit(BANNER, form(version, "add", await picture()));
    const [url = ""] = valuesIn(more.text, "rows", "picture");
    expect(url).toMatch(/^\/oss\/content\//);
    const rest = form(version, "save");
    rest.set("rows.0.picture", url);
    expect((await editor.submit(BANNER, rest)).location).toBe(BANNER);
    expect((await editor.get("/")).text).toContain(url);
  });

  test("that is no picture is reported at its row", async () => {
    const version = versionIn((await editor.get(BANNER)).text);
    const fake = new File(["no picture"], "a.png", { type: "image/png" });
    const answer = await editor.submit(BANNER, form(version, "save", fake));
    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(/field__error[^>]*>(?:(?!<\/p>).)*文件不符合要求/su);
    expect(valuesIn(answer.text, "rows", "title")).toEqual(["征文"]);
  });
});

test("a console form comes back with its input when the session has ended", async () => {
  const gone = await world.as(null);
  gone.cookies.set("token", "x".repeat(43));
  const answer = await gone.submit(FOOTER, { version: "1", icp: "京ICP备7号", intent: "save" });
  expect(answer.status).toBe(401);
  expect(answer.text).toContain('value="京ICP备7号"');
});
