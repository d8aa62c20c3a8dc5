import { adminReportApi, type ReportedThing } from "#app/contract/admin/report";
import { permissionsOf } from "#app/contract/permissions";
import { BusinessError } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { decideEach } from "#upstream/modules/admin/content/decide-each";
import { decisionsOn, removedOf } from "#upstream/modules/admin/content/past";
import { placedTextOf } from "#upstream/modules/admin/content/placed-text";
import { ownerOf, stateOfThing, type Thing, thingsOf } from "#upstream/modules/admin/content/things";
import { authorView } from "#upstream/modules/author/author";
import { keepReported, removeReported } from "./decide";
import { listReported, neighboursOf, reasonsOf, reportsOf } from "./queries";

export const adminReport = implement(adminReportApi, {
  async list({ query }, { db, viewer }) {
    const { total, rows } = await listReported(db, query);
    const [things, reasons] = await Promise.all([thingsOf(db, rows), reasonsOf(db, query.state, rows)]);
    const list = rows.map(({ kind, id, total: reports, weight, since }): ReportedThing => {
      const given = reasons.filter((one) => one.kind === kind && one.id === id);
      return {
        ...{ kind, id, total: reports, weight, since },
        ...headOf(things.get(`${kind}/${id}`), viewer.userId),
        reasons: given.map(({ reason, total }) => ({ reason, total })),
      };
    });
    return { list, total, page: query.page, pageSize: query.pageSize };
  },

  async get({ params: { kind, id } }, { db, viewer }) {
    const place = { kind, id };
    const thing = (await thingsOf(db, [place])).get(`${kind}/${id}`);
    const reports = await reportsOf(db, place);
    if (!thing && reports.length === 0) throw new BusinessError("NOT_FOUND");
    const whole = thing && kind !== "user" ? await placedTextOf(db, { kind, id }) : null;
    const { state: _, ...head } = headOf(thing, viewer.userId);
    return {
      ...place,
      ...head,
      text: whole && { state: whole.state, title: whole.title, content: whole.content, place: whole.place },
      contentHtml: whole?.contentHtml ?? "",
      reports: reports.map((row) => ({
        reporter: authorView(row),
        ...{ reason: row.reason, detail: row.detail, state: row.state, createdAt: row.created_at },
        upheld: Number(row.upheld),
        dismissed: Number(row.dismissed),
      })),
      removedBefore: head.owner ? await removedOf(db, head.owner.userId, place) : 0,
      past: await decisionsOn(db, place),
      ...(await neighboursOf(db, place)),
    };
  },

  async decide({ body: { items, action, rule, note } }, call) {
    if (action === "remove" && !permissionsOf(call.viewer.roles).has("content.hide")) {
      throw new BusinessError("FORBIDDEN");
    }
    return decideEach(items, async (place) => {
      if (action !== "remove") await keepReported(call, place, action, note);
      else if (rule !== "") await removeReported(call, place, { rule, note });
    });
  },
});

/** Columns that every list shows of a reported thing; undefined is one that is gone for good. */
function headOf(thing: Thing | undefined, viewerId: number): Pick<ReportedThing, "name" | "owner" | "state" | "own"> {
  return {
    name: thing?.name ?? "",
    owner: thing ? ownerOf(thing) : null,
    state: thing ? stateOfThing(thing) : "gone",
    own: thing?.author_user_id === viewerId,
  };
}
