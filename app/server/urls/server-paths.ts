import type { KindWith } from "#app/contract/kinds";
import type { HistoryKind } from "#app/contract/writing/history";
import { withQuery } from "#app/paths";

/** URLs that only the server builds; those that browsers build too are in `paths`, which every reader loads. */
export const serverPaths = {
  answer: (id: number) => `/question/answer/${id}`,
  writeAnswer: (question: string, id?: string) => withQuery("/write/answer", { question, id }),
  /** The question page with one's own answer open for editing. */
  editAnswer: (questionShortId: string, shortId: string) => `/question/${questionShortId}?aid=${shortId}&edit=1`,
  /** A member's own text that is held for review. */
  held: (id: number) => `/write/held/${id}`,
  deleteWritten: (kind: KindWith<"drafted">, id: string) => withQuery("/write/delete", { kind, id }),
  /** Version history of a text; with `version`, that version compared to the one before. */
  history: (kind: HistoryKind, shortId: string, version?: number) =>
    withQuery(`/history/${kind}/${shortId}`, { version }),
  zhikuArticle: (hashId: string) => `/zhiku/article/${hashId}`,
  articleFeed: () => "/feed/article.xml",
  questionFeed: () => "/feed/question.xml",
};
