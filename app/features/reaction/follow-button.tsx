import { useRouteLoaderData } from "@remix-run/react";
import { buttonClass } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { LoginLink } from "#app/features/login/login-link";
import type { loader } from "#app/root";

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
export function FollowButton({ what, name, active = false, size = "medium", block = false }: Props) {
  const root = useRouteLoaderData<typeof loader>("root");
  const word = what === "user" ? "关注" : "关注问题";
  const className = buttonClass({ variant: active ? "plain" : "soft", size, block }, "follow-button");
  const label = `${active ? `已${word}` : word} ${name}`;
  const content = (
    <>
      <Icon name={active ? "check" : "plus"} />
      {active ? `已${word}` : word}
    </>
  );
  if (!root?.viewer) {
    return (
      <LoginLink className={className} label={label}>
        {content}
      </LoginLink>
    );
  }
  return (
    <button type="button" className={className} aria-pressed={active} aria-label={label}>
      {content}
    </button>
  );
}
