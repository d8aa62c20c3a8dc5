import type { Endpoint } from "#app/contract/endpoint";
import type { Role } from "#app/contract/permissions";
import { callInNameOf } from "#upstream/call/call-in-name-of";
import type { Services } from "#upstream/call/context";
import type { Api, Implementation } from "#upstream/call/implement";
import { adminMessage } from "#upstream/modules/admin/message/api";
import { adminReport } from "#upstream/modules/admin/report/api";
import { adminUser } from "#upstream/modules/admin/user/api";
import { adminWord } from "#upstream/modules/admin/word/api";
import { shifted } from "./demo-time";
import type { People } from "./people";

/** The site's own words, as imported by its moderator. */
const WORDS = "[review]\n刷单返利\n加群领资料\n低价代充\n\n[reject]\n代写论文\n出售账号\n";

/** Far enough in the future that nobody trying the demo sees it happen. */
const LATER_DAYS = 300;

const MESSAGES = {
  sent: {
    title: "你参加的试读活动已经结束",
    text: "谢谢你在试读期间写下的意见。整理好的清单放在公告里，欢迎继续补充。",
    path: "/announcement",
  },
  scheduled: { title: "年度整理：看看你这一年写了什么", text: "个人主页上有全部问题、回答与文章。", path: "/" },
  draft: { title: "知库新增两个分类（待定稿）", text: "等编辑确认分类的名字之后再发出。", path: "/zhiku" },
} as const;

/** Performs a week of staff's actions with the console's own calls, so that they are in the log and in the lists. */
export async function writeStaffHistory(services: Services, { readers }: People): Promise<void> {
  const { db } = services;
  const staff = await db.selectFrom("staff").select(["user_id", "role"]).execute();
  let requests = 0;
  const as = async <A extends Api>(
    { role, daysAgo }: { role: Role; daysAgo: number },
    { api, handlers }: Implementation<A>,
    name: keyof A & string,
    body: object,
  ): Promise<unknown> => {
    const at = new Date(shifted(services.clock(), -daysAgo));
    const call = callInNameOf(
      { ...services, clock: () => at, databaseClock: async () => at },
      { userId: staff.find((one) => one.role === role)?.user_id ?? 0, roles: [role] },
      { ip: "203.0.113.7", device: "演示", requestId: `demo-staff-${++requests}` },
    );
    return handlers[name]({ params: {}, query: {}, body: (api[name] as Endpoint).body?.parse(body) }, call);
  };

  await as({ role: "moderator", daysAgo: 6 }, adminWord, "import", { text: WORDS });
  const reported = await db
    .selectFrom("reports")
    .select(["target_kind as kind", "target_id as id"])
    .where("target_kind", "in", ["answer", "article"])
    .groupBy(["target_kind", "target_id"])
    .orderBy("target_id")
    .limit(2)
    .execute();
  for (const [at, item] of reported.entries()) {
    const decision = at === 0 ? { action: "keep" } : { action: "handled", note: "已请作者补上出处" };
    await as({ role: "moderator", daysAgo: 5 - at }, adminReport, "decide", { items: [item], ...decision });
  }
  const [muted, ...others] = readers.slice(-12);
  const sanction = { kind: "mute", days: 7, reason: "在多篇文章下重复发同一条推广" };
  await as({ role: "moderator", daysAgo: 3 }, adminUser, "sanction", { userId: muted, ...sanction });
  const draft = async (daysAgo: number, fields: object) =>
    (await as({ role: "editor", daysAgo }, adminMessage, "add", fields)) as { id: number };
  const { id: sent } = await draft(2, { ...MESSAGES.sent, to: "members", memberIds: others.join() });
  await as({ role: "owner", daysAgo: 1.5 }, adminMessage, "send", { id: sent, version: 1 });
  const { id: scheduled } = await draft(1.4, { ...MESSAGES.scheduled, to: "all" });
  const sendAt = shifted(services.clock(), LATER_DAYS);
  await as({ role: "owner", daysAgo: 1 }, adminMessage, "send", { id: scheduled, version: 1, sendAt });
  await draft(0.4, { ...MESSAGES.draft, to: "entitled" });
}
