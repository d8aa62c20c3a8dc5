import { TAG_LENGTH_MAX } from "#app/contract/limits";

/** Tag in a URL; null for none. It is cut where no tag is longer. */
export const tagParam = (query: URLSearchParams): string | null =>
  [...(query.get("tag")?.trim() ?? "")].slice(0, TAG_LENGTH_MAX).join("") || null;
