import type { AnchorHTMLAttributes } from "react";
import { useHere } from "#app/components/ui/use-here";
import { paths } from "#app/paths";

type Props = {
  /** Path to go to after the login; this page by default. */
  next?: string;
  /** Whether the label already says that it logs in, so that no confirmation is needed. */
  open?: boolean;
} & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">;

/**
 * An anonymous reader's link to something that requires a login: a link to the login page, which `LoginRequired` turns
 * into a dialog with scripts.
 */
export function LoginLink({ next, open, ...rest }: Props) {
  const { path } = useHere();
  return (
    <a href={paths.login(next ?? path)} data-login="" data-sure={open ? "" : undefined} rel="nofollow" {...rest} />
  );
}
