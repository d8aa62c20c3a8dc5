import { adminAppealApi, type ListedAppeal } from "#app/contract/admin/review/appeal";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { claimOn, claimsOn, claimThing } from "#upstream/modules/admin/claim/claims";
import { decisionsOn } from "#upstream/modules/admin/content/past";
import { placedTextOf } from "#upstream/modules/admin/content/placed-text";
import { sortView } from "#upstream/modules/appeal/view";
import { authorView } from "#upstream/modules/author/author";
import { placesOf } from "#upstream/modules/review/places";
import { findHeld } from "#upstream/modules/review/queries";
import { heldFields } from "#upstream/modules/review/view";
import { APPEAL_UNDOS, decideAppeal } from "./decide";
import { deciderOf } from "./deciders";
import { findListed, type ListedRow, listAppeals, neighboursOfAppeal } from "./queries";

const handlers: Handlers<typeof adminAppealApi> = {
  async list({ query }, call) {
    const { total, rows } = await listAppeals(call.db, query, nowIso(call));
    const claims = await claimsOn(
      call.db,
      call,
      "appeal",
      rows.map(({ id }) => id),
    );
    const list = rows.map((row) => ({ ...listedView(row, call), claim: claims.get(String(row.id)) ?? null }));
    return { list, total, page: query.page, pageSize: query.pageSize };
  },

  async get({ params: { id } }, call) {
    const { db } = call;
    const now = nowIso(call);
    const { stands, ...row } = await findListed(db, id, now);
    const { may, alone } = await deciderOf(db, call, row);
    const isSanction = row.target_kind === "sanction";
    const about = isSanction ? { kind: "user", id: row.user_id } : { kind: row.target_kind, id: row.target_id };
    return {
      ...listedView(row, call),
      claim: await claimOn(db, call, { queue: "appeal", target: id }),
      stands,
      alone,
      decidable: may && stands && row.state === "open",
      until: isSanction ? await untilOf(call, row.target_id) : null,
      ...(await textOf(call, row)),
      past: await decisionsOn(db, about),
      answer: row.answer,
      answeredBy: row.answerer ?? "",
      answeredAt: row.answered_at,
      ...(await neighboursOfAppeal(db, row, now)),
    };
  },

  claim: ({ body: { id, takeOver } }, call) => claimThing(call, { queue: "appeal", target: id, takeOver }),

  decide: ({ body }, call) => decideAppeal(call, body),
};

export const adminAppeal = implement(adminAppealApi, handlers, APPEAL_UNDOS);

function listedView(row: ListedRow, { viewer }: StaffCall): Omit<ListedAppeal, "claim"> {
  const { id, target_kind: kind, target_id: targetId, sort, name, reason, state, words } = row;
  return {
    id,
    kind,
    targetId,
    ...sortView(sort),
    name,
    reason,
    state,
    words,
    decidedAt: row.decision_at,
    createdAt: row.created_at,
    decidedBy: row.decider ?? "",
    author: authorView(row),
    own: row.decision_by === viewer.userId || row.user_id === viewer.userId,
  };
}

async function untilOf({ db }: StaffCall, id: number): Promise<string | null> {
  const row = await db.selectFrom("sanctions").select("until_at").where("id", "=", id).executeTakeFirst();
  return row?.until_at ?? null;
}

type Shown = { text: { title: string; content: string; place: ListedPlace } | null; contentHtml: string };
type ListedPlace = Awaited<ReturnType<typeof placedTextOf>>["place"];

/** Loads the whole text that was decided on; null for a sanction, or if it was purged. */
async function textOf(call: StaffCall, row: ListedRow): Promise<Shown> {
  try {
    if (row.target_kind === "sanction") return { text: null, contentHtml: "" };
    if (row.target_kind === "review") return await heldTextOf(call, row.target_id);
    const {
      state: _,
      contentHtml,
      ...text
    } = await placedTextOf(call.db, { kind: row.target_kind, id: row.target_id });
    return { text, contentHtml };
  } catch (error) {
    if (error instanceof BusinessError && error.code === "NOT_FOUND") return { text: null, contentHtml: "" };
    throw error;
  }
}

async function heldTextOf({ db, markdown }: StaffCall, id: number): Promise<Shown> {
  const row = await findHeld(db, id);
  const { title, content } = heldFields(row);
  const place = (await placesOf(db, [row])).get(id) ?? null;
  const contentHtml = row.kind === "comment" ? "" : (await markdown.render(content, { anchors: false })).html;
  return { text: { title, content, place }, contentHtml };
}
