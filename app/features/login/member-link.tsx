import type { ReactNode } from "react";
import { Link } from "#app/components/ui/link";
import { useRoot } from "#app/hooks/root";
import { LoginLink } from "./login-link";

type Props = { to: string; className?: string; children: ReactNode };

/** Link to a members' page; others log in on the way. */
export function MemberLink({ to, ...rest }: Props) {
  return useRoot()?.viewer ? <Link to={to} {...rest} /> : <LoginLink next={to} {...rest} />;
}
