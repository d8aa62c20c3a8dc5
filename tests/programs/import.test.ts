import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "#tests/support/free-port";
import { newDatabase, PG_SERVER } from "#tests/upstream/support/pg-server";
import { production } from "./production";
import { cleanUp, newFolder, run, start } from "./run";

const IMPORT = ["dist/import.js"];
const REMIX_SERVE = ["scripts/serve.mjs"];
const TITLE = "搬家时带来的第一篇文章";

const databases: { drop(): Promise<void> }[] = [];
let content = "";

cleanUp();
beforeAll(async () => {
  content = newFolder();
  mkdirSync(join(content, "images"));
  writeFileSync(
    join(content, "images", "图.png"),
    await sharp({ create: { width: 600, height: 300, channels: 3, background: "#369" } })
      .png()
      .toBuffer(),
  );
  const article = (title: string, text = "正文。") =>
    `---\nkind: article\ntitle: ${title}\nauthor: 搬家的人\nclassification: 随笔\n---\n![图](images/图.png)\n\n${text}\n`;
  writeFileSync(join(content, "a.md"), article(TITLE));
  writeFileSync(join(content, "b.md"), article("一篇太长的文章", "长".repeat(100_001)));
});
afterAll(async () => {
  for (const database of databases) await database.drop();
});

/** An empty site on SQLite, or on PostgreSQL if available. */
async function newSite(): Promise<Record<string, string>> {
  const site = production(newFolder());
  if (!PG_SERVER) return site;
  const database = await newDatabase();
  databases.push(database);
  return { ...site, DATABASE_URL: database.url };
}

const bring = (site: Record<string, string>, ...more: string[]) => run([...IMPORT, content, ...more], site);

test("an import beside a running site is in the next response, cached pages included", async () => {
  const site = await newSite();
  const url = await start(["dist/server.js"], site).ready();
  const home = async () => (await fetch(`${url}/?tab=latest`)).text();
  for (let n = 0; n < 3; n += 1) expect(await home()).not.toContain(TITLE);

  const first = await bring(site, "--create-classifications");
  expect(first).toMatchObject({ code: 1 });
  expect(first.output).toContain("✗ b.md：正文超过 100000 个字");
  expect(first.output).toMatch(/导入 1 个文件，0 个已导入过，1 个有问题，0 处有改动，用时 [\d.]+ 秒/);
  expect(await home()).toContain(TITLE);

  expect((await bring(site)).output).toContain("导入 0 个文件，1 个已导入过，1 个有问题");
});

test("the app alone shows it within seconds, with pictures: npm start and plain remix-serve", async () => {
  const site = await newSite();
  const { UPSTREAM_SHARED_SECRET, HASHID_SALT } = production("");
  const upstream = {
    UPSTREAM_API_URL: await start(["dist/upstream.js"], site).ready(),
    UPSTREAM_SHARED_SECRET,
    HASHID_SALT,
  };
  const app = { APP_MODE: "production", ALLOW_INSECURE_ORIGIN: "1", TRUST_PROXY: "1", ...upstream };
  const urls = [
    await start(["dist/server.js"], app).ready(),
    await start(REMIX_SERVE, { ...app, PORT: String(await freePort()) }).ready(),
  ];
  // The site has no content yet.
  for (const url of urls) await expect.poll(async () => (await fetch(url).catch(() => null))?.status).toBe(503);
  await bring(site, "--create-classifications");
  for (const url of urls) {
    const home = async () => (await fetch(`${url}/?tab=latest`)).text();
    await expect.poll(home, { interval: 500 }).toContain(TITLE);
    const src = /src="(\/oss\/content\/import\/[^"?]+)/.exec(await home())?.[1];
    const picture = await fetch(new URL(src ?? "", url));
    expect(picture.status, url).toBe(200);
    expect(picture.headers.get("content-type")).toBe("image/webp");
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBe(600);
    const part = await fetch(new URL(src ?? "", url), { headers: { range: "bytes=0-9" } });
    expect([part.status, part.headers.get("content-range")?.split("/")[0]]).toEqual([206, "bytes 0-9"]);
    expect((await fetch(new URL("/oss/content/import/none.webp", url))).status).toBe(404);
    expect((await fetch(new URL("/api/content/list", url))).status).toBe(404);
  }
});

describe("how it is called", () => {
  test.each([
    [[], "用法：npm run import -- 文件夹"],
    [["/nowhere/at/all"], "没有这个文件夹：/nowhere/at/all"],
    [["package.json"], "这是一个文件，请先解压，再写解压出来的文件夹"],
    [["a", "b", "--dry-run"], "用法：npm run import -- 文件夹"],
    [["--", "nowhere", "--dry-run"], "没有这个文件夹"],
    [["--unknown"], "没有选项 --unknown\n用法：npm run import -- 文件夹"],
  ])("%j", async (parameters, message) => {
    const { code, output } = await run([...IMPORT, ...parameters], production(newFolder()));
    expect(code).toBe(2);
    expect(output).toContain(message);
  });

  test("with a folder without anything to import", async () => {
    const { code, output } = await run([...IMPORT, newFolder()], production(newFolder()));
    expect(code).toBe(0);
    expect(output).toContain("文件夹里没有 Markdown 文件");
  });

  test("from the current folder", async () => {
    const { output } = await run([...IMPORT, "images"], { ...production(newFolder()), INIT_CWD: content });
    expect(output).toContain("文件夹里没有 Markdown 文件");
  });
});
