import { newMember } from "#tests/e2e/support/member";
import { publishArticle, publishQuestion, unique } from "#tests/e2e/support/publish";
import { test } from "./journey";

test("like an article, and find it liked", async ({ tab, baseURL }) => {
  const path = await publishArticle(await newMember(), baseURL, unique("值得喜欢的文章"));
  await tab.logIn(await newMember());
  await tab.open(path);
  await tab.click("main button", "喜欢");
  // The page shows it before the server has stored it.
  await tab.until(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/actions/")));
  // Safari reports requests aborted by leaving a page as failures.
  await tab.until(() => document.querySelector("svg.icon:empty") === null);
  await tab.open(path);
  await tab.until(() => document.querySelector("main button[aria-pressed=true]")?.textContent?.includes("1") === true);
});

test("comment on an article", async ({ tab, baseURL }) => {
  const path = await publishArticle(await newMember(), baseURL, unique("大家来讨论的文章"));
  await tab.logIn(await newMember());
  await tab.open(path);
  await tab.fill("section.comments textarea", "第一次来，请多指教");
  await tab.click("section.comments button", "发布评论");
  await tab.sees(".comment", "第一次来，请多指教");
});

test("answer a question", async ({ tab, baseURL }) => {
  const path = await publishQuestion(await newMember(), baseURL, unique("有人知道怎么办吗"));
  const member = await newMember();
  await tab.logIn(member);
  await tab.open(path);
  await tab.fill("textarea[name=content]", "先看日志。");
  await tab.sees("[role=toolbar]");
  await tab.click("button[value=publish]");
  await tab.sees("main article", "先看日志。");
  await tab.sees("main article", member.nickname);
});
