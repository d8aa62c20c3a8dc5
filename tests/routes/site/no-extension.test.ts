import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "#app/paths";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { createFaultUpstream, type FaultUpstream } from "#tests/server/fault-upstream";
import { publicPages } from "#tests/world/page-kinds";
import type { Seed } from "#tests/world/seed-world";
import { createWorld, type Reader, type World } from "#tests/world/world";

/** Links to calls that such an upstream lacks. */
const MISSING = [
  "/feed.xml",
  "/feed/",
  "/write/trash",
  "/account/export",
  "/login/weixin",
  "tab=weixin",
  "/account/weixin",
  "/actions/accept",
  "/report?",
  "/history/",
  "/write/comment/",
  "/write/proposal/",
  "/write/proposals",
  "/account/notifications",
  "/favorite/",
  "/collection/question",
  "/collection/folder",
];

const SCRIPTS = { headers: { accept: "application/json", "sec-fetch-mode": "cors" } };

let world: World;
let faulty: FaultUpstream;
let stranger: Reader;
let member: Reader;

/** Pages that exist only with it. */
const pagesWithout = (seed: Seed) => publicPages(seed).filter(([name]) => !/^(?:history|folders)/.test(name));

/** The real upstream over HTTP, with only the specified calls. */
beforeAll(async () => {
  faulty = await createFaultUpstream({
    fetch: async (request) =>
      new URL(request.url).pathname.startsWith("/api/ext/")
        ? new Response("Not Found", { status: 404 })
        : world.upstream.program.fetch(request),
  });
  process.env.UPSTREAM_API_URL = faulty.url;
  world = await createWorld();
  stranger = await world.as(null);
  member = await world.as(world.seed.alice);
});
afterAll(async () => {
  await faulty.close();
  await world.close();
});

const OWN = {
  security: () => "/account/secure",
  profile: () => "/account/profile",
  "own page": (seed: Seed) => paths.writtenBy("answer", seed.alice),
  asking: () => paths.write("question"),
  "an article": () => paths.write("article"),
  "a change": (seed: Seed) => paths.write("article", encodeId(seed.article)),
  "an answer": (seed: Seed) => serverPaths.writeAnswer(encodeId(seed.lonelyQuestion)),
  notifications: () => paths.notifications(),
  "rights of zhiku": () => paths.zhikuRights(),
  "orders of zhiku": () => paths.zhikuOrders(),
  "history of zhiku": () => paths.zhikuHistory(),
  "search of zhiku": () => paths.zhikuSearch("留存"),
};

function expectHidden(text: string): void {
  const links = [...text.matchAll(/ (?:href|action|src)="([^"]*)"/g)].map(([, address = ""]) => address);
  for (const missing of MISSING) expect(links.filter((link) => link.includes(missing))).toEqual([]);
}

describe("an upstream without the extension", () => {
  test.each(pagesWithout({} as Seed).map(([name]) => name))(
    "%s is complete for a visitor and for a member",
    async (name) => {
      const path = new Map(pagesWithout(world.seed)).get(name) ?? "";
      for (const reader of [stranger, member]) {
        const page = await reader.get(path);
        expect([200, 302], page.text.slice(0, 500)).toContain(page.status);
        expectHidden(page.text);
      }
    },
  );

  test.each(Object.keys(OWN) as (keyof typeof OWN)[])("%s is complete", async (name) => {
    const page = await member.get(OWN[name](world.seed));
    expect(page.status).toBe(200);
    expectHidden(page.text);
    expect(page.text).not.toMatch(/value="(?:keep|preview)"/);
  });

  test.each([
    "/sitemap.xml",
    "/feed.xml",
    "/feed/article.xml",
    "/u/1/feed.xml",
    paths.trash(),
    "/report?on=article:1",
    "/history/article/1",
    "/write/proposal/article/1",
    "/proposal/1",
    "/write/proposals",
    "/account/notifications",
    "/favorite/folder/new",
    "/favorite/article/1",
  ])("%s does not exist", async (path) => {
    expect((await member.get(path)).status).toBe(404);
  });

  test.each(["/question?tag=数据库", "/search/article?tag=数据库", "/search/article?class=1"])(
    "%s announces no feed",
    async (path) => {
      const { status, text } = await stranger.get(path);
      expect(status).toBe(200);
      expect(text).not.toContain("application/atom+xml");
    },
  );

  test("robots.txt names no sitemap", async () => {
    const { status, text } = await stranger.get("/robots.txt");
    expect(status).toBe(200);
    expect(text).not.toContain("Sitemap");
  });

  test("the account page has only what is specified", async () => {
    const mainOf = async (reader: Reader) =>
      /<main[\s\S]*<\/main>/.exec((await reader.get("/account/secure")).text)?.[0] ?? "";
    const hidden = ["登录设备", "导出", "注销", "手机号", "暂时无法读取", "send-code"];
    const without = await mainOf(member);
    expect(without).toContain("没有可以修改的安全设置");
    for (const gone of [...hidden, "oldPassword"]) expect(without, gone).not.toContain(gone);
    const { db } = world.upstream.services;
    await db.updateTable("users").set({ password_hash: "set" }).where("id", "=", world.seed.bob).execute();
    const withPassword = await mainOf(await world.as(world.seed.bob));
    expect(withPassword).toContain("oldPassword");
    for (const gone of hidden) expect(withPassword, gone).not.toContain(gone);
  });

  test.each([
    ["/write/mentions?q=a", null],
    ["/write/tags?q=a", null],
    ["/write/similar?title=怎样迁移数据库", null],
    ["/write/draft/question", null],
    ["/write/draft/question", { intent: "save", title: "标题", content: "正文", tags: "" }],
    ["/write/draft/question", { intent: "remove" }],
    ["/write/preview", { content: "正文" }],
    ["/actions/accept", { questionId: "1", answerId: "1", anchor: "a" }],
  ])("scripts are told at %s with %o that the call does not exist", async (path, fields) => {
    const answer = fields ? await member.submit(path, fields, SCRIPTS) : await member.get(path);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain("NOT_IMPLEMENTED");
  });

  test("deletion is permanent, and the page says so", async () => {
    const id = await world.write.article({ authorId: world.seed.alice, title: "要删除的文章" });
    const path = serverPaths.deleteWritten("article", encodeId(id));
    expect((await member.get(path)).text).toContain("删除后不能恢复");
    const gone = await member.submit(path, {});
    expect([gone.status, gone.location]).toEqual([302, "/"]);
    expect((await member.get("/")).text).not.toContain("30 天内");
  });

  test("a picture uploaded by scripts has the URL that the upstream announced", async () => {
    const asked = { fileName: "a.png", contentType: "image/png", bytes: "100", purpose: "content" };
    const { key, url } = JSON.parse((await member.submit("/write/upload", asked, SCRIPTS)).text).data as {
      key: string;
      url: string;
    };
    const confirmed = await member.submit("/write/upload", { intent: "confirm", key, url }, SCRIPTS);
    expect(confirmed.status).toBe(200);
    expect(JSON.parse(confirmed.text)).toEqual({ status: "ok", data: { url } });
  });

  test("asking, saving a draft and uploading fail without blaming the network", async () => {
    const fields = { title: "没有扩展也能提的问题", content: "正文", tags: "", similarShown: "1" };
    const asked = await member.submit(paths.write("question"), { ...fields, intent: "publish" });
    expect(asked.status).toBe(302);
    const kept = await member.submit(paths.write("question"), { ...fields, intent: "keep" });
    expect(kept.status).toBe(404);
    expect(kept.text).toContain("没有扩展也能提的问题");
    expect(kept.text).not.toContain("网络出了点问题");
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, intent: "pictures" })) form.set(name, value);
    const pixel = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAUwAOw==", "base64");
    form.append("pictures", new File([pixel], "点.gif", { type: "image/gif" }));
    const uploaded = await member.submit(paths.write("question"), form);
    expect(uploaded.text).toContain("图片已放在正文末尾");
  });
});
