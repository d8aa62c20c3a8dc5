import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { adminUserApi } from "#app/contract/admin/user/user";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { LogLink } from "#app/features/admin/log-link";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { changeUser } from "#app/features/admin/user/change-user.server";
import { imposableBy } from "#app/features/admin/user/imposable";
import { PurgeForm } from "#app/features/admin/user/purge-form";
import { RevealPhone } from "#app/features/admin/user/reveal-phone";
import { UserFacts } from "#app/features/admin/user/user-facts";
import { UserLogins } from "#app/features/admin/user/user-logins";
import { ImposeForm, UserSanctions } from "#app/features/admin/user/user-sanctions";
import { UserStanding } from "#app/features/admin/user/user-standing";
import { paths } from "#app/paths";
import { numberOfParam } from "#app/server/params/number-param.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const user = await loadForStaff(args, adminUserApi.get, { params: { id: numberOfParam(args) } });
  const may = (
    ["content.read", "user.mute", "user.ban", "user.reveal", "user.purge", "user.merge", "session.end"] as const
  ).filter((one) => permissions.includes(one));
  return { user, may };
}

export const action = (args: ActionFunctionArgs) => changeUser(args, numberOfParam(args));

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminUserPage() {
  const { user, may } = useLoaderData<typeof loader>();
  const inForce = user.sanctions.filter((one) => one.inForce);
  const untouchable = user.untouchable || user.closedAt !== null;
  const { kinds, daysMax } = imposableBy(untouchable ? [] : may);
  return (
    <>
      <AdminHead
        title={`${user.nickname} #${user.userId}`}
        up={{ label: "用户", to: adminPaths.users() }}
        text={<UserStanding user={{ ...user, sanctions: inForce.map(({ kind }) => kind) }} />}
      >
        <LinkButton to={paths.user(user.userId)} icon="external" reload>
          主页
        </LinkButton>
        {may.includes("user.merge") && user.closedAt === null ? (
          <>
            {user.phone === null && !user.weixinBound ? (
              <LinkButton to={adminPaths.handover(user.userId)} icon="link">
                认领链接
              </LinkButton>
            ) : null}
            <LinkButton to={adminPaths.userMerge(user.userId)} variant="quiet">
              并入另一个人
            </LinkButton>
          </>
        ) : null}
        <LogLink to={adminPaths.logOf("user", user.userId)} />
      </AdminHead>
      <UserFacts user={user} sees={may.includes("content.read")} />
      {may.includes("user.reveal") && user.phone !== null ? <RevealPhone /> : null}
      <section className="admin-panel" aria-labelledby="sanctions-title">
        <h2 id="sanctions-title">处罚</h2>
        <UserSanctions sanctions={user.sanctions} mayLift={kinds} />
      </section>
      {kinds.length > 0 ? (
        <section className="admin-panel admin-danger" aria-labelledby="impose-title">
          <h2 id="impose-title">处罚 {user.nickname}</h2>
          {/* Empty again once it is sent: a second press must not punish twice. */}
          <ImposeForm
            key={user.sanctions.length}
            kinds={kinds}
            daysMax={daysMax}
            inForce={inForce.map(({ id }) => id)}
          />
        </section>
      ) : null}
      {may.includes("user.purge") && !user.untouchable ? (
        <section className="admin-panel admin-danger" aria-labelledby="purge-title">
          <h2 id="purge-title">清除垃圾账号</h2>
          <p>长期封禁，结束登录，移除他写的全部内容，退回等待审核的。可从操作日志整个撤销。</p>
          <PurgeForm nickname={user.nickname} />
        </section>
      ) : null}
      <section className="admin-panel" aria-labelledby="logins-title">
        <h2 id="logins-title">登录</h2>
        <UserLogins logins={user.logins} mayEnd={may.includes("session.end") && !user.untouchable} />
      </section>
    </>
  );
}
