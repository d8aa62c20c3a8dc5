/**
 * Pinned and featured flags of an item in a list; an empty object if there are none, since list data is sent to the
 * browser twice.
 */
export function placedMark({ pinned, featured }: { pinned?: boolean | undefined; featured: boolean }): {
  mark?: string;
} {
  const words = [pinned ? "置顶" : "", featured ? "精华" : ""].filter(Boolean).join(" · ");
  return words ? { mark: words } : {};
}
