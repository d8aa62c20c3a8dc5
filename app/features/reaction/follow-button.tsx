import { buttonClass } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { REACTION, type ReactionTarget } from "./reaction";
import { ReactionForm } from "./reaction-form";

type Props = {
  what: "user" | "question" | "tag";
  /** Id of the person or question; name of the tag. */
  id: number | string;
  /** Name of the person, question or tag, for the accessible name, since a list has many such buttons. */
  name: string;
  active?: boolean;
  size?: "small" | undefined;
  block?: boolean;
};

/** Follows a person or a question; anonymous readers are asked to log in. */
export function FollowButton({ what, id, name, active = false, size, block = false }: Props) {
  const word = what === "question" ? "关注问题" : "关注";
  const target = `follow:${what}:${id}` as ReactionTarget;
  return (
    <ReactionForm target={target} className={block ? "reaction-form--block" : undefined}>
      {(asked) => {
        const on = asked ? asked === "on" : active;
        return (
          <button
            type="submit"
            name={REACTION}
            value={`${target}:${on ? "off" : "on"}`}
            className={buttonClass(
              { variant: on ? "plain" : "soft", size, block },
              `follow-button ${what === "question" ? "follow-button--question" : "follow-button--short"}`,
            )}
            aria-pressed={on}
            aria-label={`${on ? `已${word}` : word} ${name}`}
          >
            <Icon name={on ? "check" : "plus"} />
            {on ? "已关注" : word}
          </button>
        );
      }}
    </ReactionForm>
  );
}
