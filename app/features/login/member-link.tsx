import type { AnchorHTMLAttributes } from "react";
import { Link } from "#app/components/ui/link";
import { useRoot } from "#app/hooks/root";
import { LoginLink } from "./login-link";

type Props = { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">;

/** Link to a members' page; others log in on the way. */
export function MemberLink({ to, ...rest }: Props) {
  return useRoot()?.viewer ? <Link to={to} {...rest} /> : <LoginLink next={to} {...rest} />;
}
