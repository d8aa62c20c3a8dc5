import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { Time } from "#app/components/ui/time";
import { adminAppealApi, type ListedAppeal } from "#app/contract/admin/review/appeal";
import { appealState } from "#app/contract/moderation/appeal";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { KeyHelp } from "#app/features/admin/key-help";
import { ClaimMark } from "#app/features/admin/queue/claim-note";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { decidedText } from "#app/features/appeal/decision-facts";
import { pageNumberOf } from "#app/server/params/page-number.server";

export async function loader(args: LoaderFunctionArgs) {
  await requireConsole(args);
  const given = new URL(args.request.url).searchParams;
  const state = appealState.safeParse(given.get("state")).data ?? "open";
  const query = { state, page: pageNumberOf(given), pageSize: 50 };
  return { state, appeals: await loadForStaff(args, adminAppealApi.list, { query }) };
}

const STATES = [
  ["open", "等待复核"],
  ["granted", "成立"],
  ["kept", "维持原处理"],
] as const;
const KEYS = [
  ["j / k", "下一份 / 上一份"],
  ["Enter", "打开"],
] as const;

export default function AdminAppeals() {
  const { state, appeals } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHead title="申诉" text="对退回、移除与处罚的申诉，由没有作出原来决定的同事复核；等得最久的在前。" />
      <Tabs
        label="申诉的状态"
        tabs={STATES.map(([one, label]) => ({ label, to: adminPaths.appeals(one), current: one === state }))}
      />
      {appeals.list.length === 0 ? (
        <EmptyState
          later={appeals.page > 1}
          text={
            state === "open"
              ? "没有等待复核的申诉。内容被退回或移除、账号受到处罚的人可以申诉一次，会先到这里。"
              : "还没有这样处理过的申诉。"
          }
        />
      ) : (
        <ul className="admin-queue__list">
          {appeals.list.map((appeal) => (
            <AppealRow key={appeal.id} appeal={appeal} />
          ))}
        </ul>
      )}
      <Pagination page={appeals.page} pageSize={appeals.pageSize} total={appeals.total} />
      {appeals.list.length > 0 ? <KeyHelp keys={KEYS} /> : null}
    </>
  );
}

function AppealRow({ appeal }: { appeal: ListedAppeal }) {
  const { id, words, reason, author, decidedBy, own, state, createdAt } = appeal;
  return (
    <li className="admin-queue__row" data-queue-row>
      <div>
        <p className="admin-queue__title">
          <Link to={adminPaths.appeal(id)}>{decidedText(appeal)}</Link>
        </p>
        <p className="admin-queue__excerpt">{words}</p>
        <p className="admin-queue__note">
          <span>{author.nickname}</span>
          <span>
            {decidedBy ? `${decidedBy}：` : ""}
            {reason || "没有写明原因"}
          </span>
          {own && state === "open" ? <span>由另一位同事复核</span> : null}
          <ClaimMark claim={appeal.claim} />
          <Time value={createdAt} />
        </p>
      </div>
    </li>
  );
}
