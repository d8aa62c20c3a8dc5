import { nowIso, type Services } from "#upstream/call/context";
import { toJson } from "#upstream/db/schema/columns";
import type { StaffDraftsTable } from "#upstream/db/schema/staff-drafts";

/** Far enough in the future that nobody trying the demo sees it published. */
const LATER = "2099-01-01T01:00:00.000Z";

const DRAFTS: readonly (Pick<StaffDraftsTable, "kind" | "publish_at"> & { fields: object })[] = [
  {
    kind: "announcement",
    publish_at: LATER,
    fields: {
      title: "春节期间的审核安排",
      content:
        "除夕到初六由值班同事审核，**回复会慢一些**。\n\n- 举报照常处理\n- 知库订单照常开通\n- 退款在节后三个工作日内到账",
    },
  },
  { kind: "activity", publish_at: null, fields: { title: "线下读书会（地点待定）", city: "成都" } },
  {
    kind: "case",
    publish_at: null,
    fields: {
      title: "一家独立书店的会员账",
      content: "## 起因\n\n会员卡卖了三年，没人说得清赚没赚。\n\n## 怎么算\n\n把折扣、到店次数和客单价放进一张表。",
      tags: ["零售"],
    },
  },
];

/** Adds unpublished drafts of the demo's editor, one of them scheduled. */
export async function createStaffDrafts(services: Services): Promise<void> {
  const { user_id } = await services.db
    .selectFrom("staff")
    .select("user_id")
    .where("role", "=", "editor")
    .executeTakeFirstOrThrow();
  const at = nowIso(services);
  await services.db
    .insertInto("staff_drafts")
    .values(
      DRAFTS.map(({ fields, ...draft }) => ({
        ...draft,
        fields: toJson(fields),
        changed_by: user_id,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
}
