import type { ReactNode } from "react";
import { useHere } from "#app/components/ui/use-here";
import { paths } from "#app/paths";

type Props = {
  className?: string;
  /** Path to go to after the login; this page by default. */
  next?: string;
  /** Accessible name, if the content is not enough. */
  label?: string;
  /** Whether the label already says that it logs in, so that no confirmation is needed. */
  open?: boolean;
  children: ReactNode;
};

/**
 * An anonymous reader's link to something that requires a login: a link to the login page, which `LoginRequired` turns
 * into a dialog with scripts.
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
