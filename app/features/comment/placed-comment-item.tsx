import { Link } from "#app/components/ui/link";
import { AuthorLine } from "#app/features/author/author-line";
import type { PlacedCommentData } from "./placed-comment-links.server";

/** A comment in a profile, with its target and whom it replies to. */
export function PlacedCommentItem({ comment }: { comment: PlacedCommentData }) {
  const { author, text, target, inReplyTo, createdAt, href } = comment;
  return (
    <li className="item placed-comment">
      <AuthorLine author={author} time={createdAt} verb={inReplyTo ? "回复于" : "评论于"} />
      <p className="placed-comment__text">
        {href ? (
          <Link to={href} className="item__link">
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
      {inReplyTo ? (
        <div className="placed-comment__reply">
          <p className="clamp-2">{inReplyTo.by ? `${inReplyTo.by}：${inReplyTo.text}` : "原评论已删除"}</p>
        </div>
      ) : null}
      <p className="placed-comment__place">
        {target.name}：{target.title}
      </p>
    </li>
  );
}
