import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { sql } from "kysely";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { type Program, runProgram } from "#tests/server/run-program";
import { freePort } from "#tests/support/free-port";

let folder: string;
let program: Program;
let origin: string;

test.describe.configure({ mode: "serial", timeout: 120_000 });
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-toll-"));
  // Filling a separate database would take a minute on a busy machine.
  const { db } = await demoDatabase();
  await sql`vacuum into ${join(folder, "shequ.db")}`.execute(db);
  const PORT = String(await freePort());
  origin = `http://127.0.0.1:${PORT}`;
  program = runProgram(["dist/server.js"], {
    DATA_DIR: folder,
    PORT,
    PUBLIC_ORIGIN: origin,
    TRUST_PROXY: "1",
    // Each address has one free page.
    PAGES_PER_MINUTE: "1",
  });
  await program.ready();
});
test.afterAll(async () => {
  program.child.kill("SIGKILL");
  await program.ended;
  rmSync(folder, { recursive: true, force: true });
});

/** A reader whose free page is used up. */
const crowded = (address: string) => ({ extraHTTPHeaders: { "x-forwarded-for": address } });

for (const javaScriptEnabled of [true, false]) {
  test(`a visitor's browser pays the toll by itself and gets the page, scripts ${javaScriptEnabled ? "on" : "off"}`, async ({
    browser,
  }) => {
    const address = javaScriptEnabled ? "203.0.113.5" : "203.0.114.5";
    const context = await browser.newContext({ baseURL: origin, javaScriptEnabled, ...crowded(address) });
    const page = await context.newPage();
    const broken: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) broken.push(message.text());
    });
    const first = javaScriptEnabled ? "/question?page=2" : "/question?page=4";
    const second = javaScriptEnabled ? "/question?page=3&sort=new" : "/question?page=5&sort=new";
    expect((await page.goto(first))?.status()).toBe(200);
    const asked = await page.goto(second);
    expect([asked?.status(), asked?.headers()["retry-after"]]).toEqual([429, "5"]);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("请求太频繁", { timeout: 60_000 });
    await expect(page.getByRole("navigation").first()).toBeVisible();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(second);
    const toll = (await context.cookies()).find(({ name }) => name === "toll");
    expect(toll?.value).toMatch(javaScriptEnabled ? /^w/ : /^t/);
    expect(toll?.httpOnly).toBe(true);
    expect(broken).toEqual([]);
    await context.close();
  });
}
