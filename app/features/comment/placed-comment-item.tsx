import { Link } from "#app/components/ui/link";
import type { CommentTarget } from "#app/contract/comment";
import { AuthorLine } from "#app/features/author/author-line";
import type { PlacedCommentData } from "./placed-comment-links.server";

const KINDS: Record<CommentTarget, string> = { question: "问题", answer: "回答", article: "文章", case: "案例" };

/** A comment in a profile: what was said, where, and to whom. */
export function PlacedCommentItem({ comment }: { comment: PlacedCommentData }) {
  const { author, text, target, inReplyTo, createdAt, href } = comment;
  return (
    <li className="item placed-comment">
      <AuthorLine author={author} time={createdAt} verb={inReplyTo ? "回复于" : "评论于"} />
      <p className="placed-comment__text">
        <Link to={href} className="item__link">
          {text}
        </Link>
      </p>
      {inReplyTo ? (
        <div className="placed-comment__reply">
          <p className="clamp-2">{inReplyTo.by ? `${inReplyTo.by}：${inReplyTo.text}` : "原评论已删除"}</p>
        </div>
      ) : null}
      <p className="placed-comment__place">
        {KINDS[target.kind]}：{target.title}
      </p>
    </li>
  );
}
