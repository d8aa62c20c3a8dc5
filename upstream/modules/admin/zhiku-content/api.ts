import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import type { ZhikuContentState } from "#app/contract/admin/zhiku/content-states";
import { MINUTE } from "#runtime/time-units";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { presignZhikuFile } from "#upstream/modules/upload/write";
import { type CategoryTree, categoryTree, lockedTree } from "#upstream/modules/zhiku/category/tree";
import {
  type ContentPlace,
  findEditedContent,
  moveContent,
  updateContent,
} from "#upstream/modules/zhiku/content/change";
import { plainOf } from "#upstream/modules/zhiku/content/free-part";
import { cutContent, insertDraft, renderContent } from "#upstream/modules/zhiku/content/write";
import { type CutBodies, cutBodies } from "#upstream/modules/zhiku/search/entries";
import { idempotent, type RecordOutcome } from "#upstream/policy/idempotent";
import type { Note } from "#upstream/policy/logged-write";
import { staffWrite } from "#upstream/policy/staff-write";
import { type KeptContent, keptContent, writtenContent } from "./fields";
import { previewContent } from "./preview";
import { contentStateOf, listEditedContents, listedContentView } from "./queries";
import { CONTENT_UNDOS } from "./undo";

const KIND = "zhiku-content";
/** Columns of a public document. */
const ON_SITE = { deleted_at: null, removed_at: null, draft: 0, hidden: 0 } as const;

const handlers: Handlers<typeof adminZhikuContentApi> = {
  list: async ({ query }, call) => listEditedContents(call.db, await categoryTree(call), query),

  async get({ params: { id } }, call) {
    const row = found(await findEditedContent(call.db, id));
    const { abstract, content, source, cover, document, attachments } = await keptContent(call.db, id);
    return {
      ...listedContentView(row, await categoryTree(call)),
      abstract,
      content,
      source,
      document,
      cover: cover?.url ?? "",
      attachments: attachments.map(({ id: _, downloadCount = 0, ...file }) => ({ ...file, downloadCount })),
      contentHtml: row.content_html,
    };
  },

  presignFile: ({ body }, call) => presignZhikuFile(call, body),
  preview: ({ body }, call) => previewContent(call, body),

  add: ({ body }, call) =>
    idempotent(call, body, async ({ publish, ...fields }, record: RecordOutcome<{ id: number }>) => {
      const ready = await renderContent(call, await writtenContent(call, fields, null));
      const cut = publish ? await cutContent(call, ready) : undefined;
      return staffWrite(call, async (trx, note) => {
        const tree = await lockedTree(trx);
        if (publish) requireShown(tree, fields.categoryId);
        const { id } = await insertDraft(trx, ready);
        const to = { ...ON_SITE, created_at: ready.createdAt };
        if (publish) await moveContent(trx, call, { tree, id, from: {}, to, cut });
        note({ action: `${KIND}.add`, kind: KIND, target: id, before: null, after: await keptContent(trx, id) });
        await record(trx, { code: "SUCCESS", data: { id } });
        return { id };
      });
    }),

  async put({ body: { id, version, publishedAt, publish, ...body } }, call) {
    const held = await keptContent(call.db, id);
    const written = await writtenContent(call, body, held);
    const createdAt = publishedAtOf(call, publishedAt, held.place);
    const ready = { ...(await renderContent(call, { ...written, createdAt })), attachments: written.attachments };
    const cut = publish || held.place.deleted_at === null ? await cutContent(call, ready) : undefined;
    return staffWrite(call, async (trx, note) => {
      const tree = await lockedTree(trx);
      const row = found(await findEditedContent(trx, id));
      if (row.removed_at !== null) throw new BusinessError("CONFLICT", "它已经删除，请先恢复");
      if (publish || row.deleted_at === null) requireShown(tree, body.categoryId);
      const before = await keptContent(trx, id);
      // In another category it is not hidden with the former one.
      const hidden = row.category_id === body.categoryId ? row.hidden : 0;
      await updateContent(trx, call, { tree, before: row, version, ready, cut, hidden, updatedAt: nowIso(call) });
      const after = await keptContent(trx, id);
      note({ action: `${KIND}.put`, kind: KIND, target: id, before, after });
      if (publish && row.deleted_at !== null) await place(trx, call, { tree, id, step: showing(call), note, cut });
      return { version: after.version };
    });
  },

  async show({ body: { id } }, call) {
    const { abstract, content } = found(await findEditedContent(call.db, id));
    const cut = await cutBodies(call, { abstract, plain: plainOf(call, content) });
    return move(call, { id, step: showing(call), cut });
  },

  hide({ body: { id, reason } }, call) {
    const to = { deleted_at: nowIso(call), removed_at: null, draft: 0, hidden: 0 } as const;
    return move(call, { id, reason, step: ({ state }) => (state === "public" ? { action: "hide", to } : null) });
  },

  remove({ body: { id, reason } }, call) {
    const now = nowIso(call);
    const off = ({ deleted_at }: ContentPlace) => ({
      deleted_at: deleted_at ?? now,
      removed_at: now,
      hidden: 0 as const,
    });
    const step: Step = ({ state, at }) => (state === "removed" ? null : { action: "remove", to: off(at) });
    return move(call, { id, reason, step });
  },

  restore({ body: { id } }, call) {
    const to = { removed_at: null };
    return move(call, { id, step: ({ state }) => (state === "removed" ? { action: "restore", to } : null) });
  },
};

export const adminZhikuContent = implement(adminZhikuContentApi, handlers, CONTENT_UNDOS);

/** The document's next state and the action's name, depending on its current state; null if not possible. */
type Step = (one: {
  state: ZhikuContentState;
  at: ContentPlace;
}) => { action: "publish" | "show" | "hide" | "remove" | "restore"; to: Partial<ContentPlace> } | null;

/** Publishes a draft now, or shows a hidden document at its old position. */
function showing(call: StaffCall): Step {
  const now = nowIso(call);
  return ({ state }) => {
    if (state === "draft") return { action: "publish", to: { ...ON_SITE, created_at: now, updated_at: now } };
    return state === "hidden" ? { action: "show", to: ON_SITE } : null;
  };
}

const move = (call: StaffCall, moving: Pick<Placing, "id" | "step" | "reason" | "cut">): Promise<null> =>
  staffWrite(call, async (trx, note) => {
    await place(trx, call, { tree: await lockedTree(trx), ...moving, note });
    return null;
  });

type Placing = {
  tree: CategoryTree;
  id: number;
  step: Step;
  reason?: string | undefined;
  note: Note;
  cut?: CutBodies | undefined;
};

/** Changes a document's state, and logs it. @throws BusinessError CONFLICT if it is not possible */
async function place(trx: Db, call: StaffCall, { tree, id, step, reason, note, cut }: Placing): Promise<void> {
  const row = found(await findEditedContent(trx, id));
  const next = step({ state: contentStateOf(row), at: row });
  if (!next) throw new BusinessError("CONFLICT", "它的状态刚刚变了，请看过再试");
  const kept = (one: ContentPlace) => ({ title: row.title, ...pick(one, next.to) });
  await moveContent(trx, call, { tree, id, from: {}, to: next.to, cut });
  const after = kept(found(await findEditedContent(trx, id)));
  note({ action: `${KIND}.${next.action}`, kind: KIND, target: id, before: kept(row), after, reason });
}

const pick = (row: ContentPlace, to: Partial<ContentPlace>): Partial<ContentPlace> =>
  Object.fromEntries(Object.keys(to).map((column) => [column, row[column as keyof ContentPlace]]));

/** Requires a category that readers can see. @throws BusinessError INVALID_PARAMS */
function requireShown(tree: CategoryTree, categoryId: number): void {
  if (!tree.isShown(categoryId)) throw invalid({ categoryId: "这个分类隐藏着，读者看不到；请先显示它，或换一个分类" });
}

/**
 * Publication time of a document: from the form to the minute, else unchanged. Drafts have none.
 * @throws BusinessError INVALID_PARAMS if it is in the future
 */
function publishedAtOf(call: StaffCall, given: string | null, { draft, created_at }: KeptContent["place"]): string {
  if (given === null || draft === 1) return created_at;
  const [wanted, held] = [Date.parse(given), Date.parse(created_at)];
  if (Math.floor(wanted / MINUTE) === Math.floor(held / MINUTE)) return created_at;
  if (wanted > call.clock().getTime()) throw invalid({ publishedAt: "不能晚于现在" });
  return given;
}
