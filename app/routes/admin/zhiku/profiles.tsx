import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Tabs } from "#app/components/ui/tabs";
import { TextField } from "#app/components/ui/text-field";
import { adminProfileApi } from "#app/contract/admin/zhiku/profile";
import { type ProfileState, profileStates } from "#app/contract/admin/zhiku/profile-states";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { CursorPager } from "#app/features/admin/cursor-pager";
import { ProfileRow } from "#app/features/admin/profile/profile-row";
import { decisionFlash } from "#app/features/admin/queue/decision-flash.server";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { DefaultButton } from "#app/forms/default-button";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

/** All list parameters in the URL. */
function listQuery({ url }: Request) {
  const given = new URL(url).searchParams;
  const state: ProfileState = profileStates.find((one) => one === given.get("state")) ?? "waiting";
  const q = [...(given.get("q") ?? "").trim()].slice(0, 60).join("");
  return { state, q, cursor: given.get("cursor") ?? undefined };
}

export async function loader(args: LoaderFunctionArgs) {
  const { state, q, cursor } = listQuery(args.request);
  const found = await loadForStaff(args, adminProfileApi.list, { query: { state, q, cursor, limit: 50 } });
  return { found, state, q, isFirst: cursor === undefined };
}

/** Approves or rejects the selected profiles or, with `only`, the one beside the button. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const only = textOf(form, "only");
  const marked = form.getAll("item").filter((item) => typeof item === "string");
  const values: Typed = { reason: textOf(form, "reason"), items: marked };
  const items = (only === "" ? marked : [only]).map((item) => {
    const [userId = "", ...versions] = item.split(":");
    const [updatedAt = "", reviewedAt] = versions.join(":").split("~");
    return { userId, updatedAt, ...(reviewedAt === undefined ? {} : { reviewedAt: reviewedAt || null }) };
  });
  const rejected = only === "" && textOf(form, "intent") === "reject";
  const body = { items, rejected, reason: rejected ? values.reason : "" };
  const review = () => gateway(args).call(adminProfileApi.review, { body });
  const { state, q, cursor } = listQuery(args.request);
  return respondToStaffForm(args, values, review, ({ done, failed }) => ({
    back: adminPaths.profiles(state, { q, cursor }),
    flash: decisionFlash({
      did: rejected ? "已退回" : "已通过",
      done: done.length,
      failed: failed.map(({ userId, message }) => ({ label: `#${userId}`, message })),
    }),
  }));
}

type Typed = { reason: string; items: string[] };

const STATES: Record<ProfileState, string> = { waiting: "待审核", approved: "已通过", rejected: "已退回" };
const EMPTY: Record<ProfileState, string> = {
  waiting: "没有等着看的职业信息。",
  approved: "还没有通过的职业信息。",
  rejected: "没有退回的职业信息。",
};

export default function AdminProfiles() {
  const { found, state, q, isFirst } = useLoaderData<typeof loader>();
  const { ref, busy, field, notice, values } = useAdminForm<unknown, Typed>(["reason"]);
  return (
    <>
      <AdminHead
        title="职业信息"
        text="用户进知库之前填写的。填了就能用，不必等审核；退回之后，改好再交才能接着读和买。改过的会再排到这里。"
      />
      <Tabs
        label="状态"
        tabs={profileStates.map((one) => ({
          label: STATES[one],
          to: adminPaths.profiles(one),
          current: one === state,
          ...(one === "waiting" ? { count: found.waiting } : {}),
        }))}
      />
      <Form key={`${state} ${q}`} method="get" role="search" className="admin-filter">
        {state === "waiting" ? null : <input type="hidden" name="state" value={state} />}
        <TextField label="姓名、公司、邮箱、昵称或用户编号" name="q" defaultValue={q} />
        <Button type="submit" icon="search">
          查找
        </Button>
      </Form>
      {found.list.length === 0 ? (
        <EmptyState later={!isFirst} text={q ? "没有这样的职业信息。" : EMPTY[state]} />
      ) : (
        <Form ref={ref} method="post" className="form" noValidate>
          <DefaultButton value="reject">退回选中的</DefaultButton>
          <AdminNotice notice={notice} />
          <AdminTable shape="rows">
            <thead>
              <tr>
                <th>选择</th>
                <th>用户</th>
                <th>姓名与职位</th>
                <th>公司</th>
                <th>联系方式</th>
                <th>{state === "waiting" ? "提交" : "审核"}</th>
                {state === "approved" ? null : <th>通过</th>}
              </tr>
            </thead>
            <tbody>
              {found.list.map((profile) => (
                <ProfileRow key={profile.owner.userId} profile={profile} marked={values?.items} busy={busy} />
              ))}
            </tbody>
          </AdminTable>
          <div className="form admin-danger">
            <TextField
              label="退回的原因"
              {...field("reason")}
              maxLength={200}
              help="本人会在消息里，和填写职业信息的地方读到。写清要改什么"
            />
            <div className="admin-queue__buttons">
              {state === "approved" ? null : (
                <Button type="submit" name="intent" value="approve" busy={busy}>
                  通过选中的
                </Button>
              )}
              <Button type="submit" name="intent" value="reject" variant="danger" busy={busy}>
                退回选中的
              </Button>
            </div>
          </div>
        </Form>
      )}
      <CursorPager
        first={isFirst ? null : adminPaths.profiles(state, { q })}
        next={found.nextCursor ? adminPaths.profiles(state, { q, cursor: found.nextCursor }) : null}
      />
    </>
  );
}
