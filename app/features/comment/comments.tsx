import { Suspense } from "react";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { NotLoaded } from "#app/components/ui/not-loaded";
import { useHere } from "#app/components/ui/use-here";
import type { CommentThread } from "#app/contract/content/comment";
import { LoginLink } from "#app/features/login/login-link";
import { useRoot } from "#app/hooks/root";
import type { CommentPlace } from "./comment-form";
import { CommentItem, GoneComment } from "./comment-item";
import { LazyCommentForm } from "./lazy-comment-form";
import type { CommentsPage } from "./load-comments.server";
import { type CommentLinks, useCommentLinks } from "./use-comment-links";
import { useLinkedComment } from "./use-linked-comment";

type Props = {
  /** Element id, for links. */
  id: string;
  /** Value of the query parameter `comments` that shows these; null if they are always shown. */
  place: string | null;
  /** Null if they could not be loaded. */
  page: CommentsPage | null;
  authorId: number | null;
  /** The heading; level two if the comments have a section of their own. */
  title: string;
  level?: 2 | 3;
};

/** A two-level list of comments with links to older ones and to all replies. */
export function Comments({ id, place, page, authorId, title, level = 2 }: Props) {
  const links = useCommentLinks(place, id);
  useLinkedComment(links.sought);
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className="comments" id={id} aria-labelledby={`${id}-title`}>
      <div className="comments__head">
        <Heading className="comments__title" id={`${id}-title`}>
          {title}
          {page && page.total > 0 ? <span className="comments__count numbers">{page.total}</span> : null}
        </Heading>
        {place ? (
          <Link stay to={links.close} className="comments__close">
            收起
          </Link>
        ) : null}
      </div>
      {page ? <List page={page} links={links} authorId={authorId} /> : <NotLoaded to={links.open} what="评论" />}
    </section>
  );
}

function List({ page, links, authorId }: { page: CommentsPage; links: CommentLinks; authorId: number | null }) {
  return (
    <>
      <Prompt place={page.place} newest={page.continued ? links.open : null} />
      {page.continued ? (
        <p className="comments__more">
          <Link to={links.open}>
            <Icon name="arrow-up" />
            回到最新评论
          </Link>
        </p>
      ) : null}
      {page.threads.length === 0 && !page.gone ? (
        <p className="comments__empty">{page.continued ? "没有更早的评论了" : "还没有评论，来说说你的看法"}</p>
      ) : (
        <ol className="comments__list">
          {page.gone ? (
            <GoneComment
              id={page.gone.id}
              text={page.gone.surely ? "该评论已删除或未公开" : "这里没有找到那条评论，可能已删除"}
            />
          ) : null}
          {page.threads.map((thread) => (
            <CommentItem
              key={thread.id}
              comment={thread}
              authorId={authorId}
              place={page.place}
              href={links.one(thread)}
              allReplies={links.replies(thread.id)}
              replyCount={thread.childCount}
            >
              <Replies thread={thread} page={page} links={links} authorId={authorId} />
            </CommentItem>
          ))}
        </ol>
      )}
      {page.older ? (
        <p className="comments__more">
          <Link to={links.older(page.older)} rel="nofollow">
            查看更早的评论
            <Icon name="arrow-down" />
          </Link>
        </p>
      ) : null}
    </>
  );
}

type RepliesProps = { thread: CommentThread; page: CommentsPage; links: CommentLinks; authorId: number | null };

function Replies({ thread, page, links, authorId }: RepliesProps) {
  if (thread.children.length === 0) return null;
  const opened = page.opened?.parentId === thread.id ? page.opened : null;
  return (
    <div className="comments__replies">
      {opened?.continued ? (
        <Link to={links.replies(thread.id)} className="comments__all" rel="nofollow">
          从第一条回复看起
        </Link>
      ) : null}
      <ol>
        {thread.children.map((child) => (
          <CommentItem
            key={child.id}
            comment={child}
            authorId={authorId}
            place={page.place}
            href={links.one(child)}
            allReplies={links.replies(thread.id)}
            replyCount={thread.childCount}
          />
        ))}
      </ol>
      {opened?.more ? (
        <Link to={links.replies(thread.id, opened.more)} className="comments__all" rel="nofollow">
          查看接下来的回复
        </Link>
      ) : null}
      {thread.childrenCursor ? (
        <Link stay to={links.replies(thread.id)} className="comments__all" rel="nofollow">
          查看全部 {thread.childCount} 条回复
        </Link>
      ) : null}
    </div>
  );
}

/**
 * Comment form; anonymous readers are asked to log in. `newest` is the URL of the newest comments if others are shown: a
 * new one is among them.
 */
function Prompt({ place, newest }: { place: CommentPlace; newest: string | null }) {
  const viewer = useRoot()?.viewer;
  const { path } = useHere();
  if (viewer) {
    return (
      <Suspense fallback={null}>
        <LazyCommentForm key={`${place.kind}:${place.id}`} place={place} next={path} newest={newest} />
      </Suspense>
    );
  }
  return <LoginLink className="comments__prompt">写下你的评论…</LoginLink>;
}
