import { createHash } from "node:crypto";
import { type HeldDetail, reviewApi } from "#app/contract/moderation/review";
import { draftTargets } from "#app/contract/writing/draft-targets";
import { type Call, nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import { transact } from "#upstream/db/transact";
import { requireNoAnswer } from "#upstream/modules/answer/one-each";
import { requirePublisher } from "#upstream/modules/content/publisher";
import { removeDrafts } from "#upstream/modules/draft/write";
import { holdReason } from "#upstream/modules/moderation/hold-reason";
import { withdrawChanges } from "#upstream/modules/moderation/moderate";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import { consumeActionLimits, limitedWrite } from "#upstream/policy/limited-write";
import { changeReview, publishReview } from "./change";
import { baseVersionOf, newerText } from "./newer-text";
import { questionOfHeld } from "./obstacle";
import { placesOf } from "./places";
import { prepareHeld } from "./publish";
import { findHeld, listHeld, type ReviewRow } from "./queries";
import { editReasonOf, heldFields, heldView } from "./view";

export const review = implement(reviewApi, {
  async list({ query: { kind } }, { db, viewer, markdown }) {
    const rows = await listHeld(db, viewer.userId, kind);
    const places = await placesOf(db, rows);
    return rows.map((row) => heldView({ markdown }, row, places.get(row.id) ?? null));
  },

  async get({ params: { id } }, call) {
    return detailOf(call, await findHeld(call.db, id, call.viewer.userId));
  },

  async put({ body: { id, version, baseVersion, reason, ...body } }, call) {
    const { knownDraftAt: knownAt, captchaVerification: pass, ...words } = body;
    const stored = await findHeld(call.db, id, call.viewer.userId);
    if (stored.state === "approved")
      throw new BusinessError("ALREADY_SUBMITTED", undefined, { id: stored.published_id });
    const row = { ...stored, fields: withBeside(stored, { version: baseVersion, reason }) };
    if (row.version !== version || (await newerText(call.db, row)) !== null)
      throw new BusinessError("CONFLICT", undefined, await detailOf(call, row));
    const authorId = await requirePublisher(call, "edit");
    const questionId = questionOfHeld(row);
    if (questionId !== null) await requireNoAnswer(call.db, authorId, questionId);
    const ready = await prepareHeld(call, row, words);
    const hold = await holdReason(call, { kind: row.kind, authorId, texts: ready.texts, pass });
    return transact(call.db, async (trx) => {
      if (questionId !== null) {
        // Two answers at once wait for each other.
        await holdOwnAccount(trx, authorId);
        await requireNoAnswer(trx, authorId, questionId);
      }
      await removeDrafts(trx, authorId, { target: draftTargets.held(id), knownAt, published: words });
      // Otherwise an earlier change of the same text would replace this one when it is approved.
      if (row.target_id !== null) await withdrawChanges(trx, row.kind, row.target_id, id);
      if (hold === null) return { state: "approved", publishedId: await publishReview(trx, call, row, { ready }) };
      await consumeActionLimits(trx, call, "hold", authorId);
      const fields = toJson(ready.fields);
      const { heldFor: held_for, word } = hold;
      await changeReview(trx, row, { state: "waiting", held_for, word, fields, reason: "", created_at: nowIso(call) });
      return { state: "waiting", publishedId: null };
    });
  },

  withdraw: ({ body: { id } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      const row = await findHeld(trx, id, userId);
      if (row.state === "withdrawn") return null;
      if (row.state !== "waiting") throw new BusinessError("CONFLICT");
      await changeReview(trx, row, { state: "withdrawn" });
      return null;
    }),

  remove: ({ body: { id } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      const row = await findHeld(trx, id, userId);
      if (row.state === "approved") throw new BusinessError("CONFLICT");
      await removeDrafts(trx, userId, { target: draftTargets.held(id), published: null });
      await trx.deleteFrom("reviews").where("id", "=", id).where("state", "!=", "approved").execute();
      return null;
    }),
});

/** Data of a resubmitted change besides its text; absent: as before. */
type Beside = { version?: number | undefined; reason?: string | undefined };

/** Fields of a held text with the data that was resubmitted besides the text; a new text has none. */
function withBeside({ target_id, fields }: ReviewRow, beside: Beside): string {
  if (target_id === null) return fields;
  const sent = Object.entries(beside).filter(([, value]) => value !== undefined);
  return toJson({ ...fromJson<object>(fields), ...Object.fromEntries(sent) });
}

/** The HTML of a held text, from the cache. Undone decisions give a version twice, so it is found by its words. */
function htmlOf(call: Call, { author_id }: ReviewRow, content: string): Promise<string> {
  const words = createHash("sha256").update(content).digest("base64url");
  return call.sharedPart(`review/get/${author_id}/${words}`, async ({ markdown, dependsOn }) => {
    dependsOn(`user/${author_id}`);
    return (await markdown.render(content, { anchors: false })).html;
  });
}

async function detailOf(call: Call, row: ReviewRow): Promise<HeldDetail> {
  const places = await placesOf(call.db, [row]);
  const fields = heldFields(row);
  const comment = row.kind === "comment";
  return {
    ...heldView(call, row, places.get(row.id) ?? null),
    contentHtml: comment ? "" : await htmlOf(call, row, fields.content),
    fields,
    version: row.version,
    publishedId: row.published_id,
    editReason: editReasonOf(row),
    baseVersion: baseVersionOf(row),
    newer: row.published_id === null ? await newerText(call.db, row) : null,
  };
}
