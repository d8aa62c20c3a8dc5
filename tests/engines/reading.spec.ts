import { forgetLimits } from "#tests/e2e/support/browser-codes";
import { newMember, PASSWORD } from "#tests/e2e/support/member";
import { test } from "./journey";
import type { Tab } from "./tab";

const WORDS = "数据库";
const search = `/search/all?q=${encodeURIComponent(WORDS)}`;

/** No horizontal scrolling. */
const fits = (tab: Tab) =>
  tab.until(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test("read: links in view are prefetched, followed, and left again", async ({ tab }) => {
  await tab.open("/question");
  await tab.until(() => {
    const fetched = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    const link = document.querySelector("a[data-prefetch]")?.getAttribute("href");
    return fetched.includes(`${link}.data`);
  });
  const title = await tab.run(() => document.querySelector("main article h2 a")?.textContent ?? "");
  await tab.click("main article h2 a");
  await tab.sees("main h1", title);
  await tab.run(() => history.back());
  await tab.isAt("/question");
  await tab.sees("main article h2 a", title);
});

test("search: an input method's Enter picks a candidate, the next Enter searches", async ({ tab }) => {
  await tab.open("/about");
  await tab.click("header input[type=search]");
  await tab.compose("shujuku", WORDS);
  await tab.holds("header input[type=search]", WORDS);
  await tab.isAt("/about");
  await tab.press("Enter");
  await tab.isAt(search);
  await tab.sees("main mark", WORDS);
});

test("log in with a password and Enter, and log out", async ({ tab }) => {
  forgetLimits();
  const { phone, nickname } = await newMember({ password: true });
  await tab.open("/login?next=%2Fcase");
  await tab.click(".login-form nav a", "密码登录");
  await tab.fill(".login-form input[name=phone]", phone);
  await tab.fill(".login-form input[name=password]", PASSWORD);
  await tab.press("Enter");
  await tab.isAt("/case");
  await tab.hydrated();
  await tab.click("header button", `${nickname}的菜单`);
  await tab.click("button", "退出登录");
  await tab.sees("body", "已退出登录");
});

test("choose the dark theme, which is kept", async ({ tab }) => {
  await tab.open("/about");
  await tab.click("button", "外观");
  await tab.click("button", "深色");
  await tab.until(() => document.documentElement.dataset.theme === "dark");
  await tab.open("/question");
  await tab.until(() => document.documentElement.dataset.theme === "dark");
});

test("on a phone every kind of page is as wide as the screen", async ({ tab }) => {
  await tab.resize(360, 740);
  for (const path of ["/", "/question", search, "/case", "/zhiku", "/login"]) {
    await tab.open(path);
    await fits(tab);
  }
  await tab.open("/question?sort=hot");
  await tab.click("main article h2 a");
  await tab.sees("main h1");
  await fits(tab);
});

test("the first press, key and choice on an untouched page count", async ({ tab }) => {
  await tab.visit("/question");
  await tab.until(() => document.readyState === "complete");
  await tab.until(() => !performance.getEntriesByType("resource").some(({ name }) => /\/assets\/.*\.js/.test(name)));
  // Handled before anything is loaded.
  await tab.click("button", "外观");
  await tab.click("button", "深色");
  await tab.until(() => document.documentElement.dataset.theme === "dark");
  await tab.visit("/question");
  await tab.click("header a[data-login]", "登录");
  await tab.sees("dialog[open] h2");
  await tab.isAt("/question");
  await tab.visit("/about");
  await tab.click("header input[type=search]");
  await tab.type(WORDS);
  await tab.press("Enter");
  await tab.isAt(search);
  await tab.sees("main mark", WORDS);
});
