import { type Rule, reasonOf } from "#app/contract/admin/house-rules";
import { adminReviewApi, type QueuedText } from "#app/contract/admin/review";
import type { HeldText } from "#app/contract/review";
import type { Services, StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { undoes } from "#upstream/modules/admin/audit/undo";
import { authorView } from "#upstream/modules/author/author";
import { takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { prepareRefusal, prepareRelease } from "#upstream/modules/review/decide";
import { placesOf } from "#upstream/modules/review/places";
import type { ReviewRow } from "#upstream/modules/review/queries";
import { heldFields, heldView } from "#upstream/modules/review/view";
import { staffWrite } from "#upstream/policy/staff-write";
import { markWord } from "#upstream/services/moderation/mark-word";
import { findQueued, listQueue, neighboursOf, pastOf, type QueuedRow } from "./queries";

const KIND = "review";

export const adminReview = implement(adminReviewApi, {
  async list({ query: { page, pageSize, kind } }, call) {
    const { total, rows } = await listQueue(call.db, { kind, page, pageSize });
    const places = await placesOf(call.db, rows);
    return { list: rows.map((row) => queuedView(call, row, places.get(row.id) ?? null)), total, page, pageSize };
  },

  async get({ params: { id } }, call) {
    const row = await findQueued(call.db, id);
    const places = await placesOf(call.db, [row]);
    const { title, content, tags } = heldFields(row);
    const fields = { title, content, tags: tags.join("，") };
    return {
      ...queuedView(call, row, places.get(row.id) ?? null),
      reason: row.reason,
      fields: Object.entries(fields)
        .filter(([, text]) => text !== "")
        .map(([name, text]) => ({ name, parts: markWord(text, row.word) })),
      contentHtml: row.kind === "comment" ? "" : (await call.markdown.render(content, { anchors: false })).html,
      publishedId: row.published_id,
      past: await pastOf(call.db, row),
      ...(await neighboursOf(call.db, row)),
    };
  },

  async decide({ body: { items, action, rule, note } }, call) {
    const done: number[] = [];
    const failed: { id: number; code: string; message: string }[] = [];
    for (const item of items) {
      try {
        if (action === "approve") await approve(call, item);
        else if (rule !== "") await refuse(call, item, { rule, note });
        done.push(item.id);
      } catch (error) {
        if (!(error instanceof BusinessError)) throw error;
        const { code, message } = error;
        failed.push({ id: item.id, code, message });
      }
    }
    return { done, failed };
  },
});

type Item = { id: number; version: number };

async function approve(call: StaffCall, item: Item): Promise<void> {
  const { row, write } = await prepareRelease(call, item);
  await staffWrite(call, async (trx, note) => {
    const publishedId = await write(trx);
    const after = { state: "approved", kind: row.kind, publishedId };
    note({ action: "review.approve", kind: KIND, target: row.id, before: waitingState(row), after });
  });
}

/** State of a text that waited, as the log keeps it. */
const waitingState = ({ version, decided_at }: ReviewRow): Waited => ({
  state: "waiting",
  version,
  decidedAt: decided_at,
});

/** `decidedAt`: of an earlier refusal, after which it was handed in again. */
type Waited = { state: "waiting"; version: number; decidedAt: string | null };

/** State of a text that was refused, as the log keeps it. */
type Refused = { state: "refused"; reason: string; authorId: number; message: string | null };

async function refuse(call: StaffCall, item: Item, why: { rule: Rule; note: string }): Promise<void> {
  const reason = reasonOf(why);
  const { row, write } = await prepareRefusal(call, item, reason);
  await staffWrite(call, async (trx, note) => {
    const after: Refused = { state: "refused", reason, authorId: row.author_id, message: await write(trx) };
    note({ action: "review.refuse", kind: KIND, target: row.id, before: waitingState(row), after, reason });
  });
}

undoes("review.refuse", async (trx, _, { target, before, after }) => {
  const { version, decidedAt } = before as Waited;
  const { authorId, message } = after as Refused;
  const back = await trx
    .updateTable("reviews")
    .set({ state: "waiting", decided_at: decidedAt, reason: "", version })
    .where("id", "=", Number(target))
    .where("state", "=", "refused")
    .where("version", "=", version + 1)
    .returning("id")
    .executeTakeFirst();
  if (!back) throw new BusinessError("CONFLICT", "作者之后又改过或交过，不能直接撤销");
  if (message !== null) await takeBackMessage(trx, authorId, message);
});

function queuedView(services: Pick<Services, "markdown">, row: QueuedRow, place: HeldText["place"]): QueuedText {
  const { reason: _, ...held } = heldView(services, row, place);
  return { ...held, author: authorView(row), heldFor: row.held_for, word: row.word, version: row.version };
}
