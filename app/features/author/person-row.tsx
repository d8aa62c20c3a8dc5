import { Avatar } from "#app/components/ui/avatar";
import { CountLabel } from "#app/components/ui/count-label";
import { Link } from "#app/components/ui/link";
import type { Author } from "#app/contract/common";
import type { Person } from "#app/contract/reading/follow";
import { FollowButton } from "#app/features/reaction/follow-button";
import { paths } from "#app/paths";

type Props = { person: Author & Pick<Person, "answerCount" | "articleCount" | "fansCount"> & Partial<Person> };

/** A person in a list of people. Closed accounts can only be unfollowed, and readers don't follow themselves. */
export function PersonRow({ person }: Props) {
  const followed = person.viewer?.followed ?? false;
  return (
    <li className="person-row">
      <Avatar author={person} size={48} link />
      <div className="person-row__words">
        <Link to={paths.user(person.userId)} className="person-row__name" data-prefetch="">
          {person.nickname}
        </Link>
        {person.headline ? <p className="person-row__headline clamp-1">{person.headline}</p> : null}
        <p className="person-row__counts">
          <CountLabel value={person.answerCount} word="回答" />
          <CountLabel value={person.articleCount} word="文章" />
          <CountLabel value={person.fansCount} word="关注者" />
        </p>
      </div>
      {person.viewer?.me || (person.closed && !followed) ? null : (
        <FollowButton what="user" id={person.userId} name={person.nickname} active={followed} size="small" />
      )}
    </li>
  );
}
