import type { ReactNode } from "react";
import { useHere } from "#app/components/ui/use-here";
import { paths } from "#app/paths";

type Props = {
  className?: string;
  /** Path to go to after logging in; this page unless said otherwise. */
  next?: string;
  /** The name of the control where its content alone doesn't say it. */
  label?: string;
  /** Says by itself that it logs in: nobody is asked whether to. */
  open?: boolean;
  children: ReactNode;
};

/**
 * An anonymous reader's way to something that needs a login: a link to the login page, which `LoginRequired`
 * turns into a dialog where there are scripts.
 */
export function LoginLink({ className, next, label, open = false, children }: Props) {
  const { path } = useHere();
  return (
    <a
      href={paths.login(next ?? path)}
      data-login=""
      data-sure={open ? "" : undefined}
      rel="nofollow"
      className={className}
      aria-label={label}
    >
      {children}
    </a>
  );
}
