import { Avatar } from "#app/components/ui/avatar";
import { Card } from "#app/components/ui/card";
import { Link } from "#app/components/ui/link";
import type { RecommendedAuthor } from "#app/contract/site/config";
import { FollowButton } from "#app/features/reaction/follow-button";
import { paths } from "#app/paths";

/** Recommended authors, in a side column. */
export function RecommendedAuthors({ authors }: { authors: readonly RecommendedAuthor[] }) {
  if (authors.length === 0) return null;
  return (
    <Card title="推荐作者">
      <ul className="side-people">
        {authors.map((author) => (
          <li key={author.userId} className="side-person">
            <Avatar author={author} size={40} link />
            <div className="side-person__words">
              <Link to={paths.user(author.userId)} className="side-person__name">
                {author.nickname}
              </Link>
              <p className="side-person__headline clamp-2">{author.headline}</p>
            </div>
            {author.viewer.me ? null : (
              <FollowButton
                what="user"
                id={author.userId}
                name={author.nickname}
                active={author.viewer.followed}
                size="small"
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
