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
export function Link(props: Props) {
  const { to, stay, reload } = props;
  // A list page has a hundred links, and taking props apart (`...rest`) costs several times as much as this.
  const own = { to: undefined, stay: undefined, reload: undefined, href: to };
  return <a {...props} {...own} data-stay={stay ? "" : undefined} data-reload={reload ? "" : undefined} />;
}
