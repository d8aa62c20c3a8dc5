import { Count } from "#app/components/ui/count";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import type { Vote } from "#app/contract/content/answer";
import type { KindWith } from "#app/contract/kinds";
import type { ReactionTarget } from "./reaction";
import { ReactionButton } from "./reaction-button";
import { ReactionForm } from "./reaction-form";

type Switch = {
  kind: KindWith<"likable">;
  id: number;
  count: number;
  active?: boolean;
  showLabel?: boolean;
  anchor?: string;
};

const LIKE = { icon: "heart", activeIcon: "heart-filled", label: "喜欢", tone: "like" } as const;
const FAVORITE = { icon: "bookmark", activeIcon: "bookmark-filled", label: "收藏", tone: "warm" } as const;

/** Like button. */
export function LikeButton(shown: Switch) {
  return <SwitchButton look={LIKE} target={`like:${shown.kind}:${shown.id}`} shown={shown} />;
}

/** Favorite button. */
export function FavoriteButton(shown: Omit<Switch, "kind"> & { kind: KindWith<"favoritable"> | "zhiku" }) {
  return <SwitchButton look={FAVORITE} target={`favorite:${shown.kind}:${shown.id}`} shown={shown} />;
}

type SwitchProps = {
  look: typeof LIKE | typeof FAVORITE;
  target: ReactionTarget;
  shown: Omit<Switch, "kind" | "id">;
};

/** On/off button with its count. */
function SwitchButton({ look, target, shown }: SwitchProps) {
  const { count, active = false, anchor, showLabel } = shown;
  return (
    <ReactionForm target={target} anchor={anchor}>
      {(asked) => {
        const on = asked ? asked === "on" : active;
        return (
          <ReactionButton
            target={target}
            wanted={on ? "off" : "on"}
            active={on}
            count={count + Number(on) - Number(active)}
            showLabel={showLabel}
            {...look}
          />
        );
      }}
    </ReactionForm>
  );
}

/** Upvote and downvote buttons for an answer; only upvotes are counted publicly. */
export function VoteButtons({ answerId, up, vote = "none", anchor }: VoteProps) {
  const target = `vote:answer:${answerId}` as const;
  return (
    <ReactionForm target={target} className="vote" anchor={anchor}>
      {(asked) => {
        const now = (asked ?? vote) as Vote;
        return (
          <>
            <ReactionButton
              target={target}
              wanted={now === "up" ? "none" : "up"}
              icon="vote-up"
              label="赞同"
              count={up + Number(now === "up") - Number(vote === "up")}
              active={now === "up"}
              showLabel
              className="vote__up"
            />
            <ReactionButton
              target={target}
              wanted={now === "down" ? "none" : "down"}
              icon="vote-down"
              label="反对"
              active={now === "down"}
              className="vote__down"
            />
          </>
        );
      }}
    </ReactionForm>
  );
}

type VoteProps = { answerId: number; up: number; vote?: Vote; anchor?: string };

/** Link to the comments, which can be read without a login. */
export function CommentLink({ count, to, showLabel = false }: { count: number; to: string; showLabel?: boolean }) {
  return (
    <Link to={to} className="reaction">
      <Icon name="comment" />
      <span className={showLabel ? "" : "visually-hidden"}>评论</span>
      {showLabel && count === 0 ? null : <Count value={count} />}
    </Link>
  );
}
