import { Suspense } from "react";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { Prose } from "#app/components/ui/prose";
import { Time } from "#app/components/ui/time";
import { AuthorLine } from "#app/features/author/author-line";
import { OpenedComments } from "#app/features/comment/lazy-comments";
import type { CommentsPage } from "#app/features/comment/load-comments.server";
import { useCommentLinks } from "#app/features/comment/use-comment-links";
import { AiMark } from "#app/features/content/ai-mark";
import { Edited } from "#app/features/history/edited";
import { LazyMoreMenu } from "#app/features/more/lazy-more-menu";
import { FavoriteButton, VoteButtons } from "#app/features/reaction/reaction-buttons";
import { LazyOwnTools } from "#app/features/write/lazy-own-tools";
import { AnswerEdit, type AnswerEditing } from "./answer-edit";
import type { AnswerView } from "./answer-view.server";
import { LazyAcceptButton } from "./lazy-accept-button";

type Props = {
  answer: AnswerView;
  /** Comments on the answer, if the reader opened them. */
  comments?: { page: CommentsPage | null } | undefined;
  /** Whether the permalink refers to it. */
  highlighted?: boolean;
  /** Opened for editing by its author. */
  editing?: AnswerEditing | null;
  /** Whether the reader is the asker, and so may accept it. */
  asked?: boolean;
};

/** An answer in full, with its actions. */
export function AnswerItem({ answer, comments, highlighted = false, editing = null, asked = false }: Props) {
  const place = `answer-${answer.shortId}`;
  const anchor = `comments-${answer.shortId}`;
  const links = useCommentLinks(place, anchor);
  return (
    <article
      className={highlighted ? "answer answer--highlighted" : "answer"}
      id={`answer-${answer.shortId}`}
      aria-labelledby={`${place}-title`}
    >
      <h3 className="visually-hidden" id={`${place}-title`}>
        {answer.author.nickname}的回答
      </h3>
      {answer.accepted ? (
        <p className="answer__accepted">
          <Icon name="accepted" />
          已被提问者采纳
        </p>
      ) : null}
      <AuthorLine author={answer.author} size="large" />
      {editing ? <AnswerEdit {...editing} back={answer.href} /> : <Prose html={answer.contentHtml} />}
      <p className="answer__notes">
        <a href={answer.href} className="answer__permalink">
          发布于 <Time value={answer.createdAt} />
        </a>
        <Edited {...answer} />
        <AiMark on={answer.aiGenerated} />
      </p>
      <div className="actions">
        <VoteButtons
          answerId={answer.id}
          up={answer.voteUp}
          vote={answer.viewer.vote}
          anchor={`answer-${answer.shortId}`}
        />
        <Link
          stay
          to={comments ? links.close : links.open}
          className="reaction"
          rel="nofollow"
          aria-expanded={comments !== undefined}
        >
          <Icon name="comment" />
          {comments ? "收起" : answer.commentCount || null}
          <span className="reaction__unit">{!comments && answer.commentCount ? " 条评论" : "评论"}</span>
        </Link>
        <FavoriteButton
          kind="answer"
          id={answer.id}
          count={answer.favoriteCount}
          active={answer.viewer.favorited}
          anchor={`answer-${answer.shortId}`}
        />
        <LazyMoreMenu
          what={`${answer.author.nickname}的回答`}
          href={answer.href}
          anchor={`#${place}`}
          report={!answer.own && `answer:${answer.id}`}
          favorite={{ kind: "answer", id: answer.id }}
        >
          <LazyOwnTools own={editing ? null : answer.own} />
        </LazyMoreMenu>
      </div>
      {/* On a separate row: phones have no room beside the others. */}
      {asked ? (
        <div className="actions">
          <Suspense fallback={null}>
            <LazyAcceptButton
              questionId={answer.questionId}
              answerId={answer.id}
              accepted={answer.accepted}
              anchor={`answer-${answer.shortId}`}
            />
          </Suspense>
        </div>
      ) : null}
      <OpenedComments
        comments={
          comments
            ? { id: anchor, place, page: comments.page, authorId: answer.author.userId, title: "评论", level: 3 }
            : null
        }
      />
    </article>
  );
}
