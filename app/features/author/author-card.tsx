import { Avatar } from "#app/components/ui/avatar";
import { Card } from "#app/components/ui/card";
import { Count } from "#app/components/ui/count";
import { Link } from "#app/components/ui/link";
import type { Author } from "#app/contract/common";
import { FollowButton } from "#app/features/reaction/follow-button";
import { useParts } from "#app/hooks/parts";
import { paths } from "#app/paths";

type Counts = { answerCount?: number; articleCount?: number; fansCount?: number };
type Props = {
  author: Author & Counts;
  title?: string;
  followed?: boolean;
  /** The reader's own card has no follow button. */
  me?: boolean;
};

/** A person beside what they wrote: who it is, how much there is of them, and a button to follow. */
export function AuthorCard({ author, title = "作者", followed = false, me = false }: Props) {
  const has = useParts();
  const counts = [
    { label: "回答", value: author.answerCount, to: paths.writtenBy("answer", author.userId) },
    {
      label: "文章",
      value: has("article") ? author.articleCount : undefined,
      to: paths.writtenBy("article", author.userId),
    },
    { label: "关注者", value: author.fansCount, to: paths.userFans(author.userId) },
  ].filter((entry): entry is typeof entry & { value: number } => entry.value !== undefined);
  return (
    <Card title={title}>
      <div className="author-card">
        <div className="author-card__who">
          <Avatar author={author} size={48} link />
          <div className="author-card__words">
            <Link to={paths.user(author.userId)} className="author-card__name">
              {author.nickname}
            </Link>
            {author.headline ? <p className="author-card__headline clamp-2">{author.headline}</p> : null}
          </div>
        </div>
        {counts.length > 0 ? (
          <ul className="author-card__counts">
            {counts.map(({ label, value, to }) => (
              <li key={label}>
                <Link to={to} className="author-card__count">
                  <strong>
                    <Count value={value} />
                  </strong>
                  <span>{label}</span>
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        {me ? null : <FollowButton what="user" id={author.userId} name={author.nickname} active={followed} block />}
      </div>
    </Card>
  );
}
