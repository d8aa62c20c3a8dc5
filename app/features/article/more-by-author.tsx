import { Card } from "#app/components/ui/card";
import { Link } from "#app/components/ui/link";
import { NotLoaded } from "#app/components/ui/not-loaded";
import type { Author } from "#app/contract/common";
import { paths } from "#app/paths";
import type { ArticlePage } from "./load-article-page.server";

type Props = { author: Author; articles: ArticlePage["more"] };

/** Other articles of the same author; empty if there are none. */
export function MoreByAuthor({ author, articles }: Props) {
  if (articles?.length === 0) return null;
  return (
    <Card title="作者的其他文章" more={{ label: "全部", to: paths.writtenBy("article", author.userId) }}>
      {articles ? (
        <ul className="side-list">
          {articles.map((article) => (
            <li key={article.id}>
              <Link to={article.href} className="side-list__link" data-prefetch>
                {article.title}
              </Link>
              <span className="side-list__note numbers">
                {article.likeCount} 喜欢 · {article.commentCount} 评论
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <NotLoaded what="其他文章" />
      )}
    </Card>
  );
}
