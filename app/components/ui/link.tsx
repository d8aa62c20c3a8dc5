import type { AnchorHTMLAttributes } from "react";

type Props = {
  /** A path of this site. */
  to: string;
  /** Another state of the same page: keep the scroll position. */
  stay?: boolean;
  /** Not a page of the app (a feed, a file): let the browser load it. */
  reload?: boolean;
} & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">;

/**
 * A link within the site: plain HTML that `LinkNavigation` follows without a page load once scripts are loaded. Remix's
 * `Link` uses some twenty hooks each, and a list page has a hundred links.
 */
export function Link(props: Props) {
  const { to, stay, reload } = props;
  // New properties come before the spread: with a hundred links on a page, those after it cost thirty times as much.
  const attributes: Record<string, unknown> = {
    href: to,
    "data-stay": stay ? "" : undefined,
    "data-reload": reload ? "" : undefined,
    ...props,
  };
  attributes.to = attributes.stay = attributes.reload = undefined;
  return <a {...attributes} />;
}
