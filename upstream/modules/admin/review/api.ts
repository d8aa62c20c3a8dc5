import { adminReviewApi, type QueuedText } from "#app/contract/admin/review/review";
import type { HeldText } from "#app/contract/moderation/review";
import type { Services, StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undo } from "#upstream/call/undo";
import { within } from "#upstream/call/within";
import type { Db } from "#upstream/db/dialect";
import { ownUndoOf, undoOwn } from "#upstream/modules/admin/audit/undo-own";
import {
  claimAgain,
  claimOn,
  claimsOn,
  claimThing,
  endClaim,
  refuseClaimed,
} from "#upstream/modules/admin/claim/claims";
import { decideEach } from "#upstream/modules/admin/list/decide-each";
import { authorView } from "#upstream/modules/author/author";
import { reasonOf } from "#upstream/modules/house-rule/reason";
import { takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { type EditedWords, prepareRefusal, prepareRelease } from "#upstream/modules/review/decide";
import { obstacleOf } from "#upstream/modules/review/obstacle";
import { placesOf } from "#upstream/modules/review/places";
import type { ReviewRow } from "#upstream/modules/review/queries";
import { unpublish } from "#upstream/modules/review/unpublish";
import { editReasonOf, heldFields, heldView } from "#upstream/modules/review/view";
import { holdAccount } from "#upstream/policy/hold-account";
import { leftToOthers } from "#upstream/policy/staff-roles";
import { notedWrite } from "#upstream/policy/staff-write";
import { markWord } from "#upstream/services/moderation/mark-word";
import type { Approved, Refused, Waited } from "./logged-states";
import { findQueued, listQueue, neighboursOfHeld, pastOf, type QueuedRow } from "./queries";

const KIND = "review";
const MAY_DECIDE = ["review.decide"] as const;

const handlers: Handlers<typeof adminReviewApi> = {
  async list({ query }, call) {
    const { total, list: rows, nextCursor } = await listQueue(call.db, call.clock(), query);
    const places = await placesOf(call.db, rows);
    const claims = await claimsOn(
      call.db,
      call,
      KIND,
      rows.map(({ id }) => id),
    );
    const others = await leftToOthers(call, MAY_DECIDE);
    const list = rows.map((row) => ({
      ...queuedView(call, row, places.get(row.id) ?? null),
      own: row.author_id === call.viewer.userId && others,
      claim: claims.get(String(row.id)) ?? null,
    }));
    return { list, total, nextCursor };
  },

  async get({ params: { id }, query }, call) {
    const row = await findQueued(call.db, call.clock(), id);
    const places = await placesOf(call.db, [row]);
    const { title, content, tags } = heldFields(row);
    const fields = { title, content, tags: tags.join("，"), reason: editReasonOf(row) ?? "" };
    return {
      ...queuedView(call, row, places.get(row.id) ?? null),
      own: row.author_id === call.viewer.userId && (await leftToOthers(call, MAY_DECIDE)),
      claim: await claimOn(call.db, call, { queue: KIND, target: id }),
      reason: row.reason,
      fields: Object.entries(fields)
        .filter(([, text]) => text !== "")
        .map(([name, text]) => ({ name, parts: markWord(text, row.word) })),
      contentHtml: row.kind === "comment" ? "" : (await call.markdown.render(content, { anchors: false })).html,
      publishedId: row.published_id,
      obstacle: row.state === "waiting" ? await obstacleOf(call.db, row) : null,
      past: await pastOf(call.db, row),
      ...(await neighboursOfHeld(call.db, call.clock(), row, query)),
    };
  },

  claim: ({ body: { id, takeOver } }, call) => claimThing(call, { queue: KIND, target: id, takeOver }),

  async edit({ body: { id, version, ...words } }, call) {
    const decision = await approve(call, { id, version }, words);
    return { publishedId: decision.publishedId, undo: undoOf(call, [decision]) };
  },

  async decide({ body: { items, action, rule, note } }, call) {
    const reason = action === "refuse" ? await reasonOf(call, { rule, note }) : "";
    const decisions: Decision[] = [];
    const { done, failed } = await decideEach(items, async (item) => {
      decisions.push(action === "approve" ? await approve(call, item) : await refuse(call, item, reason));
    });
    return {
      done: done.map(({ id }) => id),
      failed: failed.map(({ id, code, message }) => ({ id, code, message })),
      undo: undoOf(call, decisions),
    };
  },

  undo: ({ body }, call) => undoOwn(call, body, ["review.approve", "review.refuse"]),
};

type Item = { id: number; version: number };

/** A logged decision, and whether it can be undone: a change of a published text can't. */
type Decision = { log: number[]; isUndoable: boolean };

/** Returns how to undo decisions, all of them or none. */
function undoOf(call: StaffCall, decisions: readonly Decision[]) {
  if (decisions.some(({ isUndoable }) => !isUndoable)) return null;
  return ownUndoOf(
    call,
    decisions.flatMap(({ log }) => log),
  );
}

/** Approves a held text. @returns the decision, with the id of the published text */
async function approve(call: StaffCall, item: Item, words?: EditedWords): Promise<Decision & { publishedId: number }> {
  const { row, edited, write } = await prepareRelease(call, { ...item, by: call.viewer.userId }, words);
  const { result, log } = await notedWrite(call, async (trx, note) => {
    const alone = await requireOthers(trx, call, row);
    await refuseClaimed(trx, call, { queue: KIND, target: row.id });
    await holdAccount(trx, row.author_id);
    const { publishedId, message } = await write(trx);
    const claim = await endClaim(trx, { queue: KIND, target: row.id });
    const { kind, author_id: authorId } = row;
    const after: Approved = {
      state: "approved",
      kind,
      publishedId,
      authorId,
      message,
      isChange: row.target_id !== null,
      claim,
      ...(edited ? { words: edited.to } : {}),
    };
    const before = { ...waitingState(row), ...(edited ? { words: edited.from } : {}) };
    const change = { kind: KIND, target: row.id, before, after } as const;
    note({ action: "review.approve", ...change, reason: alone ? ALONE : "" });
    return publishedId;
  });
  return { log, publishedId: result, isUndoable: row.target_id === null };
}

const ALONE = "作者自己审核：没有别的同事可以";

/**
 * Leaves a staff member's own text to a colleague.
 * @returns whether it is their own and there is no colleague
 * @throws BusinessError FORBIDDEN
 */
async function requireOthers(trx: Db, call: StaffCall, { author_id }: ReviewRow): Promise<boolean> {
  if (author_id !== call.viewer.userId) return false;
  if (await leftToOthers(within(call, trx), MAY_DECIDE)) {
    throw new BusinessError("FORBIDDEN", "这是你自己写的，要由另一位同事审核");
  }
  return true;
}

/** State of a waiting text, as logged. */
const waitingState = ({ version, decided_at, decided_by }: ReviewRow): Waited => ({
  state: "waiting",
  version,
  decidedAt: decided_at,
  decidedBy: decided_by,
});

async function refuse(call: StaffCall, item: Item, reason: string): Promise<Decision> {
  const { row, write } = await prepareRefusal(call, { ...item, by: call.viewer.userId }, reason);
  const { log } = await notedWrite(call, async (trx, note) => {
    await refuseClaimed(trx, call, { queue: KIND, target: row.id });
    const claim = await endClaim(trx, { queue: KIND, target: row.id });
    const after: Refused = { state: "refused", reason, authorId: row.author_id, message: await write(trx), claim };
    note({ action: "review.refuse", kind: KIND, target: row.id, before: waitingState(row), after, reason });
  });
  return { log, isUndoable: true };
}

/** Makes a decided text wait again. @throws BusinessError CONFLICT if its author has changed or submitted it since */
async function waitAgain(
  trx: Db,
  id: number,
  state: "approved" | "refused",
  { version, decidedAt, decidedBy = null }: Waited,
): Promise<void> {
  const back = await trx
    .updateTable("reviews")
    .set({ state: "waiting", decided_at: decidedAt, decided_by: decidedBy, reason: "", published_id: null, version })
    .where("id", "=", id)
    .where("state", "=", state)
    .where("version", "=", version + 1)
    .returning("id")
    .executeTakeFirst();
  if (!back) throw new BusinessError("CONFLICT", "作者之后又改过或交过，不能直接撤销");
}

function queuedView(
  services: Pick<Services, "markdown">,
  row: QueuedRow,
  place: HeldText["place"],
): Omit<QueuedText, "claim" | "own"> {
  const { reason: _, ...held } = heldView(services, row, place);
  return {
    ...held,
    author: authorView(row),
    heldFor: row.held_for,
    word: row.word,
    version: row.version,
    weight: Number(row.weight) / 100,
    weighs: {
      newMember: Number(row.new_member) === 1,
      refused: Number(row.refused),
      decided: Number(row.decided),
      reports: Number(row.reports),
    },
  };
}

const UNDOS: Undos = {
  "review.approve": undo<Waited, Approved>(async (trx, call, { target, before, after }) => {
    const { kind, publishedId, authorId, message, isChange, claim } = after;
    if (isChange !== false)
      throw new BusinessError("CONFLICT", "这是对已公开内容的修改，不能直接撤销；可以移除它，或请作者改回去");
    await unpublish(trx, call, kind, publishedId);
    await waitAgain(trx, Number(target), "approved", before);
    if (authorId && message) await takeBackMessage(trx, authorId, message);
    await claimAgain(trx, call, { queue: KIND, target }, claim);
  }),
  "review.refuse": undo<Waited, Refused>(async (trx, call, { target, before, after }) => {
    const { authorId, message, claim } = after;
    await waitAgain(trx, Number(target), "refused", before);
    if (message !== null) await takeBackMessage(trx, authorId, message);
    await claimAgain(trx, call, { queue: KIND, target }, claim);
  }),
};

export const adminReview = implement(adminReviewApi, handlers, UNDOS);
