import { CountLabel } from "#app/components/ui/count-label";
import { Item } from "#app/components/ui/item";
import { Tag } from "#app/components/ui/tag";
import { AuthorLine } from "#app/features/author/author-line";
import { AiMark } from "#app/features/content/ai-mark";
import type { ArticleItemData } from "./article-links.server";

type Props = {
  article: ArticleItemData;
  /** Says that it is an article, where a list holds other things as well. */
  kind?: boolean;
};

/** An article in a list: title, first lines, cover, author. */
export function ArticleItem({ article, kind = false }: Props) {
  return (
    <Item
      title={article.title}
      href={article.href}
      cover={article.cover}
      mark={article.mark}
      foot={
        <>
          {kind ? <Tag>文章</Tag> : null}
          <AuthorLine author={article.author} time={article.createdAt} />
          <AiMark on={article.aiGenerated} />
          <CountLabel value={article.likeCount} word="喜欢" />
          <CountLabel value={article.commentCount} word="评论" />
        </>
      }
    >
      <p className="clamp-2">{article.excerpt}</p>
    </Item>
  );
}
