import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Program } from "#tests/server/run-program";
import { production } from "./production";
import { cleanUp, newFolder, start } from "./run";

const START = ["scripts/start.mjs"];
/** Milliseconds; filling takes seconds on an idle machine. */
const FILL = 150_000;

cleanUp();

async function sees(program: Program, text: string): Promise<void> {
  await expect.poll(program.output, { timeout: FILL, interval: 50 }).toContain(text);
}

test(
  "npm start fills an empty folder once, and again if that was interrupted",
  async () => {
    const folder = newFolder();
    const interrupted = start(START, { DATA_DIR: folder });
    await sees(interrupted, "内容 100 /");
    interrupted.child.kill("SIGKILL");
    await interrupted.ended;

    const first = start(START, { DATA_DIR: folder });
    await sees(first, "is ready");
    expect(first.output()).toMatch(/正在准备演示社区[\s\S]*内容 200 \/ \d+[\s\S]*用时 [\d.]+ 秒/);
    const url = await first.ready();
    for (const path of ["/", "/question", "/case", "/activity", "/announcement", "/about", "/search/all?q=%E4%BA%A7"]) {
      const page = await fetch(url + path);
      expect(page.status, path).toBe(200);
      expect(await page.text(), path).not.toContain("还没有");
    }
    const home = await (await fetch(url)).text();
    const pictures = [...home.matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, src = ""]) => src.replaceAll("&amp;", "&"));
    expect(pictures.length).toBeGreaterThan(10);
    for (const src of new Set(pictures)) expect((await fetch(new URL(src, url))).status, src).toBe(200);
    first.child.kill("SIGINT");
    expect(await first.ended).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith("shequ"))).toEqual(["shequ.db"]);

    const second = start(START, { DATA_DIR: folder });
    const again = await second.ready();
    expect(second.output()).not.toContain("演示社区");
    expect((await fetch(`${again}/question`)).status).toBe(200);
    second.child.kill("SIGINT");
    await second.ended;

    const site = start(START, production(folder));
    expect(await site.ended).toBe(1);
    expect(site.output()).toMatch(/^APP_MODE: 这里是演示的数据/m);
  },
  2 * FILL,
);

test("production does not fill an empty folder", async () => {
  const folder = newFolder();
  const program = start(START, production(folder));
  await program.ready();
  expect(program.output()).not.toContain("演示社区");
  expect(readdirSync(join(folder, "objects"))).toEqual([]);
});
