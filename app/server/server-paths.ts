import type { HistoryKind } from "#app/contract/history";
import type { KindWith } from "#app/contract/kinds";
import { withQuery } from "#app/paths";

/** Addresses that servers alone write; those that browsers write, too, are `paths`, which every reader loads. */
export const serverPaths = {
  answer: (id: number) => `/question/answer/${id}`,
  writeAnswer: (question: string, id?: string) => withQuery("/write/answer", { question, id }),
  /** The question page with one's own answer open for editing. */
  editAnswer: (questionShortId: string, shortId: string) => `/question/${questionShortId}?aid=${shortId}&edit=1`,
  deleteWritten: (kind: KindWith<"drafted">, id: string) => withQuery("/write/delete", { kind, id }),
  /** Changes of a text; of one version, that version beside the one before. */
  history: (kind: HistoryKind, shortId: string, version?: number) =>
    withQuery(`/history/${kind}/${shortId}`, { version }),
  articleFeed: () => "/feed/article.xml",
  questionFeed: () => "/feed/question.xml",
};
