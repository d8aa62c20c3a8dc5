import { encodeId } from "#app/server/urls/short-id.server";
import type { Seed } from "./seed-world";

/** One page of every public kind in the seed data: its name and path. */
export function publicPages(seed: Seed): [string, string][] {
  const author = `/u/${seed.alice}`;
  const reader = `/u/${seed.bob}`;
  return [
    ["home", "/"],
    ["home, latest", "/?tab=latest"],
    ["about", "/about"],
    ["join us", "/joinus"],
    ["terms", "/policy/terms"],
    ["privacy", "/policy/privacy"],
    ["terms of zhiku", "/policy/zhiku"],
    ["rules of the house", "/policy/rules"],
    ["login", "/login"],
    ["notice before leaving", `/link?to=${encodeURIComponent("https://example.com/a?b=c")}`],
    ["questions", "/question"],
    ["question", `/question/${encodeId(seed.question)}`],
    ["question without answers", `/question/${encodeId(seed.lonelyQuestion)}`],
    ["question, one answer", `/question/${encodeId(seed.question)}?aid=${encodeId(seed.otherAnswer)}`],
    ["answers", "/question/answer"],
    ["answer", `/question/answer/${seed.answer}`],
    ["article", `/article/${encodeId(seed.article)}`],
    ["history of an article", `/history/article/${encodeId(seed.article)}`],
    ["history of an article, one version", `/history/article/${encodeId(seed.article)}?version=2`],
    ["cases", "/case"],
    ["case", `/case/${seed.case}`],
    ["activities", "/activity"],
    ["activity", `/activity/${seed.activity}`],
    ["announcements", "/announcement"],
    ["announcement", `/announcement/${seed.announcement}`],
    ["form", `/form/${seed.form}`],
    ["search", "/search/all"],
    ["search, found", `/search/all?q=${encodeURIComponent("数据库")}`],
    ["search, articles", `/search/article?q=${encodeURIComponent("缓存")}`],
    ["search, questions", `/search/qna?q=${encodeURIComponent("迁移")}`],
    ["search, cases", `/search/all?type=case&q=${encodeURIComponent("便利店")}`],
    ["search, nothing found", `/search/all?q=${encodeURIComponent("犰狳")}`],
    ["profile, answers", `${author}/qna/answer`],
    ["profile, questions", `${author}/qna/question`],
    ["profile, articles", `${author}/article`],
    ["profile, fans", `${author}/follow/fans`],
    ["profile, follows", `${reader}/follow/follow`],
    ["profile, followed questions", `${reader}/follow/question`],
    ["profile, comments", `${author}/comment/post`],
    ["profile, received comments", `${author}/comment/receive`],
    ["profile, favorite articles", `${reader}/collection/article`],
    ["profile, favorite cases", `${reader}/collection/case`],
    ["profile, favorites", `${reader}/_collection`],
    ["folders: favorite questions", `${author}/collection/question`],
    ["folders: favorite answers", `${author}/collection/answer`],
    ["folders", `${author}/collection/folder`],
    ["folders: one of them", `${author}/collection/folder/${seed.folder}`],
    ["zhiku rights", "/zhiku/rights"],
    ["zhiku", "/zhiku"],
    ["zhiku, a category", `/zhiku?class=${seed.zhikuCategory}&type=report&sort=hot`],
    ["zhiku document", `/zhiku/article/${encodeId(seed.zhikuContent)}`],
  ];
}

/** The pages of publicPages whose content comes from the upstream. */
export function contentPages(seed: Seed): [string, string][] {
  const own = new Set(["login", "notice before leaving", "search"]);
  return publicPages(seed).filter(([name]) => !own.has(name));
}
