import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { adminMessageApi } from "#app/contract/admin/content/message";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { audienceName, MESSAGE_STATES, withCommas } from "#app/features/admin/message/message-states";
import { loadForStaff } from "#app/features/admin/staff-gate.server";
import { pageNumberOf } from "#app/server/params/page-number.server";

const STATES = [
  ["", "全部"],
  ["draft", "草稿"],
  ["scheduled", "定时"],
  ["sent", "已发出"],
  ["withdrawn", "已撤回"],
] as const;

export async function loader(args: LoaderFunctionArgs) {
  const given = new URL(args.request.url).searchParams;
  const [state] = STATES.find(([one]) => one === given.get("state")) ?? [""];
  const query = { page: pageNumberOf(given), pageSize: 30, state: state || undefined };
  return { state, messages: await loadForStaff(args, adminMessageApi.list, { query }) };
}

export default function AdminMessages() {
  const { state, messages } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHead title="系统消息" text="出现在用户的通知里，铃铛上有数字。">
        <LinkButton to={adminPaths.message("new")} variant="primary" icon="plus">
          写消息
        </LinkButton>
      </AdminHead>
      <Tabs
        label="系统消息"
        tabs={STATES.map(([one, label]) => ({ label, to: adminPaths.messages(one), current: state === one }))}
      />
      {messages.list.length === 0 ? (
        <EmptyState later={messages.page > 1} text="这里还没有消息。写好先存为草稿，看过人数再发出。" />
      ) : (
        <AdminTable shape="rows">
          <thead>
            <tr>
              <th>标题</th>
              <th>发给</th>
              <th className="admin-table__sum">收到的人</th>
              <th>状态</th>
              <th>时间</th>
            </tr>
          </thead>
          <tbody>
            {messages.list.map((message) => {
              const { label, tone } = MESSAGE_STATES[message.state];
              return (
                <tr key={message.id}>
                  <td>
                    <Link to={adminPaths.message(message.id)}>{message.title}</Link>
                    <small>{message.createdBy}</small>
                  </td>
                  <td data-label="发给">{audienceName(message)}</td>
                  <td className="numbers admin-table__sum" data-label="收到的人">
                    {withCommas(message.reached)}
                  </td>
                  <td>
                    <Tag tone={tone}>{label}</Tag>
                  </td>
                  <td>
                    <Time value={message.sentAt ?? message.sendAt ?? message.createdAt} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </AdminTable>
      )}
      <Pagination page={messages.page} pageSize={messages.pageSize} total={messages.total} />
    </>
  );
}
