import type { ArticleSummary } from "#app/contract/content/article";
import type { KindWith } from "#app/contract/kinds";
import { placedMark } from "#app/features/content/placed-mark.server";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";

/** Kinds of texts that lists show alike, by title, excerpt and author. */
export type TextKind = Exclude<KindWith<"drafted">, "question" | "answer">;

type Shown =
  | "id"
  | "title"
  | "excerpt"
  | "author"
  | "likeCount"
  | "commentCount"
  | "aiGenerated"
  | "pinned"
  | "featured"
  | "createdAt";
/** Fields of such a text that lists load. */
type TextSummary = Pick<ArticleSummary, Shown> & Partial<Pick<ArticleSummary, "cover">>;

/** A text for lists, with its link. It contains no more than that, since list data is sent to the browser twice. */
export function textLinks(kind: TextKind, text: TextSummary) {
  const { id, title, excerpt, cover = null, author, likeCount, commentCount, aiGenerated, createdAt } = text;
  return {
    id,
    title,
    excerpt,
    cover: cover && { url: cover.url },
    author: { userId: author.userId, nickname: author.nickname, avatar: author.avatar },
    likeCount,
    commentCount,
    aiGenerated,
    createdAt,
    href: paths[kind](encodeId(id)),
    ...placedMark(text),
  };
}

export type TextItemData = ReturnType<typeof textLinks>;
