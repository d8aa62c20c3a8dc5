import { Avatar } from "#app/components/ui/avatar";
import { Card } from "#app/components/ui/card";
import { Count } from "#app/components/ui/count";
import { Link } from "#app/components/ui/link";
import type { Author } from "#app/contract/common";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { FollowButton } from "#app/features/reaction/follow-button";
import { paths } from "#app/paths";

type Props = {
  /** Counts are omitted if they can't be loaded. */
  author: Author & { writtenCount?: number; fansCount?: number };
  /** Kind of text that the card is shown beside. */
  kind: WrittenKind;
  followed?: boolean;
  /** Whether to omit the follow button: it is the reader's own card, or the account is closed. */
  me?: boolean;
};

const WORDS = {
  question: { writer: "提问者", written: "提问" },
  answer: { writer: "回答者", written: "回答" },
  article: { writer: "作者", written: "文章" },
} as const satisfies Record<WrittenKind, { writer: string; written: string }>;

/** Card of an author beside a text: who they are, how much of its kind they have written, and a follow button. */
export function AuthorCard({ author, kind, followed = false, me = false }: Props) {
  const { writer, written } = WORDS[kind];
  const counts = [
    { label: written, value: author.writtenCount, to: paths.writtenBy(kind, author.userId) },
    { label: "关注者", value: author.fansCount, to: paths.userFans(author.userId) },
  ];
  return (
    <Card title={writer}>
      <AuthorFacts author={author} counts={counts} followed={followed} me={me} />
    </Card>
  );
}

type FactsProps = {
  author: Author;
  /** Unknown counts are omitted. */
  counts: readonly { label: string; value: number | undefined; to: string }[];
  followed: boolean;
  me: boolean;
};

/** A person's name, some linked counts, and a follow button. */
export function AuthorFacts({ author, counts, followed, me }: FactsProps) {
  const known = counts.filter((entry): entry is typeof entry & { value: number } => entry.value !== undefined);
  return (
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
      {known.length > 0 ? (
        <ul className="author-card__counts">
          {known.map(({ label, value, to }) => (
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
  );
}
