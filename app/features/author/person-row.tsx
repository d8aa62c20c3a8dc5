import { Avatar } from "#app/components/ui/avatar";
import { Count } from "#app/components/ui/count";
import { Link } from "#app/components/ui/link";
import type { Author } from "#app/contract/common";
import type { Person } from "#app/contract/follow";
import { FollowButton } from "#app/features/reaction/follow-button";
import { paths } from "#app/paths";

type Props = { person: Author & Pick<Person, "answerCount" | "articleCount" | "fansCount"> & Partial<Person> };

/** A person in a list of people. */
export function PersonRow({ person }: Props) {
  return (
    <li className="person-row">
      <Avatar author={person} size={48} link />
      <div className="person-row__words">
        <Link to={paths.user(person.userId)} className="person-row__name" data-prefetch="">
          {person.nickname}
        </Link>
        {person.headline ? <p className="person-row__headline clamp-1">{person.headline}</p> : null}
        <p className="person-row__counts">
          <span>
            <Count value={person.answerCount} /> 回答
          </span>
          <span>
            <Count value={person.articleCount} /> 文章
          </span>
          <span>
            <Count value={person.fansCount} /> 关注者
          </span>
        </p>
      </div>
      {person.viewer?.me ? null : (
        <FollowButton
          what="user"
          id={person.userId}
          name={person.nickname}
          active={person.viewer?.followed ?? false}
          size="small"
        />
      )}
    </li>
  );
}
