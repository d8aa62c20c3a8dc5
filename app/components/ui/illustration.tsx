import { Icon } from "./icon";

/** Name of a drawing for an empty place or an error. */
export type IllustrationName =
  | "empty-list"
  | "empty-search"
  | "empty-comments"
  | "empty-notifications"
  | "empty-favorites"
  | "not-found"
  | "server-error"
  | "offline"
  | "welcome"
  | "locked"
  | "success";

/** A small drawing for empty states and error pages; decoration, so it has no name. */
export function Illustration({ name }: { name: IllustrationName }) {
  return <Icon name={`sqsvg:${name}`} className="illustration" />;
}
