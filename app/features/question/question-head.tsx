import { buttonClass, LinkButton } from "#app/components/ui/button";
import { Count } from "#app/components/ui/count";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { Prose } from "#app/components/ui/prose";
import { Tag, Tags } from "#app/components/ui/tag";
import { AuthorLine } from "#app/features/author/author-line";
import { OpenedComments } from "#app/features/comment/lazy-comments";
import type { CommentsPage } from "#app/features/comment/load-comments.server";
import { useCommentLinks } from "#app/features/comment/use-comment-links";
import { AiMark } from "#app/features/content/ai-mark";
import { Edited } from "#app/features/history/edited";
import { LoginLink } from "#app/features/login/login-link";
import { LazyMoreMenu } from "#app/features/more/lazy-more-menu";
import { FollowButton } from "#app/features/reaction/follow-button";
import { FavoriteButton } from "#app/features/reaction/reaction-buttons";
import { LazyOwnTools } from "#app/features/write/lazy-own-tools";
import type { OwnToolsProps } from "#app/features/write/own-tools";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import type { QuestionPage } from "./load-question-page.server";

type Props = {
  question: QuestionPage["question"];
  followed: boolean;
  favorited: boolean;
  /** Tools for the asker; null for others. */
  own: OwnToolsProps | null;
  /** Link to the answer form, or to the member's own answer. */
  answer: { label: string; href: string } | null;
  comments: { page: CommentsPage | null } | null;
};

/** Head of a question's page: title, text, asker, and actions. */
export function QuestionHead({ question, followed, favorited, own, answer, comments }: Props) {
  const links = useCommentLinks("question", "comments");
  return (
    <article className="card question" aria-labelledby="question-title">
      <Tags names={question.tags} href={(tag) => paths.questions({ tag })} />
      <h1 className="detail-title" id="question-title">
        {question.title}
      </h1>
      <AuthorLine author={question.author} time={question.createdAt} verb="提问于">
        {question.featured ? <Tag tone="warm">精华</Tag> : null}
        <AiMark on={question.aiGenerated} />
      </AuthorLine>
      {question.contentHtml ? <Prose html={question.contentHtml} /> : null}
      <Edited {...question} />
      {question.followCount > 0 ? (
        <p className="question__counts">
          <Count value={question.followCount} /> 人关注
        </p>
      ) : null}
      <div className="actions">
        {own ? (
          <LinkButton to={own.editHref} variant="primary" icon="edit" rel="nofollow">
            补充问题
          </LinkButton>
        ) : null}
        <WriteAnswer answer={answer} first={!own} />
        {/* Askers are notified of answers even if they don't follow their question. */}
        {own && !followed ? null : (
          <FollowButton what="question" id={question.id} name={question.title} active={followed} />
        )}
        <Link
          stay
          to={comments ? links.close : links.open}
          className="reaction"
          rel="nofollow"
          aria-expanded={comments !== null}
        >
          <Icon name="comment" />
          {comments ? "收起" : question.commentCount || null}
          <span className="reaction__unit">{!comments && question.commentCount ? " 条评论" : "评论"}</span>
        </Link>
        <FavoriteButton kind="question" id={question.id} count={0} active={favorited} />
        <LazyMoreMenu
          what="这个问题"
          href={question.href}
          report={!own && `question:${question.id}`}
          favorite={{ kind: "question", id: question.id }}
        >
          <LazyOwnTools own={own} />
        </LazyMoreMenu>
      </div>
      <OpenedComments
        comments={
          comments
            ? {
                id: "comments",
                place: "question",
                page: comments.page,
                authorId: question.author.userId,
                title: "评论",
              }
            : null
        }
      />
    </article>
  );
}

/** Link to the answer form. `first`: it is the most important action, since the reader is not the asker. */
function WriteAnswer({ answer, first }: Pick<Props, "answer"> & { first: boolean }) {
  const viewer = useRoot()?.viewer;
  if (viewer) {
    return answer ? (
      <LinkButton to={answer.href} {...(first ? { variant: "primary", icon: "edit" } : {})}>
        {answer.label}
      </LinkButton>
    ) : null;
  }
  return (
    <LoginLink className={buttonClass({ variant: "primary" })}>
      <Icon name="edit" />
      写回答
    </LoginLink>
  );
}
