import type { ArticleSummary } from "#app/contract/article";
import type { KindWith } from "#app/contract/kinds";
import { placedMark } from "#app/features/content/placed-mark.server";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/short-id.server";

/** A kind of texts that lists show alike: by their title and first words, and whose they are. */
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
/** Part of such a text that lists load. */
type TextSummary = Pick<ArticleSummary, Shown> & Partial<Pick<ArticleSummary, "cover">>;

/** Text as lists show it, with its address. No more than that: it goes to the browser twice. */
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
    ...placedMark(text),
    createdAt,
    href: paths[kind](encodeId(id)),
  };
}

export type TextItemData = ReturnType<typeof textLinks>;
