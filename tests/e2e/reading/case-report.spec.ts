import { readFile } from "node:fs/promises";
import { type APIRequestContext, expect, test } from "@playwright/test";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated } from "#tests/e2e/support/page-errors";

/** A case of the demo with a report. */
async function aCaseWithReport(request: APIRequestContext): Promise<string> {
  const list = await (await request.get("/case")).text();
  for (const [path] of list.matchAll(/\/case\/\d+/g)) {
    if ((await (await request.get(path)).text()).includes('id="report"')) return path;
  }
  throw new Error("no case of the demo has a report");
}

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test("the report of a case is for members, who download it as a file", async ({
      page,
      context,
      request,
      baseURL,
    }) => {
      const path = await aCaseWithReport(request);
      const report = page.locator("#report");
      await page.goto(path);
      await expect(report.getByRole("link", { name: "下载报告" })).toHaveAttribute("href", /^\/login\?/);

      await logIn(context, await newMember(), baseURL);
      await page.goto(path);
      if (scripts) await hydrated(page);
      const name = await report.locator(".report__name").innerText();
      const downloading = page.waitForEvent("download");
      await report.getByRole("button", { name: "下载报告" }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe(name);
      expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
      // Not cached, since the URL is valid for a minute.
      expect(download.url()).toMatch(/[?&](?:Expires|x-oss-expires)=\d+/i);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    });
  });
}
