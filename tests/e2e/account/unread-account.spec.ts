import { expect, test } from "@playwright/test";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated } from "#tests/e2e/support/page-errors";
import { partUpstream, type UpstreamApart } from "#tests/e2e/support/upstream-apart";

let apart: UpstreamApart;
test.beforeAll(async () => {
  // The call that identifies the viewer.
  apart = await partUpstream((path) => path.startsWith("/api/user/tokenQueryClientUser"));
});
test.afterAll(() => apart.close());

/** Each pair of scripts, width and theme occurs once; a theme only changes colours. */
const WAYS = [
  { scripts: true, width: 360, colorScheme: "light" },
  { scripts: true, width: 1280, colorScheme: "dark" },
  { scripts: false, width: 360, colorScheme: "dark" },
  { scripts: false, width: 1280, colorScheme: "light" },
] as const;

for (const { scripts, width, colorScheme } of WAYS) {
  test.describe(`${scripts ? "with" : "without"} scripts, at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 740 }, colorScheme, javaScriptEnabled: scripts });

    for (const path of ["/about", "/zhiku"]) {
      test(`${path}: a message that the account could not be read hides nothing of the header`, async ({
        page,
        context,
      }) => {
        await logIn(context, await newMember(), apart.origin);
        await page.goto(apart.origin + path);
        if (scripts) await hydrated(page);
        const header = page.getByRole("banner");
        const retry = header.getByRole("link", { name: "账号没能读取" });
        await expect(retry).toBeInViewport({ ratio: 1 });
        await expect(header.getByRole("link", { name: "登录" })).toHaveCount(0);
        for (const control of await header.locator("a:visible, button:visible").all()) {
          await expect.soft(control).toBeInViewport({ ratio: 1 });
          // Fully visible, and not covered.
          await control.click({ trial: true });
        }
        for (const box of await header.locator("nav:visible").all()) {
          const hidden = await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
          expect.soft(hidden).toBeLessThanOrEqual(0);
        }
      });
    }
  });
}
