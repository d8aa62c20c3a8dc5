import {
  adminContentApi,
  type ListedThing,
  type Removable,
  type RemovableContent,
} from "#app/contract/admin/content/content";
import { nowIso } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undo } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { ownUndoOf, undoOwn } from "#upstream/modules/admin/audit/undo-own";
import { decideEach } from "#upstream/modules/admin/list/decide-each";
import { reasonOf } from "#upstream/modules/house-rule/reason";
import { notifyBySystem, takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { notedWrite, onlyTried, staffWrite } from "#upstream/policy/staff-write";
import { findThing, type ListedRow, listThings, openReportsOf } from "./list";
import { decisionsOn } from "./past";
import { placedTextOf } from "./placed-text";
import { putThingBack, type RemovalState, removalStateOf, removeThing } from "./remove";
import { type AuthorNotification, type Removed, removeAndNotify, undoRemoval } from "./remove-and-notify";
import { refuseChanged, versionOfThing } from "./seen";
import { ownerOf, stateOfThing, thingAt } from "./things";

const handlers: Handlers<typeof adminContentApi> = {
  async list({ params: { kind }, query }, { db }) {
    const { list, nextCursor } = await listThings(db, kind, query);
    const reports = await openReportsOf(
      db,
      kind,
      list.map(({ id }) => id),
    );
    return { list: list.map((thing) => listedView(kind, thing, reports)), nextCursor };
  },

  async get({ params: { kind, id } }, { db }) {
    // Before the text, which may be newer than its version then, but not older.
    const thing = found(await findThing(db, { kind, id }));
    const { contentHtml, ...text } = await placedTextOf(db, { kind, id });
    return {
      ...listedView(kind, thing, await openReportsOf(db, kind, [id])),
      text,
      contentHtml,
      past: await decisionsOn(db, { kind, id }),
    };
  },

  async remove({ body: { items, dryRun, ...why } }, call) {
    const asked = onlyTried(call, dryRun);
    const reason = await reasonOf(call, why);
    let answered = 0;
    const log: number[] = [];
    const decisions = await decideEach(items, async (place) => {
      const written = await notedWrite(asked, async (trx, note) => {
        const isAnswered = place.kind === "question" && (await answersOfOthers(trx, place.id)) > 0;
        const { before, after } = await removeAndNotify(trx, asked, place, reason);
        note({ action: "content.remove", kind: place.kind, target: place.id, before, after, reason });
        if (isAnswered) answered += 1;
      });
      log.push(...written.log);
    });
    return { ...decisions, answered, undo: ownUndoOf(asked, log) };
  },

  undo: ({ body }, call) => undoOwn(call, body, ["content.remove"]),

  restore({ body: { items, dryRun } }, call) {
    const asked = onlyTried(call, dryRun);
    return decideEach(items, (place) =>
      staffWrite(asked, async (trx, note) => {
        const before = await removalStateOf(trx, place);
        const thing = await thingAt(trx, place);
        const { author_user_id: userId, name } = thing;
        // Authors have to ask a colleague.
        if (userId === asked.viewer.userId) throw new BusinessError("FORBIDDEN", "自己的内容要由另一位同事恢复");
        refuseChanged(thing, place.version);
        await putThingBack(trx, asked, place);
        const told: AuthorNotification[] = [];
        if (userId !== null && place.kind !== "case") {
          const message = { kind: "content-restored", written: place.kind, name } as const;
          const key = await notifyBySystem(trx, { userId, message, at: nowIso(asked) });
          if (key !== null) told.push({ userId, key });
        }
        const after: Removed = { ...(await removalStateOf(trx, place)), told };
        note({ action: "content.restore", kind: place.kind, target: place.id, before, after });
      }),
    );
  },
};

const listedView = (kind: Removable, thing: ListedRow, reports: ReadonlyMap<number, number>): ListedThing => ({
  kind,
  id: thing.id,
  name: thing.name,
  createdAt: thing.created_at,
  reason: thing.removed_reason,
  owner: ownerOf(thing),
  state: stateOfThing(thing),
  reports: reports.get(thing.id) ?? 0,
  version: versionOfThing(thing),
});

async function answersOfOthers(trx: Db, questionId: number): Promise<number> {
  const { total } = await trx
    .selectFrom("answers as a")
    .innerJoin("questions as q", "q.id", "a.question_id")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("q.id", "=", questionId)
    .whereRef("a.author_id", "!=", "q.author_id")
    .where("a.deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

type Kind = RemovableContent["kind"];

const UNDOS: Undos = {
  "content.remove": undo<unknown, Removed, Kind>((trx, call, { kind, target, after: removed, ownAtOnce }) =>
    undoRemoval(trx, call, { place: { kind, id: Number(target) }, removed, ownAtOnce }),
  ),
  "content.restore": undo<RemovalState, Partial<Removed>, Kind>(async (trx, call, { kind, target, before, after }) => {
    const place = { kind, id: Number(target) };
    const { reason, removedAt, removedBy } = before;
    // Restores the original removal: its time and actor, about which the author was notified then.
    const then = { ...call, clock: () => new Date(removedAt ?? call.clock()) };
    await removeThing(trx, then, place, { by: removedBy, reason });
    for (const { userId, key } of after.told ?? []) await takeBackMessage(trx, userId, key);
  }),
};

export const adminContent = implement(adminContentApi, handlers, UNDOS);
