import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import { type ConsoleCard, consoleApi } from "#app/contract/admin/console";
import { adminStartApi } from "#app/contract/admin/start";
import { ROLES } from "#app/contract/permissions";
import { AdminHead } from "#app/features/admin/admin-head";
import { ADMIN_MENU } from "#app/features/admin/admin-menu";
import { adminPaths } from "#app/features/admin/admin-paths";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireConsole(args);
  const { cards } = await loadForStaff(args, consoleApi.overview, {});
  const start = user.permissions.includes("system.manage") ? await loadForStaff(args, adminStartApi.get, {}) : null;
  const left = start?.checks.filter(({ state }) => state === "open").length ?? 0;
  return { user, cards, left };
}

const CARDS: Record<ConsoleCard["key"], string> = {
  review: "待审核的内容",
  report: "未处理的举报",
  profile: "未审核的职业信息",
  order: "待支付的订单",
  refund: "退款中的订单",
  member: "今天加入的成员",
  post: "今天发表的内容",
};

/** Where what a card counts is dealt with. */
const WAYS: Partial<Record<ConsoleCard["key"], string>> = {
  review: adminPaths.reviews(),
  report: adminPaths.reports(),
  profile: adminPaths.profiles(),
};

export default function AdminHome() {
  const { user, cards, left } = useLoaderData<typeof loader>();
  const ways = ADMIN_MENU.flatMap(({ entries }) => entries).filter(
    ({ to, permission }) => to !== "/admin" && user.permissions.includes(permission),
  );
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
          {cards.map(({ key, count, oldest }) => (
            <li key={key} className="admin-card">
              <p className="admin-card__count numbers">{count}</p>
              <p>{WAYS[key] ? <Link to={WAYS[key]}>{CARDS[key]}</Link> : CARDS[key]}</p>
              {oldest && count > 0 ? (
                <p className="admin-card__note">
                  最早的来自 <Time value={oldest} />
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      <ul className="admin-ways">
        {ways.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
