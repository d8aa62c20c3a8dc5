import { Count } from "#app/components/ui/count";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import type { Vote } from "#app/contract/answer";
import { ReactionButton } from "./reaction-button";

type Switch = { count: number; active?: boolean; worded?: boolean };

export function LikeButton({ count, active, worded }: Switch) {
  return (
    <ReactionButton
      icon="heart"
      activeIcon="heart-filled"
      label="喜欢"
      activeLabel="已喜欢"
      tone="like"
      count={count}
      {...(active === undefined ? {} : { active })}
      {...(worded ? { worded } : {})}
    />
  );
}

export function FavoriteButton({ count, active, worded }: Switch) {
  return (
    <ReactionButton
      icon="bookmark"
      activeIcon="bookmark-filled"
      label="收藏"
      activeLabel="已收藏"
      tone="warm"
      count={count}
      {...(active === undefined ? {} : { active })}
      {...(worded ? { worded } : {})}
    />
  );
}

/** Agree and disagree with an answer; only agreement is counted in public. */
export function VoteButtons({ up, vote = "none" }: { up: number; vote?: Vote }) {
  return (
    <div className="vote">
      <ReactionButton
        icon="vote-up"
        label="赞同"
        activeLabel="已赞同"
        count={up}
        active={vote === "up"}
        worded
        className="vote__up"
      />
      <ReactionButton
        icon="vote-down"
        label="反对"
        activeLabel="已反对"
        active={vote === "down"}
        className="vote__down"
      />
    </div>
  );
}

/** Leads to the comments; reading them needs no login. */
export function CommentLink({ count, to, worded = false }: { count: number; to: string; worded?: boolean }) {
  return (
    <Link to={to} className="reaction">
      <Icon name="comment" />
      <span className={worded ? "" : "visually-hidden"}>评论</span>
      {worded && count === 0 ? null : <Count value={count} />}
    </Link>
  );
}
