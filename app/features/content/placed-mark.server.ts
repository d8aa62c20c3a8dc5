/** Words for the marks that staff gave a thing, as a list shows them; nothing where it has none: lists go to the browser twice. */
export function placedMark({ pinned, featured }: { pinned?: boolean | undefined; featured: boolean }): {
  mark?: string;
} {
  const words = [pinned ? "置顶" : "", featured ? "精华" : ""].filter(Boolean).join(" · ");
  return words ? { mark: words } : {};
}
