import { nowIso } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { type Undos, undo, undoAlike } from "#upstream/call/undo";
import { lockedTree } from "#upstream/modules/zhiku/category/tree";
import {
  type ContentPlace,
  deleteContent,
  findEditedContent,
  isKnown,
  moveContent,
  updateContent,
} from "#upstream/modules/zhiku/content/change";
import { renderContent } from "#upstream/modules/zhiku/content/write";
import { changedSince } from "#upstream/policy/changed-since";
import type { KeptContent } from "./fields";

const idOf = ({ target }: { target: string }): number => Number(target);

type Moved = Partial<ContentPlace> & { title: string };

/** Undos of changes of documents. */
export const CONTENT_UNDOS: Undos = {
  ...undoAlike(
    [
      "zhiku-content.publish",
      "zhiku-content.show",
      "zhiku-content.hide",
      "zhiku-content.remove",
      "zhiku-content.restore",
    ],
    undo<Moved, Moved>(async (trx, call, row) => {
      const { title: _, ...to } = row.before;
      const { title: __, ...from } = row.after;
      await moveContent(trx, call, { tree: await lockedTree(trx), id: idOf(row), from, to });
    }),
  ),
  "zhiku-content.add": undo<null, KeptContent>(async (trx, call, row) => {
    const id = idOf(row);
    const { version, place } = row.after;
    const tree = await lockedTree(trx);
    const now = found(await findEditedContent(trx, id));
    if (now.version !== version || now.draft !== place.draft || now.deleted_at !== place.deleted_at) {
      throw changedSince();
    }
    if (await isKnown(trx, id)) throw new BusinessError("CONFLICT", "已经有人读过，不能当作没有写过；可以隐藏或删除它");
    const off = now.deleted_at ?? nowIso(call);
    await moveContent(trx, call, { tree, id, from: {}, to: { deleted_at: off } });
    await deleteContent(trx, id);
  }),
  "zhiku-content.put": undo<KeptContent, KeptContent>(async (trx, call, row) => {
    const id = idOf(row);
    const { place: was, version: _, ...fields } = row.before;
    const { place: became, version } = row.after;
    const tree = await lockedTree(trx);
    const before = found(await findEditedContent(trx, id));
    if (before.version !== version) throw changedSince();
    if (!tree.byId.has(fields.categoryId)) throw new BusinessError("CONFLICT", "它原来的分类已经删除");
    if (before.deleted_at === null && !tree.isShown(fields.categoryId)) {
      throw new BusinessError("CONFLICT", "它原来的分类隐藏着，请先显示分类");
    }
    // Reverts only what this change did; later changes stay.
    const back = <Name extends keyof ContentPlace>(name: Name): ContentPlace[Name] =>
      before[name] === became[name] ? was[name] : before[name];
    const rendered = await renderContent(call, { ...fields, createdAt: back("created_at") });
    const ready = { ...rendered, attachments: fields.attachments };
    await updateContent(trx, call, {
      tree,
      before,
      version,
      ready,
      hidden: back("hidden"),
      updatedAt: back("updated_at"),
    });
  }),
};
