import { expect, type Page, test } from "@playwright/test";
import { ownersPages } from "#tests/e2e/support/console-pages";
import { changeEarly, inputOf } from "#tests/e2e/support/early-input";
import { logIn, newMember, proveAgain } from "#tests/e2e/support/member";
import { hydrated, saveData } from "#tests/e2e/support/page-errors";
import { UNSENT_FORMS } from "#tests/e2e/support/unsent-forms";

test.describe.configure({ timeout: 180_000 });

/** Number of parallel parts of the console. */
const PARTS = 8;

/** Opens a page whose fields are changed at once, and compares them before and after React has hydrated it. */
async function expectKept(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: "domcontentloaded" });
  const before = await inputOf(page);
  await hydrated(page);
  expect.soft(await inputOf(page), path).toEqual(before);
  return before.length;
}

for (let part = 0; part < PARTS; part += 1) {
  test(`what staff write, tick or choose before the scripts load stays, part ${part + 1} of ${PARTS}`, async ({
    page,
    context,
    baseURL,
  }) => {
    const { owner, paths } = await ownersPages();
    await proveAgain(owner);
    await logIn(context, owner, baseURL);
    await saveData(page);
    await changeEarly(page);
    let fields = 0;
    for (const path of paths.filter((_, index) => index % PARTS === part)) fields += await expectKept(page, path);
    expect(fields).toBeGreaterThan(5);
  });
}

test("what members write, tick or choose before the scripts load stays, in every form", async ({
  page,
  context,
  baseURL,
}) => {
  const member = await newMember();
  await logIn(context, member, baseURL);
  await saveData(page);
  await changeEarly(page);
  for (const { path } of UNSENT_FORMS) await expectKept(page, await path({ member, baseURL }));
});
