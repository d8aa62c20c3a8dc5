import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import { adminDeskApi } from "#app/contract/admin/desk/desk";
import { type ConsoleCard, consoleApi } from "#app/contract/admin/system/console";
import { adminStartApi } from "#app/contract/admin/system/start";
import { ROLES } from "#app/contract/permissions";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { DeskHealth } from "#app/features/admin/desk/desk-health";
import { DeskNews } from "#app/features/admin/desk/desk-news";
import { DeskWeek } from "#app/features/admin/desk/desk-week";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireConsole(args);
  const { cards } = await loadForStaff(args, consoleApi.overview, {});
  const start = user.permissions.includes("system.manage")
    ? await loadForStaff(args, adminStartApi.get, { query: { only: "open" } })
    : null;
  const left = start?.checks.length ?? 0;
  const desk = await loadForStaff(args, adminDeskApi.get, {});
  return { user, cards, left, desk };
}

const CARDS: Record<ConsoleCard["key"], string> = {
  review: "待审核的内容",
  report: "未处理的举报",
  profile: "未审核的职业信息",
  appeal: "等待复核的申诉",
  refund: "等待批准的退款",
  announcement: "没能按时发布的公告",
  activity: "没能按时发布的活动",
  case: "没能按时发布的案例",
};

/** Pages to handle the work that a card counts. */
const WAYS: Record<ConsoleCard["key"], string> = {
  review: adminPaths.reviews(),
  report: adminPaths.reports(),
  profile: adminPaths.profiles(),
  appeal: adminPaths.appeals(),
  refund: adminPaths.orders("waiting"),
  announcement: adminPaths.editedList("announcement", "draft"),
  activity: adminPaths.editedList("activity", "draft"),
  case: adminPaths.editedList("case", "draft"),
};

/** Whether a card is shown: cards of failed scheduled publications only if their count is not zero. */
const isShown = ({ key, count }: ConsoleCard): boolean =>
  count > 0 || !["announcement", "activity", "case"].includes(key);

export default function AdminHome() {
  const { user, cards, left, desk } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHead title="工作台" text={`${user.nickname}，${user.roles.map((role) => ROLES[role].name).join("、")}`} />
      {left > 0 ? (
        <FlashMessage
          kind="info"
          message={`开站清单上还有 ${left} 项没有完成。`}
          action={{ label: "接着做", to: adminPaths.start() }}
        />
      ) : null}
      {cards.length > 0 ? (
        <ul className="admin-cards">
          {cards.filter(isShown).map(({ key, count, more, oldest }) => (
            <li key={key} className="admin-card">
              <p className="admin-card__count numbers">{more ? `${count}+` : count}</p>
              <p>
                <Link to={WAYS[key]}>{CARDS[key]}</Link>
              </p>
              {oldest && count > 0 ? (
                <p className="admin-card__note">
                  最早的来自 <Time value={oldest} />
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      <DeskHealth health={desk.health} may={user.permissions} />
      <DeskNews desk={desk} />
      {desk.week ? <DeskWeek {...desk.week} /> : null}
    </>
  );
}
