import { Icon } from "./icon";

/** Name of an illustration for an empty state or an error. */
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

/** A small illustration for empty states and error pages; decorative. */
export function Illustration({ name }: { name: IllustrationName }) {
  return <Icon name={`sqsvg:${name}`} className="illustration" />;
}
