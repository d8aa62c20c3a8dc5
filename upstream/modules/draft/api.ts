import { draftApi, draftFields, type StoredDraft } from "#app/contract/draft";
import { nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { fromJson } from "#upstream/db/schema/columns";
import { limitedWrite } from "#upstream/policy/limited-write";
import { type DraftRow, findDraft, listDrafts } from "./queries";
import { removeDrafts, saveDraft } from "./write";

/** Maximum characters of a draft's excerpt in a list. */
const EXCERPT_LENGTH = 80;

export const draft = implement(draftApi, {
  async get({ query: { target } }, { db, viewer }) {
    const row = await findDraft(db, viewer.userId, target);
    return row ? draftView(row) : null;
  },

  put: ({ body: { knownAt, ...body } }, call) =>
    limitedWrite(call, "draft", async (trx, userId) => {
      const stored = knownAt === undefined ? undefined : await findDraft(trx, userId, body.target);
      if (stored && stored.updated_at !== knownAt) throw new BusinessError("CONFLICT", undefined, draftView(stored));
      const updatedAt = nowIso(call);
      await saveDraft(trx, { ...body, userId }, updatedAt);
      return { updatedAt };
    }),

  remove: ({ body: { target } }, call) =>
    limitedWrite(call, "draft", async (trx, userId) => {
      await removeDrafts(trx, userId, target);
      return null;
    }),

  async list(_, { db, viewer }) {
    const rows = await listDrafts(db, viewer.userId);
    return rows.map(draftView).map(({ fields, ...shown }) => ({
      ...shown,
      title: fields.title,
      excerpt: [...fields.content.replace(/\s+/g, " ").trim()].slice(0, EXCERPT_LENGTH).join(""),
    }));
  },
});

/** Fills fields that did not exist in an older editor with their defaults. */
function draftView(row: DraftRow): StoredDraft {
  return {
    target: row.target,
    baseVersion: row.base_version,
    fields: draftFields.parse(fromJson(row.fields)),
    updatedAt: row.updated_at,
  };
}
