import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";

/** Number of each, and their ids. */
export type Ids = {
  articles: number[];
  questions: number[];
  users: number[];
  lists: { article: number; question: number; answer: number };
};

const PAGE_SIZE = 20;
const DEEP_PAGE = 1000;
export const WORDS = ["数据", "需求评审", "用户 增长 方法", "怎么和研发沟通排期", "SQL"];

const pick = <T>(list: readonly T[], n: number): T => list[(n * 7919) % list.length] as T;
/** Page 1,000, or the last full page of a shorter list. */
const deep = (entries: number): number => Math.max(1, Math.min(DEEP_PAGE, Math.floor(entries / PAGE_SIZE)));

/** A kind of page, and the URL of its n-th example. */
export type Kind = { name: string; path(ids: Ids, n: number): string };

export const PAGES: Kind[] = [
  { name: "home", path: () => paths.home() },
  { name: "home, latest", path: () => paths.home("latest") },
  { name: "questions, page 1", path: () => paths.questions() },
  { name: "questions, page 1,000", path: ({ lists }) => `${paths.questions()}?page=${deep(lists.question)}` },
  { name: "articles, page 1", path: () => paths.articles() },
  { name: "articles, page 1,000", path: ({ lists }) => `${paths.articles()}?page=${deep(lists.article)}` },
  { name: "answers, page 1", path: () => paths.answers() },
  { name: "answers, page 1,000", path: ({ lists }) => `${paths.answers()}?page=${deep(lists.answer)}` },
  { name: "question", path: ({ questions }, n) => paths.question(encodeId(pick(questions, n))) },
  { name: "article", path: ({ articles }, n) => paths.article(encodeId(pick(articles, n))) },
  { name: "author's answers", path: ({ users }, n) => paths.writtenBy("answer", pick(users, n)) },
  { name: "author's articles", path: ({ users }, n) => paths.writtenBy("article", pick(users, n)) },
  { name: "search", path: (_, n) => paths.search("all", pick(WORDS, n)) },
];

const query = (path: string, values: Record<string, string | number>) =>
  `${path}?${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))}`;

export const CALLS: Kind[] = [
  { name: "feed, recommended", path: () => query("/api/content/list", { tab: "recommend" }) },
  { name: "feed, latest", path: () => query("/api/content/list", { tab: "latest" }) },
  {
    name: "feed, latest, page 1,000",
    path: ({ lists }) => query("/api/content/list", { tab: "latest", page: deep(lists.article) }),
  },
  { name: "questions, page 1", path: () => query("/api/question/list", {}) },
  { name: "questions, page 1,000", path: ({ lists }) => query("/api/question/list", { page: deep(lists.question) }) },
  { name: "questions, hot", path: () => query("/api/question/list", { sort: "hot" }) },
  { name: "questions of a tag", path: () => query("/api/question/list", { tag: "产品" }) },
  {
    name: "questions of a tag, page 50",
    path: ({ lists }) => query("/api/question/list", { tag: "产品", page: Math.min(50, deep(lists.question / 10)) }),
  },
  { name: "articles, page 1", path: () => query("/api/article/list", {}) },
  { name: "articles, page 1,000", path: ({ lists }) => query("/api/article/list", { page: deep(lists.article) }) },
  { name: "articles of a class", path: (_, n) => query("/api/article/list", { classificationId: 1 + (n % 4) }) },
  {
    name: "articles of a class, hot",
    path: (_, n) => query("/api/article/list", { classificationId: 1 + (n % 4), sort: "hot" }),
  },
  { name: "answers, page 1,000", path: ({ lists }) => query("/api/answer/list", { page: deep(lists.answer) }) },
  { name: "question", path: ({ questions }, n) => `/api/question/${pick(questions, n)}` },
  {
    name: "answers of a question",
    path: ({ questions }, n) => query("/api/answer/list", { questionId: pick(questions, n) }),
  },
  {
    name: "related questions",
    path: ({ questions }, n) => query("/api/question/getRelevantQuestionList", { questionId: pick(questions, n) }),
  },
  { name: "article", path: ({ articles }, n) => `/api/article/${pick(articles, n)}` },
  {
    name: "comments of an article",
    path: ({ articles }, n) => query("/api/comment/article/list", { articleId: pick(articles, n) }),
  },
  {
    name: "answers of an author",
    path: ({ users }, n) => query("/api/answer/getAuthorAnswerList", { userId: pick(users, n) }),
  },
  ...WORDS.map((q) => ({ name: `search ${q}`, path: () => query("/api/search/content", { q }) })),
];

const DAY = 24 * 3600 * 1000;
const day = (ago: number) => new Date(Date.now() + 8 * 3600 * 1000 - ago * DAY).toISOString().slice(0, 10);
const range = (days: number, step: string) => ({ from: day(days - 1), to: day(0), step });

/** Requests of staff, as the owner. */
export const CONSOLE_CALLS: Kind[] = [
  { name: "queue of held texts", path: () => query("/api/ext/admin/review", {}) },
  { name: "queue, page 3", path: () => query("/api/ext/admin/review", { page: 3 }) },
  { name: "all articles", path: () => query("/api/ext/admin/content/article", {}) },
  {
    name: "articles of an author",
    path: ({ users }, n) => query("/api/ext/admin/content/article", { author: pick(users, n) }),
  },
  { name: "articles with a word", path: (_, n) => query("/api/ext/admin/content/article", { q: pick(WORDS, n) }) },
  { name: "figures, 30 days", path: () => query("/api/ext/admin/figures", range(30, "day")) },
  { name: "figures, a year by week", path: () => query("/api/ext/admin/figures", range(365, "week")) },
  { name: "figures, a year by month", path: () => query("/api/ext/admin/figures", range(365, "month")) },
  { name: "first page, what waits", path: () => "/api/ext/admin/overview" },
  { name: "first page, the rest", path: () => "/api/ext/admin/desk" },
];

export const CONSOLE_PAGES: Kind[] = [
  { name: "first page", path: () => "/admin" },
  { name: "queue of held texts", path: () => "/admin/review" },
  { name: "all articles", path: () => "/admin/content/article" },
  { name: "figures, 30 days", path: () => query("/admin/figures", range(30, "day")) },
  { name: "figures, a year by month", path: () => query("/admin/figures", range(365, "month")) },
];
