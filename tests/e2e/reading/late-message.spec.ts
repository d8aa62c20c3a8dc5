import { expect, test } from "@playwright/test";
import { anArticle } from "#tests/e2e/support/browser-pages";
import { OWN_CONTEXT } from "#tests/e2e/support/own-context";
import { open } from "#tests/e2e/support/page-errors";

test.use(OWN_CONTEXT);

test("a message is shown for three seconds, also if the network delivers its component late", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  let deliver = () => {};
  const late = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  // Loaded with the first message.
  await page.route("**/assets/members-*.js", async (route) => {
    await late;
    await route.continue();
  });
  await page.clock.install();
  await open(page, await anArticle(page.request));
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel("更多操作：这篇文章").click();
  await page.getByRole("main").getByRole("link", { name: "复制链接" }).first().click();
  await page.clock.runFor(10_000);
  const message = page.getByText("链接已复制");
  await expect(message).toHaveCount(0);
  deliver();
  await expect(message).toBeVisible();
  await page.clock.runFor(2_900);
  await expect(message).toBeVisible();
  await page.clock.runFor(200);
  await expect(message).toHaveCount(0);
});
