import { draftApi } from "#app/contract/writing/draft";
import { nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { partsOff } from "#upstream/modules/config/parts-off";
import { limitedWrite } from "#upstream/policy/limited-write";
import { currentTarget } from "./current-target";
import { listedDrafts } from "./list";
import { findDraft } from "./queries";
import { draftView } from "./view";
import { removeDrafts, saveDraft } from "./write";

export const draft = implement(draftApi, {
  async get({ query: { target } }, { db, viewer }) {
    const row = await findDraft(db, viewer.userId, await currentTarget(db, viewer.userId, target));
    return row ? draftView(row) : null;
  },

  put: ({ body: { knownAt, ...body } }, call) =>
    limitedWrite(call, "draft", async (trx, userId) => {
      const target = await currentTarget(trx, userId, body.target);
      await requireKnown(trx, userId, { target, knownAt });
      const updatedAt = nowIso(call);
      await saveDraft(trx, { ...body, target, userId }, updatedAt);
      return { updatedAt };
    }),

  remove: ({ body: { target: named, knownAt } }, call) =>
    limitedWrite(call, "draft", async (trx, userId) => {
      const target = await currentTarget(trx, userId, named);
      await requireKnown(trx, userId, { target, knownAt });
      await removeDrafts(trx, userId, { target, published: null });
      return null;
    }),

  list: async (_, call) => listedDrafts(call, call.viewer.userId, await partsOff(call)),
});

type Known = { target: string; knownAt: string | null | undefined };

/** @throws BusinessError CONFLICT with the stored draft, if it is not the one that the editor knows of */
async function requireKnown(trx: Db, userId: number, { target, knownAt }: Known): Promise<void> {
  const stored = knownAt === undefined ? undefined : await findDraft(trx, userId, target);
  if (stored && stored.updated_at !== knownAt) throw new BusinessError("CONFLICT", undefined, draftView(stored));
}
