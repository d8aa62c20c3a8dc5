import type { APIRequestContext } from "@playwright/test";

/** A kind of public page, and an example in the demo data. */
export type PageKind = { name: string; path: (request: APIRequestContext) => Promise<string> };

const at = (path: string) => async () => path;

/** The first link on a list page that matches. */
const linkedFrom = (list: string, pattern: RegExp) => async (request: APIRequestContext) => {
  const html = await (await request.get(list)).text();
  const path = new RegExp(`href="(${pattern.source})"`).exec(html)?.[1];
  if (!path) throw new Error(`no link like ${pattern.source} on ${list}`);
  return path;
};

const SHORT_ID = "[A-Za-z0-9]{12,}";

export const aQuestion = linkedFrom("/question?sort=hot", new RegExp(`/question/${SHORT_ID}`));
export const anArticle = linkedFrom("/search/article?sort=hot", new RegExp(`/article/${SHORT_ID}`));
export const aCase = linkedFrom("/case", /\/case\/\d+/);

export const PAGE_KINDS: readonly PageKind[] = [
  { name: "home", path: at("/") },
  { name: "question list", path: at("/question") },
  { name: "question", path: aQuestion },
  { name: "new answers", path: at("/question/answer") },
  { name: "article", path: anArticle },
  { name: "article list", path: at("/search/article") },
  { name: "case list", path: at("/case") },
  { name: "case", path: aCase },
  { name: "activity list", path: at("/activity") },
  { name: "activity", path: linkedFrom("/activity", /\/activity\/\d+/) },
  { name: "announcement list", path: at("/announcement") },
  { name: "announcement", path: linkedFrom("/announcement", /\/announcement\/\d+/) },
  { name: "questions with a tag", path: at(`/question?tag=${encodeURIComponent("数据库")}`) },
  { name: "author", path: linkedFrom("/search/article", /\/u\/\d+/) },
  { name: "form", path: at("/form/1") },
  { name: "search start", path: at("/search/all") },
  { name: "search, found", path: at(`/search/all?q=${encodeURIComponent("设计")}`) },
  { name: "search, nothing found", path: at(`/search/all?q=${encodeURIComponent("犰狳披萨")}`) },
  { name: "about", path: at("/about") },
  { name: "join us", path: at("/joinus") },
  { name: "policy", path: at("/policy/terms") },
  { name: "rules of the house", path: at("/policy/rules") },
  { name: "login", path: at("/login") },
  { name: "offline reading", path: at("/offline") },
  { name: "notice before leaving", path: at(`/link?to=${encodeURIComponent("https://example.com/a?b=c")}`) },
  { name: "zhiku rights", path: at("/zhiku/rights") },
  { name: "zhiku", path: at("/zhiku") },
  { name: "zhiku, a category", path: linkedFrom("/zhiku", /\/zhiku\?class=\d+/) },
  { name: "zhiku document", path: linkedFrom("/zhiku", new RegExp(`/zhiku/article/${SHORT_ID}`)) },
  { name: "zhiku error", path: at("/zhiku/error/403") },
  { name: "not found", path: at("/nothing/here") },
  { name: "development start", path: at("/_dev") },
  { name: "demo inbox", path: at("/_dev/inbox") },
  { name: "component gallery", path: at("/_dev/index2") },
  { name: "rendering test", path: at("/_dev/render-test") },
];

/** The kinds with their paths, asked for at once: the server closes connections that were idle for some seconds. */
export const kindsWithPaths = (request: APIRequestContext) =>
  Promise.all(PAGE_KINDS.map(async ({ name, path }) => ({ name, path: await path(request) })));
