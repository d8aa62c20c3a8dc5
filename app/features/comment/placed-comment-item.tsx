import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import { AuthorLine } from "#app/features/author/author-line";
import type { PlacedCommentData } from "./placed-comment-links.server";

type Props = {
  comment: PlacedCommentData;
  /** Whether to show the author, who is known in a list of one person's comments. */
  signed?: boolean;
};

/** A comment in a profile, with its target and whom it replies to. */
export function PlacedCommentItem({ comment, signed = false }: Props) {
  const { author, text, target, inReplyTo, createdAt, href } = comment;
  return (
    <li className="item placed-comment">
      {signed ? <AuthorLine author={author} time={createdAt} verb={inReplyTo ? "回复于" : "评论于"} /> : null}
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
      <div className="item__foot">
        <p>
          {target.name}：{target.title}
        </p>
        {signed ? null : <Time value={createdAt} />}
      </div>
    </li>
  );
}
