import type { MessageRow } from "#upstream/modules/message/queries";
import type { CategoryTree } from "#upstream/modules/zhiku/category/tree";

/** A message as staff see it. */
export const viewOf = (row: MessageRow & { author: string }, tree: CategoryTree) => ({
  id: row.id,
  title: row.title,
  path: row.path,
  to: row.audience,
  state: row.state,
  version: row.version,
  category: categoryOf(row, tree),
  sendAt: row.send_at,
  sentAt: row.sent_at,
  reached: row.reached,
  createdBy: row.author,
  createdAt: row.created_at,
});

function categoryOf({ category_id: id }: MessageRow, tree: CategoryTree): { id: number; name: string } | null {
  if (id === null) return null;
  return { id, name: tree.byId.get(id)?.name ?? "已删除的分类" };
}
