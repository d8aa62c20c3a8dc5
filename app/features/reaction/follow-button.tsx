import { buttonClass } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { REACTION } from "./reaction";
import { ReactionForm } from "./reaction-form";

type Props = {
  what: "user" | "question";
  id: number;
  /** Whom or what; names the button, since a list has many. */
  name: string;
  active?: boolean;
  size?: "small" | "medium";
  block?: boolean;
};

/** Follows a person or a question. Whoever is not logged in is asked to. */
export function FollowButton({ what, id, name, active = false, size = "medium", block = false }: Props) {
  const word = what === "user" ? "关注" : "关注问题";
  const target = `follow:${what}:${id}` as const;
  return (
    <ReactionForm target={target} className={block ? "reaction-form--block" : undefined}>
      {(asked) => {
        const on = asked ? asked === "on" : active;
        return (
          <button
            type="submit"
            name={REACTION}
            value={`${target}:${on ? "off" : "on"}`}
            className={buttonClass({ variant: on ? "plain" : "soft", size, block }, "follow-button")}
            aria-pressed={on}
            aria-label={`${on ? `已${word}` : word} ${name}`}
          >
            <Icon name={on ? "check" : "plus"} />
            {on ? `已${word}` : word}
          </button>
        );
      }}
    </ReactionForm>
  );
}
