import { afterAll, beforeAll, expect, test } from "vitest";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { setSetting } from "#upstream/modules/config/settings";

let world: World;
let editor: Reader;
let stranger: Reader;

beforeAll(async () => {
  world = await createWorld();
  stranger = await world.as(null);
  editor = await world.as(await addStaff(world.upstream, "editor"));
  for (const token of editor.cookies.values()) await holdForConsole(world.upstream, token);
});
afterAll(() => world.close());

const read = async (path: string) => (await stranger.get(path)).text;
const PATHS = ["/", "/question", "/login", "/zhiku", "/no-such-page"];

test("a site without settings has every part in its header, and the default colour and icon", async () => {
  const page = await read("/question");
  for (const part of ["首页", "问答", "文章", "案例", "活动", "公告", "知库"]) expect(page).toContain(`>${part}</a>`);
  expect(page).toContain('href="/favicon.svg"');
  expect(page).not.toContain("data-accent");
});

test("colour and icon apply to every page", async () => {
  const looks = { name: "新社区", url: null, urlDark: null, accent: "violet", icon: "/oss/icon.png" } as const;
  await setSetting(world.upstream.services.db, "logo", looks);
  for (const path of PATHS) {
    const page = await read(path);
    expect(page, path).toMatch(/<html[^>]*data-accent="violet"/);
    expect(page, path).toContain('<link rel="icon" href="/oss/icon.png"/>');
  }
});

test("without scripts parts are renamed, sorted, hidden and shown in the navigation; a hidden one still exists", async () => {
  const page = "/admin/site/navigation";
  const links = { "links.0.label": "提问", "links.0.href": "/question", "links.1.label": "友站" };
  const wrong = await editor.submit(page, { ...links, "links.1.href": "friend", version: "0", intent: "save" });
  expect(wrong.location).toBeNull();
  expect(wrong.text).toContain("链接要以 / 开头");
  expect(wrong.text).toContain('value="friend"');
  const right = { ...links, "links.1.href": "https://friend.example/", version: "0" };
  const moved = await editor.submit(page, { ...right, intent: "up-1" });
  expect(moved.text.indexOf('value="友站"')).toBeLessThan(moved.text.indexOf('value="提问"'));
  expect((await editor.submit(page, { ...right, intent: "save" })).location).toBe(page);
  const header = /<header class="site-header">.*?<\/header>/s.exec(await read("/question"))?.[0] ?? "";
  expect(header).toContain(">提问</a>");
  expect(header).toContain('href="https://friend.example/"');
  expect(header).not.toContain(">案例</a>");
  expect((await stranger.get("/case")).status).toBe(200);
  await editor.submit(page, { intent: "reset", version: "1" });
  expect(await read("/question")).toContain(">案例</a>");
});
