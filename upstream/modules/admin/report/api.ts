import { adminReportApi, type ReportedThing } from "#app/contract/admin/review/report";
import { permissionsOf } from "#app/contract/permissions";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { ownUndoOf, undoOwn } from "#upstream/modules/admin/audit/undo-own";
import { claimOn, claimsOn, claimThing } from "#upstream/modules/admin/claim/claims";
import { decisionsOn, removedOf } from "#upstream/modules/admin/content/past";
import { placedTextOf } from "#upstream/modules/admin/content/placed-text";
import { ownerOf, stateOfThing, type Thing, thingsOf } from "#upstream/modules/admin/content/things";
import { decideEach } from "#upstream/modules/admin/list/decide-each";
import { authorView } from "#upstream/modules/author/author";
import { reasonOf } from "#upstream/modules/house-rule/reason";
import { leftToOthers } from "#upstream/policy/staff-roles";
import { keepReported, REPORT_DECISIONS, REPORT_UNDOS, removeReported, targetOf } from "./decide";
import { listReported, neighboursOfReported, reasonsOf, reportsOf } from "./queries";
import { openReportsAt, versionOfReported } from "./seen";

const handlers: Handlers<typeof adminReportApi> = {
  async list({ query }, call) {
    const { db } = call;
    const { total, rows } = await listReported(db, query);
    const [things, open, reasons, claims] = await Promise.all([
      thingsOf(db, rows),
      openReportsAt(db, rows),
      reasonsOf(db, query.state, rows),
      claimsOn(db, call, "report", rows.map(targetOf)),
    ]);
    const viewerId = await ownLeft(call);
    const list = rows.map(({ kind, id, total: reports, weight, since }): ReportedThing => {
      const thing = things.get(`${kind}/${id}`);
      const given = reasons.filter((one) => one.kind === kind && one.id === id);
      return {
        kind,
        id,
        total: reports,
        weight,
        since,
        ...headOf(thing, viewerId),
        claim: claims.get(targetOf({ kind, id })) ?? null,
        reasons: given.map(({ reason, total }) => ({ reason, total })),
        version: versionOfReported(thing, open.get(`${kind}/${id}`) ?? []),
      };
    });
    return { list, total, page: query.page, pageSize: query.pageSize };
  },

  async get({ params: { kind, id }, query }, call) {
    const { db } = call;
    const place = { kind, id };
    const thing = (await thingsOf(db, [place])).get(`${kind}/${id}`);
    // Before what is shown, so that nothing of it is newer than that.
    const open = (await openReportsAt(db, [place])).get(`${kind}/${id}`) ?? [];
    const reports = await reportsOf(db, place);
    if (!thing && reports.length === 0) throw new BusinessError("NOT_FOUND");
    const whole = thing && kind !== "user" ? await placedTextOf(db, { kind, id }) : null;
    const { state: _, ...head } = headOf(thing, await ownLeft(call));
    return {
      ...place,
      ...head,
      claim: await claimOn(db, call, { queue: "report", target: targetOf(place) }),
      version: versionOfReported(thing, open),
      text: whole && { state: whole.state, title: whole.title, content: whole.content, place: whole.place },
      contentHtml: whole?.contentHtml ?? "",
      reports: reports.map((row) => ({
        reporter: authorView(row),
        reason: row.reason,
        detail: row.detail,
        state: row.state,
        createdAt: row.created_at,
        upheld: Number(row.upheld),
        dismissed: Number(row.dismissed),
      })),
      removedBefore: head.owner ? await removedOf(db, head.owner.userId, place) : 0,
      past: await decisionsOn(db, place),
      ...(await neighboursOfReported(db, place, query)),
    };
  },

  claim: ({ body: { kind, id, takeOver } }, call) =>
    claimThing(call, { queue: "report", target: targetOf({ kind, id }), takeOver }),

  async decide({ body: { items, action, rule, note } }, call) {
    if (action === "remove" && !permissionsOf(call.viewer.roles).has("content.hide")) {
      throw new BusinessError("FORBIDDEN");
    }
    const reason = action === "remove" ? await reasonOf(call, { rule, note }) : "";
    const log: number[] = [];
    const decisions = await decideEach(items, async (place) => {
      const rows =
        action === "remove" ? await removeReported(call, place, reason) : await keepReported(call, place, action, note);
      log.push(...rows);
    });
    return { ...decisions, undo: ownUndoOf(call, log) };
  },

  undo: ({ body }, call) => undoOwn(call, body, REPORT_DECISIONS),
};

export const adminReport = implement(adminReportApi, handlers, REPORT_UNDOS);

/** The caller's id, if reports of their own texts are left to a colleague; null if nobody else could decide. */
const ownLeft = async (call: StaffCall): Promise<number | null> =>
  (await leftToOthers(call, ["report.decide"])) ? call.viewer.userId : null;

/** Columns that every list shows of a reported item; undefined if it was purged. */
function headOf(
  thing: Thing | undefined,
  viewerId: number | null,
): Pick<ReportedThing, "name" | "owner" | "state" | "own"> {
  return {
    name: thing?.name ?? "",
    owner: thing ? ownerOf(thing) : null,
    state: thing ? stateOfThing(thing) : "gone",
    own: viewerId !== null && thing?.author_user_id === viewerId,
  };
}
