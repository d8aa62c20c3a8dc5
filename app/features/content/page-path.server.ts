import type { SitemapKind } from "#app/contract/ext";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/short-id.server";

/** The page of a thing, by its kind and its number. */
export const PAGE_PATHS: Readonly<Record<SitemapKind, (id: number) => string>> = {
  question: (id) => paths.question(encodeId(id)),
  article: (id) => paths.article(encodeId(id)),
  case: paths.case,
  activity: paths.activity,
  announcement: paths.announcement,
  user: paths.userAnswers,
  zhiku: (id) => paths.zhikuArticle(encodeId(id)),
};

/** An answer on the page of its question; without the question's number, an address that leads there. */
export const answerPath = (id: number, questionId: number | null): string =>
  questionId === null ? paths.answer(id) : paths.question(encodeId(questionId), encodeId(id));
