import type { AnchorHTMLAttributes } from "react";

type Props = {
  /** A path of this site. */
  to: string;
  /** Another state of the same page: the scroll position stays. */
  stay?: boolean;
  /** Not a page of the app (a feed, a file): the browser loads it. */
  reload?: boolean;
} & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">;

/**
 * A link within the site: plain HTML that `LinkNavigation` follows without a page load once the scripts are
 * there. Remix's `Link` does the same with some twenty hooks each, and a list page has a hundred links.
 */
export function Link({ to, stay = false, reload = false, ...rest }: Props) {
  return <a {...rest} href={to} data-stay={stay ? "" : undefined} data-reload={reload ? "" : undefined} />;
}
