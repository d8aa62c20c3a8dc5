import { type ReactNode, Suspense } from "react";
import { Avatar } from "#app/components/ui/avatar";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { Comment } from "#app/contract/content/comment";
import { LoginLink } from "#app/features/login/login-link";
import { LazyMoreMenu } from "#app/features/more/lazy-more-menu";
import { LikeButton } from "#app/features/reaction/reaction-buttons";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import type { CommentPlace } from "./comment-form";
import { correctionPath } from "./comment-query";
import { CommentText } from "./comment-text";
import { LazyDeleteComment, LazyMemberTools } from "./lazy-member-tools";

type Props = {
  comment: Comment;
  /** Author of the commented text, marked by a label. */
  authorId: number | null;
  place: CommentPlace;
  /** URL that shows it by itself. */
  href: string;
  /** URL that shows all replies of its thread. */
  allReplies: string;
  /** Number of these. */
  replyCount: number;
  /** The replies of a top-level comment. */
  children?: ReactNode;
};

/** A comment at either level; a deleted one keeps its place, since others replied to it. */
export function CommentItem({ comment, authorId, place, href, allReplies, replyCount, children }: Props) {
  const { author, replyTo } = comment;
  const anchor = `comment-${comment.id}`;
  const viewer = useRoot()?.viewer;
  if (comment.deleted || !author) {
    return (
      <GoneComment id={comment.id} text="该评论已删除">
        {children}
      </GoneComment>
    );
  }
  return (
    <li className="comment" id={anchor}>
      <Avatar author={author} size={comment.parentId === null ? 32 : 24} link />
      <div className="comment__body">
        <p className="comment__head">
          <Link to={paths.user(author.userId)} className="comment__name">
            {author.nickname}
          </Link>
          {author.userId === authorId ? <Tag tone="accent">作者</Tag> : null}
        </p>
        <p className="comment__text">
          {replyTo ? (
            <>
              回复 <Link to={paths.user(replyTo.userId)}>@{replyTo.nickname}</Link>：
            </>
          ) : null}
          <CommentText {...comment} />
        </p>
        <div className="comment__foot">
          <a href={href} rel="nofollow" className="comment__time">
            {comment.editedAt ? "编辑于 " : null}
            <Time value={comment.editedAt ?? comment.createdAt} />
          </a>
          <LikeButton
            kind="comment"
            id={comment.id}
            count={comment.likeCount}
            active={comment.viewer.liked}
            anchor={anchor}
          />
          {viewer ? (
            <Suspense fallback={null}>
              <LazyMemberTools comment={comment} place={place} allReplies={allReplies} replyCount={replyCount} />
            </Suspense>
          ) : (
            <LoginLink className="reaction" aria-label={`回复 ${author.nickname}`}>
              回复
            </LoginLink>
          )}
          <LazyMoreMenu
            what={`${author.nickname}的评论`}
            anchor={`#${anchor}`}
            href={href}
            code={false}
            report={!comment.viewer.mine && `comment:${comment.id}`}
          >
            {comment.viewer.mine && comment.editedAt !== undefined ? (
              <Link to={correctionPath(comment.id)} className="menu__entry">
                <Icon name="edit" />
                修改
              </Link>
            ) : null}
            {comment.viewer.mine ? <LazyDeleteComment id={comment.id} /> : null}
          </LazyMoreMenu>
        </div>
        {children}
      </div>
    </li>
  );
}

/** Placeholder for a comment that cannot be shown, so that links to it arrive somewhere. */
export function GoneComment({ id, text, children }: { id: number; text: string; children?: ReactNode }) {
  return (
    <li className="comment" id={`comment-${id}`}>
      <p className="comment__gone">{text}</p>
      {children}
    </li>
  );
}
