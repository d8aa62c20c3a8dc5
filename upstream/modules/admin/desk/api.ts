import { adminDeskApi } from "#app/contract/admin/desk/desk";
import type { FigureKey } from "#app/contract/admin/desk/figure-names";
import { permissionsOf } from "#app/contract/permissions";
import { DAY } from "#runtime/time-units";
import { invalid } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { readFigures } from "#upstream/modules/figures/read";
import { chinaTime } from "#upstream/text/china-time";
import { actionsSince, changesSince } from "./changes";
import { PULSE_FIGURES, readPulses } from "./pulses";

/** Days shown. */
const DAYS = 7;
/** Figures shown first to staff. */
const WEEK: readonly FigureKey[] = [
  ...(["visit.anonymous", "visit.member", "member.new", "member.week", "post.question", "post.answer"] as const),
  ...(["post.article", "question.unanswered", "order.paid"] as const),
];

export const adminDesk = implement(adminDeskApi, {
  async get(_, call) {
    const { db, viewer, clock } = call;
    const may = permissionsOf(viewer.roles);
    const now = clock().getTime();
    // Two unrelated values in one statement, because the page needs many already.
    const { seenAt, bill } = await db
      .selectNoFrom((eb) => [
        eb.selectFrom("desk_visits").select("seen_at").where("user_id", "=", viewer.userId).as("seenAt"),
        eb.selectFrom("zhiku_reconciliations").select("differences").orderBy("day", "desc").limit(1).as("bill"),
      ])
      .executeTakeFirstOrThrow();
    const since = seenAt ?? new Date(now - DAY).toISOString();
    const dayAgo = (days: number) => chinaTime(new Date(now - days * DAY)).slice(0, 10);
    const keys: FigureKey[] = [...WEEK, ...(may.has("figures.money") ? (["money.revenue"] as const) : [])];
    const { labels, series } = await readFigures(db, { from: dayAgo(DAYS - 1), to: dayAgo(0), step: "day" }, [
      ...keys,
      ...PULSE_FIGURES,
    ]);
    return {
      since,
      now: new Date(now).toISOString(),
      changes: await changesSince(db, may, { since, viewerId: viewer.userId }),
      actions: may.has("audit.read") ? await actionsSince(db, { since, viewerId: viewer.userId }) : null,
      health: await readPulses(call, { series, bill: may.has("order.read") ? bill : null }),
      week: may.has("figures.read") ? { labels, series: series.slice(0, keys.length) } : null,
    };
  },

  async seen({ body: { at } }, { db, viewer, clock }) {
    if (at > clock().toISOString()) throw invalid({ at: "还没有到这一刻" });
    // With two tabs, the later page counts.
    await db
      .insertInto("desk_visits")
      .values({ user_id: viewer.userId, seen_at: at })
      .onConflict((conflict) =>
        conflict.column("user_id").doUpdateSet({ seen_at: at }).where("desk_visits.seen_at", "<", at),
      )
      .execute();
    return null;
  },
});
