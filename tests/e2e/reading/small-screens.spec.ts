import { expect, test } from "@playwright/test";
import { logIn, newMember } from "#tests/e2e/support/member";
import { publishAnswer, publishQuestion, unique } from "#tests/e2e/support/publish";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

test("a person's picture leads to them, and the blank space below it nowhere", async ({ page, context, baseURL }) => {
  const member = await newMember();
  const question = await publishQuestion(member, baseURL, unique("会有人回答的问题"));
  await publishAnswer(await newMember(), baseURL, question, "很长的回答。".repeat(40));
  await logIn(context, member, baseURL);
  for (const path of ["/notifications/comment", question, "/case/1", "/search/user?q=林"]) {
    await page.goto(path);
    const links = page.locator(".avatar-link:visible");
    expect(await links.count(), path).toBeGreaterThan(0);
    const below = await links.evaluateAll((all) =>
      all.map((link) => {
        const picture = link.querySelector("img")?.getBoundingClientRect();
        return Math.round(link.getBoundingClientRect().height - (picture?.height ?? 0));
      }),
    );
    expect(below, path).toEqual(below.map(() => 0));
  }
});
