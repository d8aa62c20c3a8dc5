import { Avatar } from "#app/components/ui/avatar";
import { LinkButton } from "#app/components/ui/button";
import { Count } from "#app/components/ui/count";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import type { BaseInfo } from "#app/contract/people/user";
import { FollowButton } from "#app/features/reaction/follow-button";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";

type Props = {
  profile: BaseInfo;
  /** Phones show the person's details on the first page only. */
  brief: boolean;
};

/** A person's name, headline, bio and counters. */
export function ProfileHead({ profile, brief }: Props) {
  const feeds = useOffered("feed");
  const { userId, nickname, headline, bio, company, city, viewer } = profile;
  // Many bios start with the headline shown above.
  const repeated = headline !== "" && bio.startsWith(headline);
  return (
    <header className={brief ? "card profile-head profile-head--brief" : "card profile-head"}>
      <Avatar author={profile} size={96} />
      <div className="profile-head__words">
        <h1 className="profile-head__name">{nickname}</h1>
        {headline ? <p className="profile-head__headline">{repeated ? bio : headline}</p> : null}
      </div>
      <div className="profile-head__action">
        {viewer.me ? (
          <LinkButton to={paths.account()} icon="edit">
            编辑资料
          </LinkButton>
        ) : (
          <FollowButton what="user" id={userId} name={nickname} active={viewer.followed} />
        )}
        <Link
          to={paths.search("all", "", { by: userId })}
          className="icon-button"
          aria-label={`在${nickname}写的里面搜索`}
          title="搜索"
        >
          <Icon name="search" />
        </Link>
        {feeds ? (
          <a href={paths.userFeed(userId)} className="icon-button" aria-label={`订阅${nickname}`} title="订阅">
            <Icon name="rss" />
          </a>
        ) : null}
      </div>
      {bio && !repeated ? <p className="profile-head__bio">{bio}</p> : null}
      <ul className="profile-head__facts">
        {company ? (
          <li>
            <Icon name="case" label="公司" />
            {company}
          </li>
        ) : null}
        {city ? (
          <li>
            <Icon name="map-pin" label="城市" />
            {city}
          </li>
        ) : null}
        <li>
          <Icon name="calendar" />
          <Time value={profile.joinedAt} format="date" /> 加入
        </li>
      </ul>
      <ul className="profile-head__counts">
        <li>
          <strong>
            <Count value={profile.likedCount} />
          </strong>
          获得赞同与喜欢
        </li>
        <li>
          <Link to={paths.userFans(userId)}>
            <strong>
              <Count value={profile.fansCount} />
            </strong>
            关注者
          </Link>
        </li>
        <li>
          <Link to={paths.userFollows(userId)}>
            <strong>
              <Count value={profile.followCount} />
            </strong>
            关注的人
          </Link>
        </li>
      </ul>
    </header>
  );
}
