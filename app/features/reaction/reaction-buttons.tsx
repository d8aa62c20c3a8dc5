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

/** Like button. */
export function LikeButton({ kind, id, ...rest }: Switch) {
  const look = {
    icon: "heart",
    activeIcon: "heart-filled",
    label: "喜欢",
    activeLabel: "已喜欢",
    tone: "like",
  } as const;
  return <SwitchButton {...look} {...rest} target={`like:${kind}:${id}`} />;
}

/** Favorite button. */
export function FavoriteButton({
  kind,
  id,
  ...rest
}: Omit<Switch, "kind"> & { kind: KindWith<"favoritable"> | "zhiku" }) {
  const look = {
    icon: "bookmark",
    activeIcon: "bookmark-filled",
    label: "收藏",
    activeLabel: "已收藏",
    tone: "warm",
  } as const;
  return <SwitchButton {...look} {...rest} target={`favorite:${kind}:${id}`} />;
}

type Look = {
  target: ReactionTarget;
  icon: string;
  activeIcon: string;
  label: string;
  activeLabel: string;
  tone: "like" | "warm";
};

/** On/off button with its count. */
function SwitchButton({ target, count, active = false, anchor, ...look }: Look & Omit<Switch, "kind" | "id">) {
  return (
    <ReactionForm target={target} anchor={anchor}>
      {(asked) => {
        const on = asked ? asked === "on" : active;
        return (
          <ReactionButton
            {...look}
            target={target}
            wanted={on ? "off" : "on"}
            active={on}
            count={count + Number(on) - Number(active)}
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
              activeLabel="已赞同"
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
              activeLabel="已反对"
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
